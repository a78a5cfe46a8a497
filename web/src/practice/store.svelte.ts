/** What each child of this device has tried, by game and face: kept in this browser and sent nowhere. */
import { keep, kept } from "../lib/keep";
import type { Try } from "./tries";

/** Short, since there are many: skill, day, ms, wrong taps, hint. */
type Row = readonly [skill: string, day: number, ms: number, wrong: number, hint: 0 | 1];

export interface Child {
  readonly name: string;
  readonly tries: readonly Row[];
}

type Games = Readonly<Record<string, Readonly<Record<string, Child>>>>;

const KEY = "practice";
/** Older ones are forgotten. */
const MOST = 3000;

class Store {
  private games: Games = $state.raw(kept<Games>(KEY, {}));

  /** Those who have tried something, by face. */
  children(game: string): Readonly<Record<string, Child>> {
    return this.games[game] ?? {};
  }

  tries(game: string, face: string): readonly Try[] {
    const rows = this.games[game]?.[face]?.tries ?? [];
    return rows.map(([skill, day, ms, wrong, hint]) => ({ skill, day, ms, wrong, hint: hint === 1 }));
  }

  add(game: string, face: string, name: string, tried: readonly Try[]): void {
    if (!tried.length) return;
    const before = kept<Games>(KEY, {}); // another tab may have added some
    const rows = tried.map(({ skill, day, ms, wrong, hint }): Row => [skill, day, Math.round(ms), wrong, hint ? 1 : 0]);
    const child = { name, tries: [...(before[game]?.[face]?.tries ?? []), ...rows].slice(-MOST) };
    this.write({ ...before, [game]: { ...before[game], [face]: child } });
  }

  erase(game: string, face: string): void {
    const left = Object.entries(this.children(game)).filter(([one]) => one !== face);
    this.write({ ...this.games, [game]: Object.fromEntries(left) });
  }

  private write(games: Games): void {
    this.games = games;
    keep(KEY, games);
  }
}

export const store = new Store();
