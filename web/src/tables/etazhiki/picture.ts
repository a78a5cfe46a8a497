/** The table of the youngest in pictures: what the prompt and the buttons say without a word. */
import type { Props, Turn } from "./turn.svelte";
import type { Action, Face, Sign } from "../table";
import { TABLE as ETAZHIKI } from "../../wire/etazhiki";
import type { etazhiki } from "../../wire";

const icon = (name: Extract<Face, { kind: "icon" }>["name"]): Face => ({ kind: "icon", name });
const part = (name: string | null): Face => ({ kind: "part", name });
const seat = (at: number): Face => ({ kind: "seat", seat: at });
const BAR: Sign = { kind: "bar" };
const backs = (count: number): Face[] => Array.from({ length: count }, () => part(null));

/** A pass brings cards from the deck. */
export const TAKING: readonly Face[] = [icon("plus"), ...backs(ETAZHIKI.draw)];

/** The turn goes on to the next seat; a tick is for laying alone. */
export function ending(view: etazhiki.View): Face[] {
  return [icon("arrow"), seat((view.turn + 1) % view.seats)];
}

export function isYoung(view: etazhiki.View): boolean {
  return view.options.variant === "beginner";
}

/** A button that shows its icon alone, if nothing else is drawn for it. */
export function drawn(action: Action): Action {
  return action.picture || !action.icon ? action : { ...action, picture: [icon(action.icon)] };
}

export function pictureOf(props: Props, turn: Turn): Sign[] {
  const { view, show } = props;
  if (view.outcome) return [icon("crown"), ...view.winners.map(seat)];
  if (view.turn === view.seat) return own(props, turn);
  const told = show.beat?.event ?? show.last.findLast((event) => happened(event).length > 0);
  return [seat(view.turn), icon("clock"), ...(told ? [BAR, ...happened(told)] : [])];
}

/** The last thing that somebody did. */
function happened(event: etazhiki.Event): Sign[] {
  switch (event.kind) {
    case "floor_laid":
      return [seat(event.seat), icon("arrow"), part(event.card)];
    case "drew":
      return [seat(event.seat), icon("plus"), ...backs(Math.min(event.count, 3))];
    case "star_won":
      return [seat(event.seat), icon("plus"), icon("star")];
    default:
      return [];
  }
}

function own(props: Props, turn: Turn): Sign[] {
  const { view, busy } = props;
  if (turn.picked) {
    const there = turn.ready ? pileOf(turn.ready) : null;
    const piles = there === null ? ways(turn.offers).map(part) : [part(view.floors[there] ?? null)];
    const next = busy ? [] : [BAR, icon(turn.ready ? "check" : "hint")];
    return [part(turn.picked.card), icon("arrow"), ...piles, ...next];
  }
  if (turn.open.size) return fitting(props, turn);
  if (turn.offer("end")) return [seat(view.turn), ...ending(view)];
  return [...TAKING, icon("arrow"), seat(view.turn)];

  function ways(offers: readonly etazhiki.Intent[]): string[] {
    return offers.flatMap((one) => view.floors[pileOf(one) ?? -1] ?? []);
  }
}

/** Cards of the hand before the pile they go to; without the hint only the piles. */
function fitting({ view, settings }: Props, turn: Turn): Sign[] {
  const groups = settings.sums ? view.floors.map((floor, pile) => [...cardsFor(view, pile).slice(0, 3), floor]) : [];
  const known = groups.filter((group, at) => group.length > 1 && groups.findIndex((one) => `${one}` === `${group}`) === at);
  if (known.length > 1) return known.flatMap((group, at) => [...(at ? [BAR] : []), ...laid(group, 2)]);
  const done = turn.offer("end") ? [BAR, ...ending(view)] : [];
  const cards = known[0] ? laid(known[0], 3) : [icon("arrow"), ...view.floors.map(part)];
  return [seat(view.turn), ...cards, ...done];
}

/** Some of the cards, an arrow, and the pile, which is the last of the group. */
function laid(group: readonly string[], most: number): Sign[] {
  const cards = group.slice(0, -1).slice(0, most);
  return [...cards.map(part), icon("arrow"), part(group.at(-1) ?? null)];
}

function cardsFor(view: etazhiki.View, pile: number): string[] {
  const offers = view.legal.filter((one) => one.kind === "floor" && (one.pile ?? 0) === pile);
  return [...new Set(offers.flatMap((one) => ("card" in one ? one.card : [])))].sort();
}

function pileOf(intent: etazhiki.Intent): number | null {
  return intent.kind === "floor" ? (intent.pile ?? 0) : null;
}
