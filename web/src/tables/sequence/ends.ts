/** How a game came to its end: made rows by the cards at their ends, and whose they are. */
import { i18n } from "../../lib/i18n.svelte";
import { part } from "../../lib/sentences";
import { colourOf } from "../../lib/sides.svelte";
import type { sequence } from "../../wire";
import { sideOf } from "./sides";
import { squareOf } from "./squares";
import { words } from "./words";

export function endOf(cell: string | undefined): string {
  const card = squareOf(cell ?? "")?.card ?? null;
  return card === null ? words().fromCorner : part(card);
}

/** The rows of the side that has won. */
export function ending({ lines, outcome, sides }: sequence.View): string {
  const side = outcome?.winners.length ? sideOf(outcome.winners[0] ?? 0, sides) : null;
  const rows = lines.filter((line) => line.side === side).map(({ cells }) => [endOf(cells[0]), endOf(cells.at(-1))] as const);
  return rows.length ? words().fiveInLine(rows) : "";
}

/** A side of several is named by its colour; null where one seat alone has won, or none. */
export function victoryOf({ seat, outcome, sides }: sequence.View): string | null {
  const winners = outcome?.winners ?? [];
  if (winners.length < 2) return null;
  if (seat !== null && winners.includes(seat)) return i18n.t.ourVictory;
  return i18n.t.victoryOfSide[colourOf(sideOf(winners[0] ?? 0, sides))] ?? null;
}
