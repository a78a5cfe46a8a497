/** Cards as they are written: F0…F9 by day, N0…N9 by night, B1… and NEAR, EVEN, ODD, SKIP. */

import type { Options } from "../game";
import type { etazhiki } from "../../wire";

const SPECIAL = ["NEAR", "EVEN", "ODD", "SKIP"];

export function isFloor(card: string): boolean {
  return /^[FN]\d$/.test(card);
}

/** The number on a floor or a numbered ball; null on a special ball. */
export function numberOn(card: string): number | null {
  const found = /^[FNB](\d+)$/.exec(card);
  return found ? Number(found[1]) : null;
}

/** Whether the next seat is skipped if the turn ends as it lies: once after the ball, or after every turn with a floor (ET-A19, ET-B3). */
export function skips(view: Pick<etazhiki.View, "ball" | "skip_armed" | "floors_laid" | "options">): boolean {
  return view.skip_armed || (view.ball === "SKIP" && view.options.skip === "repeats" && view.floors_laid > 0);
}

/** What a card is looked up by: as this table plays it (only the full rules know taking the turn, a skip may go on), then anywhere. */
export function kinds(card: string, options: Options): string[] {
  const kind = /^[FNB]\d+$/.test(card) ? card.charAt(0) : card;
  return [...["variant", "skip", "parity"].map((option) => `${String(options[option])}:${kind}`), kind];
}

export interface Held {
  readonly card: string;
  /** Tells equal cards apart on the screen. */
  readonly key: string;
}

/** Floors rising, day before night, then balls. */
export function sorted(hand: readonly string[]): Held[] {
  const seen: Record<string, number> = {};
  return [...hand].sort((one, other) => weight(one) - weight(other)).map((card) => {
    seen[card] = (seen[card] ?? 0) + 1;
    return { card, key: `${card}#${seen[card]}` };
  });
}

function weight(card: string): number {
  const number = numberOn(card);
  if (number === null) return 2000 + SPECIAL.indexOf(card);
  return isFloor(card) ? number * 2 + (card.startsWith("N") ? 1 : 0) : 1000 + number;
}

/** The way from one floor to another by a numbered ball, as it is said: 9 + 2 = 11 → 1. */
export function sum(from: number, by: number, to: number): string | null {
  if (mod(from + by) === to) {
    return from + by > 9 ? `${from} + ${by} = ${from + by} → ${to}` : `${from} + ${by} = ${to}`;
  }
  if (mod(from - by) !== to) return null;
  const tens = Math.ceil(Math.max(0, by - from) / 10) * 10;
  return tens ? `${from} → ${from + tens}, ${from + tens} − ${by} = ${to}` : `${from} − ${by} = ${to}`;
}

export function mod(number: number): number {
  return ((number % 10) + 10) % 10;
}
