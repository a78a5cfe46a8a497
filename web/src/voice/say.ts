/** Saying something aloud; all that is needed for it is fetched with the first word. */
import { voice } from "./level.svelte";

/**
 * `asked`: somebody wants to hear just this, whatever the setting. `now`: cuts in, as refusals do. The others wait a
 * moment for what is being said: `coach` explains, `event` is a move (old news is dropped), `prompt` is what to do.
 */
export type Priority = "asked" | "now" | "coach" | "event" | "prompt";

/** What was said so matters no more: the rest of it is left out. */
export function hush(priority: Priority): void {
  if (voice.able) void import("./speaker").then(({ speaker }) => speaker.stop(priority)).catch(() => undefined);
}

/** Says a text of the page in the words that people use; whether it could be said at all. */
export async function say(text: string, priority: Priority = "prompt", game: string | null = null): Promise<boolean> {
  if (!("speechSynthesis" in globalThis) || (priority !== "asked" && voice.level === "off")) return false;
  try {
    const { speaker } = await import("./speaker");
    return await speaker.say(text, priority, game);
  } catch {
    return false; // not fetched: the screen says it all
  }
}
