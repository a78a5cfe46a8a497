/** How long the page waits before it tries a lost line again: never all pages at the same moment. */

const FIRST_MS = 300;
const STEP_MS = 500;
const LONGEST_MS = 10_000;

/** Milliseconds before the next try after so many failures; `chance` is from 0 to 1. */
export function waitAfter(failures: number, chance: number): number {
  if (failures <= 1) return FIRST_MS * chance;
  const most = Math.min(STEP_MS * 2 ** (failures - 1), LONGEST_MS);
  return most * (0.5 + chance / 2);
}

/** As the server has asked for, and a little more, so that those who were told the same do not meet. */
export function waitAsked(seconds: number, chance: number): number {
  return 1000 * seconds + FIRST_MS * chance;
}
