/** What an event sounds like; what is not named is silent. */
import type { Sound } from "../../lib/chime";

const SOUNDS: Readonly<Partial<Record<string, Sound>>> = {
  placed: "tile",
  removed: "tile",
  completed: "star",
  broken: "catch",
  lost: "catch",
};

export function soundOf(event: { readonly kind: string }): Sound | null {
  return SOUNDS[event.kind] ?? null;
}
