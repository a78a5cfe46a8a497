/** Saying something aloud; all that is needed for it is fetched with the first word. */
import { voice } from "./level.svelte";

/**
 * `asked`: somebody wants to hear just this, whatever the setting. `now`: cuts in, as refusals do. The others wait a
 * moment for what is being said: `coach` explains, `event` is a move (old news is dropped), `prompt` is what to do.
 */
export type Priority = "asked" | "now" | "coach" | "event" | "prompt";

/** What speaks, once something has been said. */
let speaking: typeof import("./speaker") | null = null;
/** How often what is said so has been hushed. */
const hushed: Partial<Record<Priority, number>> = {};

/** What was said so, or waits to be, matters no more. */
export function hush(priority: Priority): void {
  hushed[priority] = (hushed[priority] ?? 0) + 1;
  speaking?.speaker.stop(priority);
}

/** Says a text of the page in the words that people use; whether it could be said at all. */
export async function say(text: string, priority: Priority = "prompt", game: string | null = null): Promise<boolean> {
  if (!("speechSynthesis" in globalThis) || (priority !== "asked" && voice.level === "off")) return false;
  try {
    const before = hushed[priority];
    speaking ??= await import("./speaker");
    if (!voice.able) await speaking.speaker.told;
    if (hushed[priority] !== before) return voice.able === true;
    return speaking.speaker.say(text, priority, game);
  } catch {
    return false; // not fetched: the screen says it all
  }
}
