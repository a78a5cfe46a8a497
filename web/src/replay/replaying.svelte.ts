/** A game shown again: the line of its table, which tells one moment after another, in the place of the prompt. */
import { Refused } from "../lib/http";
import type { Answer, LineState, TableLine } from "../lib/line.svelte";
import type { LogRow } from "../lib/player.svelte";
import type { Refusal } from "../lib/speech";
import type { Coach } from "../lib/table.svelte";
import type { Intent, Landmark, Moment, Replay, ServerMessage, TableIntent, TableView, Told, View } from "../wire";
import Bar from "./Bar.svelte";
import { tableOf } from "./company";
import Happened from "./Happened.svelte";
import type { Eyes, Source } from "./source";
import { words } from "./words";

/** A moment with its whole view. */
interface Shown {
  readonly moment: Moment;
  readonly view: View;
}

/** Moments that are asked for at a time. */
const PART = 60;
/** Rows that the log beside the table shows at most. */
const LOGGED = 60;
/** Milliseconds that a moment stays, and how much of the usual time its parts take to travel. */
export const SPEEDS = [
  { name: "slow", stays: 1800, travels: 1.5 },
  { name: "usual", stays: 800, travels: 1 },
  { name: "fast", stays: 150, travels: 0.4 },
] as const;

/** Nothing can be asked for in a game that was played; a tap on a card says nothing. */
const OVER: Refusal = { reason: "game-over", clause: null, parameters: {} };

export class Replaying implements TableLine, Coach {
  readonly token = null;
  readonly recorded = false;
  readonly bye = null;
  readonly asking = 0;
  readonly actions = [];
  readonly Panel = Happened;
  readonly Row = Bar;
  state: LineState = $state("open");
  table: TableView | null = $state.raw(null);
  told: Told | null = $state.raw(null);
  onTold: (told: Told) => void = () => {};
  onMessage: (message: ServerMessage) => void = () => {};
  /** Called when the log of the table is to be another one. */
  onLog: (rows: readonly LogRow[]) => void = () => {};

  /** The moment that is shown: after so many rows. */
  at = $state(0);
  rows = $state(0);
  eyes: Eyes = $state.raw({ seat: null, open: false });
  landmarks: readonly Landmark[] = $state.raw([]);
  hands: Moment["hands"] = $state.raw(null);
  /** What the page has to know of the game besides its moments. */
  about: Replay | null = $state.raw(null);
  playing = $state(false);
  speed = $state(1);
  /** Why the moment that was asked for cannot be shown. */
  problem: Refusal | null = $state.raw(null);
  private shown = new Map<number, Shown>();
  /** The moment that is being fetched; 0 if none. */
  private wanted = 0;
  /** How often one was asked for: the same moment may be asked for twice, through other eyes. */
  private asked = 0;
  private count = 0;

  constructor(readonly source: Source) {}

  readonly over: boolean = $derived.by(() => this.about !== null && this.about.outcome !== null);
  readonly said: string = $derived.by(() => (this.playing ? "" : words().moment(this.at, this.rows)));

  // Where it is

  step(by: number): Promise<void> {
    return this.go((this.wanted || this.at) + by);
  }

  /** To the landmark before or after this moment, else to the beginning or the end. */
  leap(by: -1 | 1): Promise<void> {
    const numbers = this.landmarks.map(({ number }) => number);
    const found = by > 0 ? numbers.find((one) => one > this.at) : numbers.findLast((one) => one < this.at);
    return this.go(found ?? (by > 0 ? this.rows : 1));
  }

  /** Shows a moment; the last one asked for counts, whatever comes first. */
  async go(number: number): Promise<void> {
    const to = Math.max(1, this.rows ? Math.min(number, this.rows) : number);
    if (to === this.at && this.wanted === 0) return;
    this.wanted = to;
    const asked = (this.asked += 1);
    try {
      await this.need(to);
      if (to > this.rows) await this.need(this.rows);
      if (this.asked === asked) this.show(Math.min(to, this.rows));
    } catch (error) {
      if (this.asked === asked) this.fail(error);
    }
    if (this.asked === asked) this.wanted = 0;
  }

  /** The same moment through other eyes; the one that is on its way, if one is. */
  async look(eyes: Eyes): Promise<void> {
    const [before, shown, at] = [this.eyes, this.shown, this.at];
    const to = this.wanted || at || 1;
    [this.eyes, this.shown, this.at] = [eyes, new Map(), 0];
    const going = this.go(to);
    const { asked } = this;
    await going;
    if (!this.problem || this.asked !== asked) return;
    [this.eyes, this.shown, this.at] = [before, shown, at];
  }

  toggle(): void {
    if (!this.playing && this.at === this.rows) void this.go(1);
    this.playing = !this.playing;
  }

  faster(): void {
    this.speed = (this.speed + 1) % SPEEDS.length;
  }

  // Moments

  /** This moment is here, and so are those that the log tells of. */
  private async need(number: number): Promise<void> {
    if (!this.shown.has(number)) await this.load(number);
    const before = Math.max(1, number - LOGGED);
    if (!this.shown.has(before)) await this.load(before);
  }

  /** Asks for the part of the game that this moment is in; for the first, where the game is not that long. */
  private async load(wanted: number): Promise<void> {
    const eyes = this.eyes;
    const number = wanted - ((wanted - 1) % PART);
    const got = await this.source.load(number, eyes).catch((error: unknown) => {
      if (number > 1 && error instanceof Refused && error.refusal.reason === "no-such-row") return this.source.load(1, eyes);
      throw error;
    });
    if (eyes !== this.eyes) return;
    this.about = got;
    [this.rows, this.landmarks] = [got.rows, got.landmarks];
    let view = {} as View;
    for (const moment of got.moments) {
      view = { ...view, ...moment.view };
      this.shown.set(moment.number, { moment, view });
    }
  }

  private show(to: number): void {
    const shown = this.shown.get(to);
    if (!shown || !this.about) return;
    const follows = to === this.at + 1 && this.table !== null;
    this.problem = null;
    this.at = to;
    this.count += 1;
    this.hands = shown.moment.hands;
    if (!this.table || this.table.seat !== this.about.own || !follows) this.table = tableOf(this.source, this.about);
    const { seat, time, events } = shown.moment;
    const rows = follows ? [{ number: to, seat, time, events }] : [];
    this.told = { kind: "told", number: this.count, round: 1, time, jumped: !follows, rows, view: shown.view };
    this.onTold(this.told);
    if (!follows) this.onLog(this.log(to));
  }

  private log(to: number): readonly LogRow[] {
    const rows: LogRow[] = [];
    for (let at = to; at > Math.max(0, to - LOGGED); at -= 1) {
      const moment = this.shown.get(at)?.moment;
      if (!moment) break;
      rows.unshift(moment);
    }
    return rows;
  }

  private fail(error: unknown): void {
    this.playing = false;
    this.problem = error instanceof Refused ? error.refusal : { reason: "no-server", clause: null, parameters: {} };
  }

  // The line of a table at which nothing is asked

  ask(_intent: Intent): Promise<Answer> {
    return Promise.resolve({ ok: false, refusal: OVER, since: [] });
  }

  why(intent: Intent): Promise<Answer> {
    return this.ask(intent);
  }

  do(_intent: TableIntent): Promise<Answer> {
    return Promise.resolve({ ok: true, number: null });
  }

  say(): void {}

  refused(): void {}

  close(): void {
    this.playing = false;
  }
}
