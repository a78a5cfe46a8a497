/** What stands under a name, and whose seats are lit. */
import { i18n } from "../../lib/i18n.svelte";
import { sideOf } from "./sides";
import { TABLE as SEQUENCE } from "../../wire/sequence";
import type { SeatLine } from "../table";
import type { Play } from "./play.svelte";
import { words } from "./words";

/** How many sequences win with so many sides. */
export function neededOf(sides: number): number {
  return SEQUENCE.wins[String(sides) as keyof typeof SEQUENCE.wins] ?? 2;
}

export function lineOf(play: Play, seat: number): SeatLine {
  const { view, scene } = play;
  const side = sideOf(seat, view.sides);
  const have = scene.lines.filter((line) => line.side === side).length;
  const of = neededOf(view.sides);
  const mark = markOf(play, seat);
  return {
    count: i18n.t.cards(scene.sizes[seat] ?? 0),
    size: scene.sizes[seat] ?? 0,
    won: { have, of, label: words().rows(have, of) },
    side,
    pile: scene.piles[seat] ?? [],
    ...(mark && { mark }),
  };
}

function markOf(play: Play, seat: number): string {
  const { view, props } = play;
  if (view.outcome) return "";
  if (view.choosing === seat) return words().chooses;
  if (view.claim?.due.includes(seat)) return words().pays;
  if (view.claim && acting(play).includes(seat)) return words().answers;
  if (props.show.last.some((event) => event.kind === "lost" && event.seat === seat)) return words().oneLess;
  return view.owed.includes(seat) ? words().waits : "";
}

export function acting({ view }: Play): readonly number[] {
  if (view.outcome) return [];
  if (view.choosing !== null) return [view.choosing];
  const { claim } = view;
  if (!claim) return [view.turn];
  if (claim.due.length) return claim.due;
  const seats = Array.from({ length: view.seats }, (_, seat) => seat);
  return seats.filter((seat) => sideOf(seat, view.sides) === claim.side && !claim.denied.includes(seat));
}
