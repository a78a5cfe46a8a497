/** What the eye has reached: the view with the events that are still ahead taken back. */
import type { sequence } from "../../wire";

export interface Scene {
  readonly chips: ReadonlyMap<string, string>;
  readonly lines: readonly sequence.Line[];
  readonly hand: readonly string[];
  readonly sizes: readonly number[];
  readonly deck: number;
  /** What every seat has played, the last on top (SQ-14, SQ-16). */
  readonly piles: readonly (readonly string[])[];
}

interface Draft {
  chips: Map<string, string>;
  lines: sequence.Line[];
  hand: string[];
  sizes: number[];
  deck: number;
  piles: string[][];
  seat: number | null;
}

export function sceneOf(view: sequence.View, ahead: readonly sequence.Event[]): Scene {
  const draft: Draft = {
    chips: new Map(Object.entries(view.chips) as [string, string][]),
    lines: [...view.lines],
    hand: [...(view.hand ?? [])],
    sizes: [...view.hand_sizes],
    deck: view.deck_size,
    piles: view.piles.map((pile) => [...pile]),
    seat: view.seat,
  };
  for (const event of ahead.toReversed()) takeBack(draft, event);
  return draft;
}

function takeBack(draft: Draft, event: sequence.Event): void {
  switch (event.kind) {
    case "placed":
      draft.chips.delete(event.cell);
      return give(draft, event.seat);
    case "removed":
      draft.chips.set(event.cell, event.side);
      return give(draft, event.seat);
    case "exchanged":
    case "forfeited":
      return give(draft, event.seat);
    case "drew":
    case "replaced":
      return undraw(draft, event.seat, event.card);
    case "completed":
      draft.lines = draft.lines.filter((line) => line.cells.join() !== event.cells.join());
      return;
    case "broken":
      draft.lines.push({ side: event.side, cells: event.cells });
      return;
    case "reshuffled":
      draft.deck = 0;
      return;
    case "dealt":
      draft.hand = [];
      draft.sizes = draft.sizes.map(() => 0);
  }
}

/** From the pile; an own card that is played can no longer be pressed, so the hand is without it at once. */
function give(draft: Draft, seat: number): void {
  draft.sizes[seat] = (draft.sizes[seat] ?? 0) + 1;
  draft.piles[seat]?.pop();
}

function undraw(draft: Draft, seat: number, card: string | null): void {
  draft.sizes[seat] = (draft.sizes[seat] ?? 0) - 1;
  draft.deck += 1;
  const at = card === null ? -1 : draft.hand.lastIndexOf(card);
  if (seat === draft.seat && at >= 0) draft.hand.splice(at, 1);
}
