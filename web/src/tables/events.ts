/** What holds for the events of a game that has not said otherwise. */
import type { Measure } from "../lib/player.svelte";
import type { Event } from "../wire";

/** Whose turn it is now is seen anyway. */
const UNTOLD = new Set(["turn_came"]);

export const measure: Measure = (event, own) => (UNTOLD.has(event.kind) ? 0 : own ? 220 : 700);

export function tells(event: Event): boolean {
  return !UNTOLD.has(event.kind);
}

/** Every written name in the event: cells, cards, tiles. */
export function parts(event: Event): readonly string[] {
  return Object.entries(event).flatMap(([key, value]: [string, unknown]) => {
    if (key === "kind" || key === "side" || key === "why") return [];
    if (typeof value === "string") return [value];
    return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
  });
}
