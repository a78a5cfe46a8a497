/** Watches one's own turns and notes what was answered, how long it took, and what was tapped in error. */
import type { Intent, View } from "../wire";
import type { Practised } from "./practised";
import { today, type Try } from "./tries";

/** Whoever takes longer was somewhere else. */
const LONGEST = 120_000;

export class Collector {
  private since = performance.now();
  private standing: View | null = null;
  private readonly missed = new Map<string, number>();

  constructor(
    private readonly practised: Practised,
    private readonly note: (tried: readonly Try[]) => void,
    private readonly hinted: () => boolean,
  ) {}

  /** This is what one looks at; from now on the clock runs. */
  sees(view: View): void {
    if (view === this.standing) return;
    const mine = view.seat !== null && view.turn === view.seat;
    if (!mine) this.give();
    this.standing = view;
    this.since = performance.now();
  }

  /** A part that does not fit was tapped. */
  refused(view: View, intent: Intent): void {
    for (const skill of this.practised.misses(view, intent)) this.missed.set(skill, (this.missed.get(skill) ?? 0) + 1);
  }

  /** How long this has been looked at. */
  get ms(): number {
    return Math.min(LONGEST, Math.max(1, performance.now() - this.since));
  }

  /** This was asked for after so long, and accepted. */
  answered(view: View, intent: Intent, ms: number): void {
    const skill = this.practised.answers(view, intent);
    if (skill === null) return;
    const wrong = this.missed.get(skill) ?? 0;
    this.missed.delete(skill);
    this.note([this.tried(skill, ms, wrong), ...this.rest()]);
  }

  /** What was tried and not found. */
  private give(): void {
    const rest = this.rest();
    if (rest.length) this.note(rest);
  }

  private rest(): readonly Try[] {
    const rest = [...this.missed].map(([skill, wrong]) => this.tried(skill, 0, wrong));
    this.missed.clear();
    return rest;
  }

  private tried(skill: string, ms: number, wrong: number): Try {
    return { skill, day: today(), ms, wrong, hint: this.hinted() };
  }
}
