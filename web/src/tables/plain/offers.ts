/** What can be done, sorted for fingers: by the part of the hand that it needs, and what needs none. */
import type { Intent } from "../../wire";

/** Whether an intent names this part, alone or among others. */
export function names(intent: Intent, part: string): boolean {
  return Object.entries(intent).some(
    ([key, value]: [string, unknown]) =>
      key !== "kind" && (value === part || (Array.isArray(value) && value.includes(part))),
  );
}

/** How a part is used at this table: the kind of an intent, and the field that names the part. */
export type Use = readonly [kind: string, field: string];

/** How the parts of this hand are used now; null where none is. */
export function useOf(legal: readonly Intent[], hand: readonly string[]): Use | null {
  for (const intent of legal) {
    const field = Object.entries(intent).find(([key, value]) => key !== "kind" && hand.includes(String(value)));
    if (field) return [intent.kind, field[0]];
  }
  return null;
}

/** The intents that need no part of the hand. */
export function free(legal: readonly Intent[], hand: readonly string[]): readonly Intent[] {
  return legal.filter((intent) => !hand.some((part) => names(intent, part)));
}

/** Intents of a kind together, in the order in which the game lists them. */
export function byKind(intents: readonly Intent[]): readonly (readonly Intent[])[] {
  const kinds = new Map<string, Intent[]>();
  for (const intent of intents) kinds.set(intent.kind, [...(kinds.get(intent.kind) ?? []), intent]);
  return [...kinds.values()];
}
