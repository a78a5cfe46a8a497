/** Where the coach's hand points: what is to be tapped next of all that a step names. */
import type { Intent } from "../wire";

type Pattern = Readonly<Record<string, unknown>>;

/** The names of what is tapped for an intent, in the order of the taps: its kind, its values, the button. */
export function tapsOf(intent: Pattern): readonly string[] {
  const values = Object.entries(intent).flatMap(([key, value]) => (key === "kind" || value === null ? [] : [value].flat().map(String)));
  return [String(intent["kind"]), ...values, "done"];
}

/** The legal intent that is asked for; the pattern itself where none is (yet). */
export function wanted(patterns: readonly Pattern[], legal: readonly Intent[]): Pattern | null {
  const fits = (intent: Intent, pattern: Pattern) =>
    Object.entries(pattern).every(([key, value]) => String((intent as unknown as Pattern)[key]) === String(value));
  for (const pattern of patterns) {
    const found = legal.find((intent) => fits(intent, pattern));
    if (found) return found as unknown as Pattern;
  }
  return patterns[0] ?? null;
}

/** What to tap next: the first of these that is there and not picked yet, else the last that is there. */
export function found(taps: readonly string[]): HTMLElement | null {
  let last: HTMLElement | null = null;
  for (const [at, tap] of taps.entries()) {
    const node = seen(tap, taps.slice(0, at).filter((before) => before === tap).length);
    last = node ?? last;
    if (node && (node.ariaPressed ?? node.ariaSelected) === "false") break;
  }
  return last;
}

/** The first that is called so; of several parts with one name the second where it is wanted twice. */
function seen(tap: string, before: number): HTMLElement | undefined {
  const name = CSS.escape(tap);
  const all = document.querySelectorAll<HTMLElement>(`[data-tap="${name}"], [data-spot="${name}"]`);
  const there = [...all].filter((node) => node.offsetParent !== null && !(node as HTMLButtonElement).disabled);
  return there[Math.min(before, there.length - 1)];
}
