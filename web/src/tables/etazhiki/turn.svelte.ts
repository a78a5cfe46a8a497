/** What this person has picked and not yet sent; what can be picked is `view.legal` and nothing else. */
import { isFloor, type Held } from "./cards";
import type { TableProps } from "../table";
import type { etazhiki } from "../../wire";

export type Props = TableProps<etazhiki.View, etazhiki.Intent, etazhiki.Event>;
type Kind = etazhiki.Intent["kind"];

export class Turn {
  picked: Held | null = $state.raw(null);
  /** Marked while others play: picked when the turn comes, if it fits then. */
  planned: Held | null = $state.raw(null);
  /** The pile that was chosen, where there are two. */
  pile: number | null = $state(null);
  /** Where the sent card lay in the hand. */
  from: DOMRect | null = null;
  private tried: { readonly card: string; readonly view: etazhiki.View } | null = null;
  private missed: etazhiki.View | null = $state.raw(null);

  constructor(private readonly props: () => Props) {}

  private readonly legal = $derived.by(() => this.props().view.legal);
  /** The cards that can be used now. */
  readonly open: ReadonlySet<string> = $derived.by(() => new Set(this.legal.flatMap((one) => cardOf(one) ?? [])));
  readonly offers = $derived.by(() => (this.picked ? this.offersOf(this.picked.card) : []));
  readonly ready = $derived.by(() => {
    if (this.offers.length === 1) return this.offers[0] ?? null;
    return this.offers.find((one) => one.kind === "floor" && this.pile !== null && one.pile === this.pile) ?? null;
  });
  readonly intercepts = $derived.by(() =>
    this.legal.filter((one): one is etazhiki.Intercept => one.kind === "intercept"),
  );
  /** Somebody else was faster with this view. */
  readonly late = $derived.by(() => this.missed !== null && this.missed === this.props().view);

  offer(kind: Kind): etazhiki.Intent | null {
    return this.legal.find((one) => one.kind === kind) ?? null;
  }

  private offersOf(card: string): etazhiki.Intent[] {
    return this.legal.filter((one) => cardOf(one) === card);
  }

  /** Whether the picked card may go to this pile of floors, or to the balls. */
  takes(place: number | "ball"): boolean {
    return this.offers.some((one) =>
      one.kind === "floor" ? (one.pile ?? 0) === place : place === "ball" && one.kind !== "intercept",
    );
  }

  /** Where the picked card would lie: shown as a ghost. */
  ghost(place: number | "ball"): string | null {
    const only = this.ready;
    if (!this.picked || !only) return null;
    const there = only.kind === "floor" ? (only.pile ?? 0) : "ball";
    return there === place ? this.picked.card : null;
  }

  reset(): void {
    const { view } = this.props();
    this.picked = null;
    this.pile = null;
    if (view.turn === view.seat) this.remember();
  }

  private remember(): void {
    const held = this.planned;
    this.planned = null;
    if (held && this.open.has(held.card)) this.pick(held);
  }

  /** An interception was sent, is answered, and a new view has come: was it ours? */
  judge(): void {
    const { view, busy } = this.props();
    if (!this.tried || busy || view === this.tried.view) return;
    if (view.turn !== view.seat && view.hand?.includes(this.tried.card)) this.missed = view;
    this.tried = null;
  }

  /** A tap on a card of the hand. */
  tap(held: Held, from: DOMRect): void {
    const { busy, asksFirst, onwhy } = this.props();
    if (busy) return;
    this.from = from;
    const offers = this.offersOf(held.card);
    const night = offers.find((one): one is etazhiki.Intercept => one.kind === "intercept");
    if (night) this.intercept(night);
    else if (this.mayPlan(held.card)) this.planned = this.planned?.key === held.key ? null : held;
    else if (!offers.length) {
      this.cancel();
      onwhy(this.wouldBe(held.card));
    } else if (this.picked?.key !== held.key) this.pick(held);
    else if (asksFirst || !this.ready) this.cancel();
    else this.confirm();
  }

  /** While others play; a night card is for now or not at all. */
  private mayPlan(card: string): boolean {
    const { view } = this.props();
    return view.turn !== view.seat && !view.outcome && !card.startsWith("N");
  }

  /** Speed decides: sent at once, never asked about. */
  intercept(intent: etazhiki.Intercept): void {
    const { view, busy, onintent } = this.props();
    if (busy) return;
    this.tried = { card: intent.card, view };
    onintent(intent);
  }

  /** A card let go over a pile, or anywhere over the table where there is one place for it. */
  land(held: Held, place: number | null, from: DOMRect): void {
    if (this.offersOf(held.card).some((one) => one.kind === "intercept")) return this.tap(held, from);
    if (!this.open.has(held.card)) return;
    this.from = from;
    this.pick(held);
    if (place !== null && this.takes(place)) this.pile = place;
    if (!this.props().asksFirst) this.confirm();
  }

  private pick(held: Held): void {
    this.picked = held;
    this.pile = null;
  }

  /** A tap on a pile while a card is picked. */
  put(place: number | "ball"): void {
    if (!this.takes(place)) return;
    const again = this.offers.length === 1 || this.pile === place;
    if (place !== "ball") this.pile = place;
    if (again || !this.props().asksFirst) this.confirm();
  }

  confirm(): void {
    if (this.ready && !this.props().busy) this.props().onintent(this.ready);
  }

  cancel(): void {
    this.planned = null;
    if (this.props().busy) return;
    this.picked = null;
    this.pile = null;
  }

  /** What a card that cannot be used now would have been, to ask why. */
  private wouldBe(card: string): etazhiki.Intent {
    const { view } = this.props();
    if (view.turn !== view.seat && card.startsWith("N")) return { kind: "intercept", card };
    if (view.shedding) return { kind: "shed", top: card };
    if (!isFloor(card)) return { kind: "ball", card };
    return view.floors.length > 1 ? { kind: "floor", card, pile: 0 } : { kind: "floor", card };
  }
}

function cardOf(intent: etazhiki.Intent): string | null {
  if (intent.kind === "shed") return intent.top;
  return "card" in intent ? intent.card : null;
}
