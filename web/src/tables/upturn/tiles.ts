/** Tiles as they are written: 40, 41h, 44t, U, D, UD, S1, S2, J. */
import type { upturn } from "../../wire";

const ACTIONS = ["U", "D", "UD", "S1", "S2", "J"];

/** The number on a tile; null for an action tile. */
export function numberOn(tile: string): number | null {
  return /^\d/.test(tile) ? parseInt(tile, 10) : null;
}

export function kindOf(tile: string): string {
  if (numberOn(tile) === null) return tile;
  return tile.endsWith("t") ? "twin" : tile.endsWith("h") ? "hand" : "plain";
}

export interface Held {
  readonly tile: string;
  /** Tells equal tiles apart on the screen. */
  readonly key: string;
}

/** Numbers rising, then arrows, skips and jokers. */
export function sorted(rack: readonly string[]): Held[] {
  const seen: Record<string, number> = {};
  return [...rack].sort((one, other) => weight(one) - weight(other)).map((tile) => {
    seen[tile] = (seen[tile] ?? 0) + 1;
    return { tile, key: `${tile}#${seen[tile]}` };
  });
}

function weight(tile: string): number {
  return numberOn(tile) ?? 100 + ACTIONS.indexOf(tile);
}

/** The number that play goes on from, and where it lies; null when any number may come. */
export function lastNumber(rows: upturn.View["rows"], bound: boolean): string | null {
  for (const row of [...rows].reverse()) {
    const found = [...row].reverse().find((tile) => numberOn(tile) !== null);
    if (found || !bound) return found ?? null;
  }
  return null;
}

/** The tiles that were tucked before the twin at the end of the row. */
export function tuckedUnder(row: readonly string[], between: upturn.Tucking): string[] {
  const [low, high] = [Math.min(between.from, between.to), Math.max(between.from, between.to)];
  const before = row.slice(0, -1);
  const start = before.findLastIndex((tile) => numberOn(tile) === between.from);
  return before.slice(start + 1).filter((tile) => {
    const number = numberOn(tile);
    return number !== null && low < number && number < high;
  });
}

/** What a twin brings with so much under it, as the table will count it: one for each tile laid, one more for a hand. */
export function presents(under: readonly string[], gifts: number): { twin: number; hands: number; all: number } {
  const hands = under.filter((tile) => kindOf(tile) === "hand").length;
  return under.length ? { twin: 1, hands, all: 1 + under.length + hands } : { twin: gifts, hands: 0, all: gifts };
}
