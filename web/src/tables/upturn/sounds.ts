/** What an event sounds like; what is not named is silent. */
import type { Sound } from "../../lib/chime";

const SOUNDS: Readonly<Partial<Record<string, Sound>>> = {
  opened: "tile",
  laid: "tile",
  steered: "tile",
  tucked: "tile",
  forgot: "catch",
  announced: "interception",
};

export function soundOf(event: { readonly kind: string }): Sound | null {
  return SOUNDS[event.kind] ?? null;
}
