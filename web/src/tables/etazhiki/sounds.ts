/** What an event sounds like; what is not named is silent. */
import type { Sound } from "../../lib/chime";

const SOUNDS: Readonly<Partial<Record<string, Sound>>> = {
  floor_laid: "tile",
  ball_laid: "tile",
  balls_shed: "tile",
  star_won: "star",
  intercepted: "interception",
};

export function soundOf(event: { readonly kind: string }): Sound | null {
  return SOUNDS[event.kind] ?? null;
}
