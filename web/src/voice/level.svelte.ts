/** How much this page says aloud: what the person has chosen, or by itself where people do not read yet. */
import { settings } from "../lib/settings.svelte";

/** Nothing; what to do and what was refused; that and every move. */
export type Level = "off" | "prompts" | "all";

class Voice {
  /** The table in front of us is drawn for those who do not read. */
  young = $state(false);
  /** Whether this device has a voice for the language of the page; null until the browser has told. */
  able: boolean | null = $state(null);
  readonly level: Level = $derived(settings.voice !== "young" ? settings.voice : this.young ? "all" : "off");
  /** What is really heard: screen readers are not told it a second time. */
  readonly heard: Level = $derived(this.able ? this.level : "off");
}

export const voice = new Voice();
