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
  const met: HTMLElement[] = [];
  for (const tap of taps) {
    const node = seen(tap, met);
    if (node) met.push(node);
    if (node && (node.ariaPressed ?? node.ariaSelected) === "false") break;
  }
  return met.at(-1) ?? null;
}

/** Of several parts with one name the first that was not met before. */
function seen(tap: string, met: readonly HTMLElement[]): HTMLElement | undefined {
  const name = CSS.escape(tap);
  const all = document.querySelectorAll<HTMLElement>(`[data-tap="${name}"], [data-spot="${name}"]`);
  return [...all].find((node) => node.offsetParent !== null && !(node as HTMLButtonElement).disabled && !met.includes(node));
}
