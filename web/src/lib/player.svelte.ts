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

const LONGEST_BACKLOG = 4000;
const HURRY = 1200;
/** Views that may wait to be shown. */
const MOST_WAITING = 8;

interface Item {
  readonly told: Told;
  readonly rows: readonly LogRow[];
}

export class Player {
  /** The view on the screen, and its number. */
  view: View | null = $state.raw(null);
  number = $state(0);
  /** The event being shown now. */
  beat: Beat | null = $state.raw(null);
  /** Events of this view that the eye has not reached: to be drawn as if they had not happened. */
  ahead: readonly Event[] = $state.raw([]);
  /** Everything that was shown, for the log. */
  log: readonly LogRow[] = $state.raw([]);
  round = $state(0);

  measure: Measure = () => 0;
  private queue: Item[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ids = 0;

  /** A told view: played if it follows the last one, jumped to if something lies between. */
  take(told: Told): void {
    const rows = told.rows.map(({ seat, time, events }) => ({ seat, time, events }));
    const fresh = told.round !== this.round;
    if (fresh) {
      this.jump();
      this.log = [];
      this.round = told.round;
    }
    if (told.jumped || this.view === null || document.visibilityState === "hidden") {
      this.jump();
      this.put({ told, rows });
      return;
    }
    this.queue.push({ told, rows });
    if (this.queue.length > MOST_WAITING) this.catchUp();
    if (this.beat === null && this.timer === undefined) this.next();
  }

  /** Too far behind: the oldest are put down without being shown. */
  private catchUp(): void {
    for (const item of this.queue.splice(0, this.queue.length - 2)) this.put(item);
  }

  /** To the last view at once. */
  jump(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.beat = null;
    this.ahead = [];
    for (const item of this.queue.splice(0)) this.put(item);
  }

  /** The whole log from the record, when the page came late. */
  fill(log: readonly LogRow[]): void {
    if (log.length > this.log.length) this.log = log;
  }

  private put({ told, rows }: Item): void {
    this.view = told.view;
    this.number = told.number;
    this.log = [...this.log, ...rows];
  }

  private next(): void {
    this.timer = undefined;
    const item = this.queue.shift();
    if (!item) return;
    const events = item.rows.flatMap((row) => row.events);
    this.ahead = events;
    this.put(item);
    this.step();
  }

  private step(): void {
    const [event, ...ahead] = this.ahead;
    if (event === undefined) {
      this.beat = null;
      this.next();
      return;
    }
    const ms = this.time(event);
    this.beat = { event, ms, id: (this.ids += 1) };
    this.ahead = ahead;
    if (ms > 0) this.timer = setTimeout(() => this.step(), ms);
    else this.step();
  }

  /** Less time for each when many wait, and when it is for this seat to act. */
  private time(event: Event): number {
    const normal = this.length(event) * pace();
    const waiting = this.ahead.concat(this.queue.flatMap((one) => one.rows.flatMap((row) => row.events)));
    const backlog = waiting.reduce((sum, one) => sum + this.length(one) * pace(), 0);
    const last = this.queue.at(-1)?.told.view ?? this.view;
    const limit = last?.legal.length ? HURRY : LONGEST_BACKLOG;
    return backlog > limit ? (normal * limit) / backlog : normal;
  }

  private length(event: Event): number {
    const own = "seat" in event && event.seat === this.view?.seat;
    return this.measure(event, own);
  }
}
