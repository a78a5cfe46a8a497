/** Shows what happened, one event after another; the view is the truth, this only takes its time. */
import { pace } from "./settings.svelte";
import type { Event, Intent, Told, View } from "../wire";

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
  /** Rows that were seen or missed are being shown again. */
  replaying = $state(false);

  measure: Measure = () => 0;
  private queue: Item[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ids = 0;
  /** When everything that waits has to have been shown. */
  private due = 0;

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
    this.due = performance.now() + (told.view.legal.length ? HURRY : LONGEST);
    if (this.queue.length > MOST_WAITING) this.catchUp();
    this.view = this.stillOpen(this.view);
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
    this.replaying = false;
    for (const item of this.queue.splice(0)) this.put(item);
  }

  /** The last rows once more, from how it was before them; whatever is told meanwhile hurries it. */
  replay(rows: readonly LogRow[]): void {
    this.jump();
    this.replaying = true;
    this.due = performance.now() + LONGEST_REPLAY;
    this.ahead = rows.flatMap((row) => row.events);
    this.step();
  }

  /** The whole log from the record, when the page came late. */
  fill(log: readonly LogRow[]): void {
    if (log.length > this.log.length) this.log = log;
  }

  private put({ told, rows }: Item): void {
    this.view = this.stillOpen(told.view);
    this.number = told.number;
    this.log = [...this.log, ...rows];
  }

  /** A view that is shown while newer ones wait offers only what the newest offers too: nothing comes too late. */
  private stillOpen(view: View): View {
    const newest = this.queue.at(-1)?.told.view;
    if (!newest || !view.legal.length) return view;
    const open = new Set(newest.legal.map((intent) => JSON.stringify(intent)));
    const legal = (view.legal as readonly Intent[]).filter((intent) => open.has(JSON.stringify(intent)));
    return legal.length === view.legal.length ? view : ({ ...view, legal } as View);
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
      this.replaying = false;
      this.next();
      return;
    }
    const ms = this.time(event);
    this.beat = { event, ms, id: (this.ids += 1) };
    this.ahead = ahead;
    const stays = this.replaying && pace() === 0 && this.measure(event, false) > 0 ? STILL : ms;
    if (stays > 0) this.timer = setTimeout(() => this.step(), stays);
    else this.step();
  }

  /** Less time for each when more waits than can be shown until it is due. */
  private time(event: Event): number {
    const waiting = this.ahead.concat(this.queue.flatMap((one) => one.rows.flatMap((row) => row.events)));
    const wanted = waiting.reduce((sum, one) => sum + this.length(one), 0) * pace();
    const left = Math.max(0, this.due - performance.now());
    return this.length(event) * pace() * (wanted > left ? left / wanted : 1);
  }

  private length(event: Event): number {
    const own = "seat" in event && event.seat === this.view?.seat;
    return this.measure(event, own);
  }
}
