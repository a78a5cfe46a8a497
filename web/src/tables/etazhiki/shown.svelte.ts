/** The table as far as it has been shown: what is still ahead has not happened, and cards come from somewhere. */
import { untrack } from "svelte";
import { seatSpot, spot } from "../fly";
import type { Props, Turn } from "./turn.svelte";
import type { etazhiki } from "../../wire";

type Open = Pick<etazhiki.View, "floors" | "ball">;

export class Shown {
  private memory: Open = $state.raw({ floors: [], ball: null });

  constructor(
    private readonly props: () => Props,
    private readonly turn: Turn,
  ) {
    $effect.pre(() => {
      const { view, show } = props();
      const before = untrack(() => this.memory);
      const told = show.beat?.event;
      const floors = view.floors.map((card, pile) => {
        if (!show.ahead.some((event) => pileOf(event) === pile)) return card;
        const laid = told && floorOf(told);
        return laid?.pile === pile ? laid.card : (before.floors[pile] ?? card);
      });
      const later = show.ahead.some(isBall);
      const ball = later ? (told && ballOf(told)) ?? before.ball ?? view.ball : view.ball;
      this.memory = { floors, ball };
    });
  }

  readonly open: Open = $derived.by(() => {
    return this.memory.floors.length ? this.memory : this.props().view;
  });
  /** Nothing that lies open will still change: the hint may be shown. */
  readonly settled = $derived.by(() => !this.props().show.ahead.some((event) => isBall(event) || pileOf(event) !== null));

  readonly sizes = $derived.by(() => {
    const { view, show } = this.props();
    const sizes = [...view.hand_sizes];
    for (const event of show.ahead) {
      if ("seat" in event) sizes[event.seat] = Math.max(0, (sizes[event.seat] ?? 0) - gain(event));
    }
    return sizes;
  });
  readonly stars = $derived.by(() => {
    const { view, show } = this.props();
    return view.stars.map((stars, seat) => {
      const coming = show.ahead.filter((event) => event.kind === "star_won" && event.seat === seat).length;
      return Math.max(0, stars - coming);
    });
  });
  /** Whoever is to act holds what the view says, with prompt and buttons; while others play, cards come when they are shown. */
  readonly hand = $derived.by(() => {
    const { view, show } = this.props();
    if (view.legal.length) return view.hand ?? [];
    const hand = [...(view.hand ?? [])];
    for (const event of show.ahead) {
      if (event.kind !== "drew" || event.seat !== view.seat) continue;
      for (const card of event.cards ?? []) if (hand.includes(card)) hand.splice(hand.lastIndexOf(card), 1);
    }
    return hand;
  });

  /** How the open card of a pile has come there. */
  come(place: number | "ball") {
    const { view, show } = this.props();
    const event = show.beat?.event;
    if (!event || !show.beat?.ms || !("seat" in event)) return null;
    if (place === "ball" ? !isBall(event) : pileOf(event) !== place) return null;
    const own = event.seat === view.seat;
    const from = own ? () => this.turn.from ?? spot("hand")() : seatSpot(event.seat);
    return { id: show.beat.id, ms: show.beat.ms * (own ? 1 : 0.8), own, from };
  }
}

function floorOf(event: etazhiki.Event): { readonly pile: number; readonly card: string } | null {
  if (event.kind === "floor_laid") return event;
  return event.kind === "intercepted" ? { pile: 0, card: event.card } : null;
}

function pileOf(event: etazhiki.Event): number | null {
  return floorOf(event)?.pile ?? null;
}

function ballOf(event: etazhiki.Event): string | null {
  if (event.kind === "ball_laid") return event.card;
  return event.kind === "balls_shed" ? event.top : null;
}

function isBall(event: etazhiki.Event): boolean {
  return event.kind === "ball_laid" || event.kind === "balls_shed";
}

/** How many cards the event brings to its seat. */
function gain(event: etazhiki.Event): number {
  if (event.kind === "drew") return event.count;
  if (event.kind === "balls_shed") return -event.cards.length;
  return pileOf(event) !== null || event.kind === "ball_laid" ? -1 : 0;
}
