/** Sides are named by the colour of their chips; the host of a table may give them each other's. */
export const COLOURS: readonly string[] = ["blue", "green", "red"];

/** How the sides of a game without drawings are told apart, by their numbers. */
const MARKS: readonly string[] = [...COLOURS, "violet", "white", "black"];

/** The chip of a side by its number; beyond six all look the same. */
export function chipOf(side: number): string {
  return MARKS[side] ?? "";
}

/** The chips of all seats, where sides play; else none. */
export function chipsOf(sides: readonly (readonly number[])[]): readonly string[] {
  return sides.flat().map((_, seat) => chipOf(sides.findIndex((side) => side.includes(seat))));
}

const shown: { colours: readonly string[] } = $state({ colours: COLOURS });

/** What the host of this table has chosen; without a table every side has the colour of its name. */
export function setColours(colours: readonly string[] = COLOURS): void {
  shown.colours = colours;
}

/** The colour that a side is seen and spoken of in. */
export function colourOf(side: string): string {
  return shown.colours[COLOURS.indexOf(side)] ?? side;
}
