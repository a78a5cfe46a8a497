/** What the person has picked and not yet sent, over what the view offers. */
import { keep, kept } from "../../lib/keep";
import { sideOf } from "./sides";
import type { sequence } from "../../wire";
import type { TableProps } from "../table";
import { arrange, moved, type Slot } from "./hand";
import { offersOf, phaseOf, type Chip, type Offers, type Phase } from "./offers";
import { sceneOf, type Scene } from "./scene";
import { cellsOf, isJack, removes, SQUARES, squareOf } from "./squares";

export type Props = TableProps<sequence.View, sequence.Intent, sequence.Event>;

const ORDER = "sequence.hand";
/** More targets than this are marked quietly. */
const MANY = 12;
const NOTHING: ReadonlyMap<string, Chip> = new Map();
const NO_OFFERS = offersOf([]);

export class Play {
  private readonly given: () => Props;
  private slot: string | null = $state(null);
  private cell: string | null = $state(null);
  private order: readonly string[] = $state.raw(kept<readonly string[]>(ORDER, []));
  private at = $state(0);
  /** The last chip that came or went: stays marked until the next. */
  last: string | null = $state(null);
  /** From where on the screen the picked card will fly. */
  from: DOMRect | null = null;
  private sent = false;
  private seat: number | null = null;

  readonly props: Props = $derived.by(() => this.given());
  readonly view: sequence.View = $derived.by(() => this.props.view);
  /** All that may be asked for; buttons show it also while an answer is awaited. */
  readonly legal: Offers = $derived.by(() => offersOf(this.view.legal));
  /** None while an answer is awaited. */
  readonly offers: Offers = $derived.by(() => (this.props.busy ? NO_OFFERS : this.legal));
  /** A card waits for us; its place in the hand stays until it has come. */
  readonly owed: boolean = $derived.by(() => this.legal.draw !== null);
  readonly phase: Phase = $derived.by(() => phaseOf(this.view, this.legal));
  readonly scene: Scene = $derived.by(() => sceneOf(this.view, this.props.show.ahead));
  /** Whoever is to act holds what the view says, with prompt and buttons; while others play, cards come when they are shown. */
  private readonly hand = $derived.by(() => (this.view.legal.length ? (this.view.hand ?? []) : this.scene.hand));
  readonly slots: readonly Slot[] = $derived.by(() => arrange(this.hand, this.order));

  readonly picked: Slot | null = $derived.by(() => this.slots.find((slot) => slot.id === this.slot) ?? null);
  /** Where the picked card may go now. */
  readonly targets: ReadonlyMap<string, Chip> = $derived.by(
    () => (this.picked && this.offers.targets.get(this.picked.card)) || NOTHING,
  );
  readonly many: boolean = $derived.by(() => this.targets.size > MANY);
  /** Not yet on turn: the free cells that show the picked card, to think ahead. */
  readonly planning: boolean = $derived.by(() => this.phase === "wait" || this.phase === "owed");
  readonly plan: ReadonlySet<string> = $derived.by(
    () => new Set(this.planning && this.picked ? cellsOf(this.picked.card).filter((cell) => !this.view.chips[cell]) : []),
  );
  /** Where the picked card stands, not yet sent. */
  readonly ghost: string | null = $derived.by(() => this.cell);
  /** What that would do; it stays while the answer is awaited. */
  readonly meant: Chip | null = $derived.by(
    () => (this.cell !== null && this.picked && this.legal.targets.get(this.picked.card)?.get(this.cell)) || null,
  );
  readonly five: Extract<sequence.Intent, { kind: "choose" }> | null = $derived.by(
    () => this.legal.fives[this.at % Math.max(1, this.legal.fives.length)] ?? null,
  );
  readonly line: ReadonlySet<string> = $derived.by(
    () => new Set(this.legal.fives.flatMap((intent) => intent.cells)),
  );
  /** Cells on which a tap does something. */
  readonly open: ReadonlySet<string> = $derived.by(() => {
    if (this.line.size) return this.line;
    if (this.picked) return this.planning ? this.plan : new Set(this.targets.keys());
    // A tap picks the card that the cell shows; a jack has to be picked first.
    return new Set([...this.offers.targets].flatMap(([card, cells]) => cellsOf(card).filter((cell) => cells.has(cell))));
  });

  constructor(given: () => Props) {
    this.given = given;
  }

