/** What holds for a game that has not said otherwise. */
import type { Measure } from "../lib/player.svelte";
import type { Event } from "../wire";

const SILENT = new Set(["turn_came", "owed", "turned_up", "put_back", "balls_left", "long_line_made"]);

export const measure: Measure = (event, own) => (SILENT.has(event.kind) ? 0 : own ? 220 : 700);

export function tells(event: Event): boolean {
  return event.kind !== "turn_came";
}

/** Every written name in the event: cells, cards, tiles. */
export function parts(event: Event): readonly string[] {
  return Object.entries(event).flatMap(([key, value]) => {
    if (key === "kind" || key === "side" || key === "why") return [];
    if (typeof value === "string") return [value];
    return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
  });
}
