/** Sides are named by the colour of their chips; the host of a table may give them each other's. */
export const COLOURS: readonly string[] = ["blue", "green", "red"];

const shown: { colours: readonly string[] } = $state({ colours: COLOURS });

/** What the host of this table has chosen; without a table every side has the colour of its name. */
export function setColours(colours: readonly string[] = COLOURS): void {
  shown.colours = colours;
}

/** The colour that a side is seen and spoken of in. */
export function colourOf(side: string): string {
  return shown.colours[COLOURS.indexOf(side)] ?? side;
}