  /** After a new view: what was sent is no longer picked, what is gone cannot stay picked. */
  settle(): void {
    const { view } = this;
    const gone = this.slot !== null && !this.picked;
    if (this.sent || gone || view.seat !== this.seat || view.outcome) this.clear();
    if (this.cell !== null && this.phase === "move" && !this.targets.has(this.cell)) this.cell = null;
    if (this.phase !== "choose") this.at = 0;
    this.sent = false;
    this.seat = view.seat;
  }

  mark(events: readonly sequence.Event[]): void {
    const chip = events.findLast((event) => event.kind === "placed" || event.kind === "removed");
    if (chip) this.last = chip.cell;
    else if (!Object.keys(this.view.chips).length) this.last = null;
  }

  clear(): void {
    this.slot = this.cell = null;
  }

  /** Whether a card is asked for, so that those that do not fit are dimmed. */
  get choosing(): boolean {
    return this.phase === "move" || this.phase === "pass" || this.phase === "forfeit";
  }

  /** Whether a tap on the card can lead to something now. */
  fits(card: string): boolean {
    if (this.phase === "forfeit") return this.legal.forfeit.has(card);
    return !this.choosing || this.legal.targets.has(card) || this.legal.exchange.has(card);
  }

  pick(slot: Slot): void {
    if (this.props.busy || this.phase === "over" || this.phase === "choose") return;
    if (this.slot === slot.id) return this.clear();
    if (!this.fits(slot.card)) return this.askWhy(slot.card);
    this.clear();
    this.slot = slot.id;
  }

  /** A finger, a mouse or Enter on a cell; `sure` sends a ghost that is there already. */
  touch(cell: string, sure = false): void {
    if (this.props.busy) return;
    if (this.phase === "choose") return this.cycle(cell);
    if (this.targets.has(cell)) return this.stand(cell, sure);
    if (this.planning) return this.planFor(cell);
    if (this.phase !== "move") return;
    const card = squareOf(cell)?.card;
    const natural = this.slots.find((slot) => slot.card === card && this.offers.targets.get(slot.card)?.has(cell));
    if (natural) {
      this.clear();
      this.slot = natural.id;
      if (this.props.asksFirst) this.cell = cell;
    } else if (!this.picked) {
      const any = card ?? this.slots.find((slot) => !removes(slot.card))?.card;
      if (any) this.props.onwhy({ kind: "place", card: any, cell });
    } else if (!this.offers.exchange.has(this.picked.card)) {
      this.props.onwhy(chipOf(this.picked.card, cell));
    }
  }

  private stand(cell: string, sure: boolean): void {
    const again = this.cell === cell;
    this.cell = cell;
    if (!this.props.asksFirst || (sure && again)) this.done();
  }

  private planFor(cell: string): void {
    if (!this.picked) return;
    const fits = this.plan.has(cell) || (isJack(this.picked.card) && squareOf(cell)?.card);
    this.cell = fits && this.cell !== cell ? cell : null;
  }

  /** The next five that has this cell in it. */
  private cycle(cell: string): void {
    const { fives } = this.offers;
    const steps = fives.map((_, step) => this.at + step + 1);
    this.at = steps.find((at) => fives[at % fives.length]?.cells.includes(cell)) ?? this.at;
  }

  nextFive(): void {
    this.at += 1;
  }

  /** Готово: whatever stands on the table as a ghost is sent. */
  done(): void {
    const chip = this.cell === null ? undefined : this.targets.get(this.cell);
    const card = this.picked?.card ?? "";
    const intent = this.five ?? chip ?? this.offers.exchange.get(card) ?? this.offers.forfeit.get(card);
    if (intent) this.send(intent);
  }

  send(intent: sequence.Intent | null): void {
    if (!intent || this.props.busy) return;
    this.sent = intent.kind !== "draw";
    this.props.onintent(intent);
  }

  /** The move that a dimmed card would have been: the server says why it cannot be. */
  private askWhy(card: string): void {
    if (this.phase === "forfeit") return this.props.onwhy({ kind: "forfeit", card });
    if (this.view.exchanged && !isJack(card)) return this.props.onwhy({ kind: "exchange", card });
    const foreign = SQUARES.find(({ cell }) => this.view.chips[cell] && this.view.chips[cell] !== this.side);
    const [own] = cellsOf(card);
    this.props.onwhy(chipOf(card, own ?? (removes(card) && foreign ? foreign.cell : "b1")));
  }

  /** The side of this seat. */
  get side(): string {
    return sideOf(this.view.seat ?? 0, this.view.sides);
  }

  moveCard(id: string, to: number): void {
    this.order = moved(this.slots, id, to);
    keep(ORDER, this.order);
  }
}

function chipOf(card: string, cell: string): Chip {
  return { kind: removes(card) ? "remove" : "place", card, cell };
}
