/** Shows what happened, one event after another; the view is the truth, this only takes its time. */
import { pace } from "./settings.svelte";
import type { Event, Told, View } from "../wire";

/** One event while it is being shown. */
export interface Beat {
  readonly event: Event;
  /** Milliseconds it has; 0 when nothing travels. */
  readonly ms: number;
  readonly id: number;
}

export interface LogRow {
  readonly seat: number;
  readonly time: number;
  readonly events: readonly Event[];
}

/** How long an event is shown at normal speed. */
export type Measure = (event: Event, own: boolean) => number;

/** How long a row stays when it is shown again and nothing travels, and all of them together at most. */
const STILL = 900;
const LONGEST_REPLAY = 15_000;
/** How long after a view was told all that led to it has been shown, at the latest; sooner when this seat is to act. */
const LONGEST = 4000;
const HURRY = 1500;
/** Rows that may wait to be shown. */
const MOST_WAITING = 8;

/** An event that waits to be shown, and the row that it is the first of. */
interface Waiting {
  readonly event: Event;
  readonly row: LogRow | null;
}

/**
 * The view is always the last that was told: what may be pressed is judged by it, so prompts, hand and buttons belong
 * to it. What led there is shown in its own time: `ahead` is all of it that the eye has not reached.
 */
export class Player {
  /** The last view that was told, and its number. */
  view: View | null = $state.raw(null);
  number = $state(0);
  /** The event being shown now. */
  beat: Beat | null = $state.raw(null);
  /** Events that the eye has not reached: to be drawn as if they had not happened. */
  ahead: readonly Event[] = $state.raw([]);
  /** Everything that was shown, for the log. */
  log: readonly LogRow[] = $state.raw([]);
  round = $state(0);
  /** Rows that were seen or missed are being shown again. */
  replaying = $state(false);

  measure: Measure = () => 0;
  /** How much of the usual time everything takes. */
  speed = 1;
  private waiting: readonly Waiting[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ids = 0;
  /** When everything that waits has to have been shown. */
  private due = 0;

  /** A told view: its events are played if it follows the last one, jumped over if something lies between. */
  take(told: Told): void {
    if (told.round !== this.round) this.begin(told.round);
    const jumps = told.jumped || this.view === null || document.visibilityState === "hidden";
    if (jumps) this.jump();
    // what is told again, as on a new line, leaves what is picked
    if (told.number !== this.number || JSON.stringify(told.view) !== JSON.stringify(this.view)) this.view = told.view;
    this.number = told.number;
    this.wait([...this.waiting, ...told.rows.flatMap(waitingOf)]);
    if (jumps) return this.jump();
    this.due = performance.now() + (told.view.legal.length ? HURRY : LONGEST) * Math.max(1, pace());
    this.catchUp();
    if (this.beat === null && this.timer === undefined) this.step();
  }

  private begin(round: number): void {
    this.jump();
    this.log = [];
    this.round = round;
  }

  private wait(waiting: readonly Waiting[]): void {
    this.waiting = waiting;
    this.ahead = waiting.map(({ event }) => event);
  }

  /** Too far behind: the oldest rows are put down without being shown. */
  private catchUp(): void {
    const rows = this.waiting.flatMap(({ row }, at) => (row ? [at] : []));
    if (rows.length > MOST_WAITING) this.put(rows.at(-2) ?? 0);
  }

  /** So many events have been seen. */
  private put(count: number): void {
    const rows = this.waiting.slice(0, count).flatMap(({ row }) => row ?? []);
    this.wait(this.waiting.slice(count));
    if (rows.length) this.log = [...this.log, ...rows];
  }

  /** Nothing is left to be shown. */
  jump(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.beat = null;
    this.replaying = false;
    this.put(this.waiting.length);
  }

  /** The last rows once more, from how it was before them; whatever is told meanwhile hurries it. */
  replay(rows: readonly LogRow[]): void {
    this.jump();
    this.replaying = true;
    this.due = performance.now() + LONGEST_REPLAY;
    this.wait(rows.flatMap((row) => row.events).map((event) => ({ event, row: null })));
    this.step();
  }

  /** The log from the record, when the page came late; rows that were told while it came stand in it once. */
  fill(log: readonly LogRow[]): void {
    const last = milliseconds(log.at(-1)?.time ?? 0);
    const isNewer = ({ time }: LogRow) => milliseconds(time) > last;
    this.log = [...log, ...this.log.filter(isNewer)];
    this.waiting = this.waiting.map((one) => (one.row && !isNewer(one.row) ? { ...one, row: null } : one));
  }

  private step(): void {
    this.timer = undefined;
    const event = this.ahead[0];
    if (event === undefined) {
      this.beat = null;
      this.replaying = false;
      return;
    }
    const ms = this.time();
    this.put(1);
    this.beat = { event, ms, id: (this.ids += 1) };
    const stays = this.replaying && pace() === 0 && this.measure(event, false) > 0 ? STILL : ms;
    if (stays > 0) this.timer = setTimeout(() => this.step(), stays);
    else this.step();
  }

  /** How long the next event has: less when more waits than can be shown until it is due. */
  private time(): number {
    const wanted = this.ahead.reduce((sum, one) => sum + this.length(one), 0) * pace();
    const left = Math.max(0, this.due - performance.now());
    const next = this.ahead[0];
    return next ? this.length(next) * pace() * (wanted > left ? left / wanted : 1) : 0;
  }

  private length(event: Event): number {
    const own = "seat" in event && event.seat === this.view?.seat;
    return this.measure(event, own) * this.speed;
  }
}

/** As a record writes a time. */
export const milliseconds = (seconds: number): number => Math.round(seconds * 1000);

/** The row is logged with the first of its events. */
function waitingOf({ seat, time, events }: Told["rows"][number]): Waiting[] {
  const row = { seat, time, events };
  return events.map((event, at) => ({ event, row: at === 0 ? row : null }));
}
