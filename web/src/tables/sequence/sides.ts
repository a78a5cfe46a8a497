/** The sides of a table, as the seats go round them (SQ-09, SQ-39). */
import { TABLE } from "../../wire/sequence";

export const SIDES: readonly string[] = TABLE.sideNames;

export function sideOf(seat: number, sides: number): string {
  return SIDES[seat % sides] ?? TABLE.sideNames[0];
}

/** How many sides this number of seats may form, the usual one first (SQ-A04). */
export function sidesFor(seats: number): readonly number[] {
  return (TABLE.sides as Readonly<Record<string, readonly number[]>>)[String(seats)] ?? [2];
}
