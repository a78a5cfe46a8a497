/** The sides of a Sequence table, as the seats go round them (SQ-09, SQ-39), and the colours they are shown in. */
import { SEQUENCE } from "../wire/shelf";

export function sideOf(seat: number, sides: number): string {
  return SEQUENCE.sideNames[seat % sides] ?? SEQUENCE.sideNames[0];
}

/** How many sides this number of seats may form, the usual one first (SQ-A04). */
export function sidesFor(seats: number): readonly number[] {
  return (SEQUENCE.sides as Readonly<Record<string, readonly number[]>>)[String(seats)] ?? [2];
}

const OWN: readonly string[] = SEQUENCE.sideNames;
const shown: { colours: readonly string[] } = $state({ colours: OWN });

/** The host of this table has chosen these (SQ-07); without a table every side has the colour of its name. */
export function setColours(colours: readonly string[] = OWN): void {
  shown.colours = colours;
}

/** The colour that a side is seen and spoken of in. */
export function colourOf(side: string): string {
  return shown.colours[OWN.indexOf(side)] ?? side;
}
