/** What was tried, and what that says: how sure and how quick somebody is with each skill, and what to repeat when. */

/** When it was answered last in the time that it took; 0 ms: tried, not answered. */
export interface Try {
  readonly skill: string;
  /** Days since 1970, by the clock on the wall. */
  readonly day: number;
  readonly ms: number;
  /** Wrong taps before. */
  readonly wrong: number;
  readonly hint: boolean;
}

export type Standing = "new" | "good" | "middle" | "hard";

export interface Skill {
  readonly skill: string;
  readonly met: number;
  /** How much of it was right at once, from 0 to 1, lately. */
  readonly right: number;
  /** The usual time, in ms; null without an answer. */
  readonly ms: number | null;
  readonly hints: number;
  readonly standing: Standing;
}

/** The last tries say how it is now. */
const LATELY = 6;
const SURE = 0.8;
const UNSURE = 0.6;
/** So much slower than one's own usual time is slow. */
const SLOW = 1.5;
/** Nobody is slow within this time. */
const QUICK = 4000;
/** Days until something is asked again, by how often it was right at once in a row. */
const INTERVALS = [0, 1, 2, 4, 8, 16, 32];

export function today(now = new Date()): number {
  return Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / 86_400_000);
}

export function median(numbers: readonly number[]): number | null {
  if (!numbers.length) return null;
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? (sorted[middle] ?? null) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** One's own usual time. */
export function usual(tries: readonly Try[]): number | null {
  return median(tries.filter(({ ms, hint }) => ms > 0 && !hint).map(({ ms }) => ms)) ?? median(tries.filter(({ ms }) => ms > 0).map(({ ms }) => ms));
}

export function skillOf(skill: string, tries: readonly Try[]): Skill {
  const all = tries.filter((one) => one.skill === skill);
  const alone = all.filter(({ hint }) => !hint);
  // What was done without help says more, once there is enough of it.
  const lately = (alone.length >= 2 ? alone : all).slice(-LATELY);
  const right = lately.length ? lately.filter(isRight).length / lately.length : 0;
  const ms = median(lately.filter(isAnswered).map((one) => one.ms));
  const hints = all.filter(({ hint }) => hint).length;
  return { skill, met: all.length, right, ms, hints, standing: standing(all.length, right, ms, usual(tries)) };
}

function standing(met: number, right: number, ms: number | null, own: number | null): Standing {
  if (!met) return "new";
  const slow = ms !== null && own !== null && ms > Math.max(QUICK, own * SLOW);
  if (right < UNSURE || ms === null || slow) return "hard";
  return met >= 2 && right >= SURE ? "good" : "middle";
}

const isAnswered = ({ ms }: Try) => ms > 0;
const isRight = (one: Try) => isAnswered(one) && one.wrong === 0;

export interface Day {
  readonly day: number;
  readonly count: number;
  readonly right: number;
  readonly ms: number | null;
}

/** The days on which something was tried, the last `most` of them. */
export function days(tries: readonly Try[], most = 14): readonly Day[] {
  const all = [...new Set(tries.map(({ day }) => day))].sort((one, other) => one - other).slice(-most);
  return all.map((day) => {
    const on = tries.filter((one) => one.day === day);
    return { day, count: on.length, right: on.filter(isRight).length / on.length, ms: usual(on) };
  });
}

/** How often in a row, lately, it was right at once, without help and not slowly. */
function box(tries: readonly Try[], own: number | null): number {
  const good = (one: Try) => isRight(one) && !one.hint && (own === null || one.ms <= Math.max(QUICK, own * SLOW));
  const from = tries.findLastIndex((one) => !good(one)) + 1;
  return Math.min(tries.length - from, INTERVALS.length - 1);
}

/**
 * What to ask next: what is due comes first, the least sure before the others; then what is new, in the order of the
 * skills; then the rest by how long ago it was. What was asked just now waits. A little chance, so that no two rounds are the same.
 */
export function next(skills: readonly string[], tries: readonly Try[], asked: readonly string[], day: number, chance: () => number = Math.random): string {
  const own = usual(tries);
  const recent = new Set(asked.slice(-Math.min(3, skills.length - 1)));
  const weight = (skill: string) => {
    const of = tries.filter((one) => one.skill === skill);
    const last = of.at(-1);
    if (!last) return 2 + 0.8 * (1 - skills.indexOf(skill) / skills.length) + 0.2 * chance();
    const level = box(of, own);
    const late = day - last.day - (INTERVALS[level] ?? 0);
    return late < 0 ? late / 40 : 4 - level / 2 + Math.min(1, late / 8) + chance();
  };
  const left = skills.filter((skill) => !recent.has(skill)).map((skill) => ({ skill, weight: weight(skill) }));
  return left.reduce((best, one) => (one.weight > best.weight ? one : best)).skill;
}

/** For a spreadsheet. */
export function csv(tries: readonly Try[], written: (skill: string) => string = (skill) => skill): string {
  const rows = tries.map(({ skill, day, ms, wrong, hint }) =>
    [new Date(day * 86_400_000).toISOString().slice(0, 10), `"${written(skill)}"`, ms ? (ms / 1000).toFixed(1) : "", wrong, hint ? 1 : 0].join(","),
  );
  return ["day,sum,seconds,wrong,hint", ...rows, ""].join("\r\n");
}
