/** The sides of a Sequence table, as the seats go round them (SQ-09, SQ-39). */
import { SEQUENCE } from "../wire/shelf";

export function sideOf(seat: number, sides: number): string {
  return SEQUENCE.sideNames[seat % sides] ?? SEQUENCE.sideNames[0];
}

/** How many sides this number of seats may form, the usual one first (SQ-A04). */
export function sidesFor(seats: number): readonly number[] {
  return (SEQUENCE.sides as Readonly<Record<string, readonly number[]>>)[String(seats)] ?? [2];
}
