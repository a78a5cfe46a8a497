/** What this person has picked and not yet sent; what can be picked is `view.legal` and nothing else. */
import { laysOf, question, wouldBe, type Answers, type Question } from "./steering";
import { Steps } from "./steps.svelte";
import type { Held } from "./tiles";
import type { TableProps } from "../table";
import type { upturn } from "../../wire";

export type Props = TableProps<upturn.View, upturn.Intent, upturn.Event>;
export type Phase = "lay" | "steer" | "tuck" | "give";

export class Turn {
  picked: Held | null = $state.raw(null);
  /** Marked while others play: picked when the turn comes, if it fits then. */
  planned: Held | null = $state.raw(null);
  answers: Answers = $state.raw({});
  private said: readonly Question[] = $state.raw([]);
  /** Enough tucked: on to the gifts. */
  enough = $state(false);
  readonly steps = new Steps();
  /** Where the sent tile lay on the rack. */
  from: DOMRect | null = null;

  constructor(private readonly props: () => Props) {}

  private readonly legal = $derived.by(() => this.props().view.legal);
  readonly tucks = $derived.by(() => this.legal.filter((one): one is upturn.Tuck => one.kind === "tuck"));
  readonly gives = $derived.by(() => this.legal.filter((one): one is upturn.Give => one.kind === "give"));
  readonly lays = $derived.by(() => (this.picked ? laysOf(this.legal, this.picked.tile, this.answers) : []));
  readonly asked = $derived.by(() => question(this.lays));
  /** The one lay that everything said so far comes to. */
  readonly ready = $derived.by(() => (this.asked ? null : (this.lays[0] ?? null)));
  /** Which way the row goes after the picked tile, as far as it is said. */
  readonly trend: "up" | "down" | null = $derived.by(() => {
    const said = this.answers.trend ?? { U: "up", D: "down" }[this.picked?.tile ?? ""];
    return said === "up" || said === "down" ? said : null;
  });
  readonly phase: Phase = $derived.by(() => {
    if (this.tucks.length && !this.enough) return "tuck";
    if (this.gives.length) return "give";
    return this.asked ? "steer" : "lay";
  });
  /** The tiles that can be used now. */
  readonly open: ReadonlySet<string> = $derived.by(() => {
    if (this.phase === "tuck") return new Set(this.tucks.map((one) => one.tile));
    return new Set(this.legal.flatMap((one) => (one.kind === "lay" ? [one.tile] : [])));
  });

  offer(kind: upturn.Intent["kind"]): upturn.Intent | null {
    return this.legal.find((one) => one.kind === kind) ?? null;
  }

  reset(): void {
    this.picked = null;
    this.answers = {};
    this.said = [];
    if (!this.tucks.length) this.enough = false;
    if (!this.steps.sending) this.steps.clear();
    if (this.mine) this.remember();
  }

  private readonly mine = $derived.by(() => this.props().view.turn === this.props().view.seat);

  private remember(): void {
    const held = this.planned;
    this.planned = null;
    if (held && this.phase === "lay" && this.open.has(held.tile)) this.pick(held);
  }

  /** A tap on a tile of the rack. */
  tap(held: Held, from: DOMRect): void {
    const { busy, asksFirst, onwhy } = this.props();
    if (busy || this.steps.sending) return;
    this.from = from;
    if (!this.mine) this.planned = this.planned?.key === held.key ? null : held;
    else if (!this.open.has(held.tile)) {
      this.drop();
      onwhy(wouldBe(held.tile, this.phase === "tuck"));
    } else if (this.phase === "tuck") this.tuck(held.tile);
    else if (this.picked?.key !== held.key) this.pick(held);
    else if (asksFirst || this.asked) this.drop();
    else this.confirm();
  }

  /** A tile let go over the table. */
  land(held: Held, from: DOMRect): void {
    if (!this.open.has(held.tile) || this.phase === "tuck") return this.tap(held, from);
    this.from = from;
    this.pick(held);
    if (!this.props().asksFirst) this.confirm();
  }

  private pick(held: Held): void {
    const { view } = this.props();
    const lays = laysOf(view.legal, held.tile);
    this.picked = held;
    this.said = [];
    this.answers = view.seats === 2 && lays.some((lay) => lay.order) ? { order: view.order } : {};
  }

  answer(value: string): void {
    if (!this.asked) return;
    this.said = [...this.said, this.asked.ask];
    this.answers = { ...this.answers, [this.asked.ask]: value };
    if (!this.props().asksFirst) this.confirm();
  }

  confirm(): void {
    if (this.ready && !this.props().busy) this.props().onintent(this.ready);
  }

  /** One step back. */
  cancel(): void {
    const last = this.said.at(-1);
    if (last && !this.props().busy) {
      this.said = this.said.slice(0, -1);
      this.answers = { ...this.answers, [last]: undefined };
    } else if (this.steps.chosen.length) this.steps.drop();
    else this.drop();
  }

  private drop(): void {
    this.planned = null;
    if (this.props().busy) return;
    this.picked = null;
    this.answers = {};
    this.said = [];
  }

  // Small steps

  isChosen(tile: string): boolean {
    return this.steps.chosen.some((step) => step.kind === "tuck" && step.tile === tile);
  }

  private tuck(tile: string): void {
    const offer = this.tucks.find((one) => one.tile === tile);
    if (this.isChosen(tile)) this.steps.drop((step) => step.kind === "tuck" && step.tile === tile);
    else if (offer) this.step(offer);
  }

  give(seat: number): void {
    const offer = this.gives.find((one) => one.to === seat);
    if (offer && !this.props().busy) this.step(offer);
  }

  ungive(seat: number): void {
    this.steps.drop((step) => step.kind === "give" && step.to === seat);
  }

  given(seat: number): number {
    return this.steps.chosen.filter((step) => step.kind === "give" && step.to === seat).length;
  }

  private step(offer: upturn.Tuck | upturn.Give): void {
    if (this.props().asksFirst) this.steps.add(offer);
    else this.props().onintent(offer);
  }
}
