/** Whom everybody waits for has gone: the prompt says so. */
import { i18n } from "../lib/i18n.svelte";
import type { SeatInfo } from "../lib/seatInfo";
import type { Prompt } from "../tables/table";

/** A page that is loaded anew is back before that: nothing is said of it. */
const GRACE = 4_000;

export class Absent {
  private told: number | null = $state(null);
  private readonly gone: number | null = $derived.by(() => {
    const { tone, face } = this.asks();
    return tone === "other" && face.kind === "seat" && this.seats()[face.seat]?.away ? face.seat : null;
  });

  constructor(
    private readonly asks: () => Prompt,
    private readonly seats: () => readonly SeatInfo[],
  ) {
    $effect(() => {
      const { gone } = this;
      if (gone === null) return;
      const timer = setTimeout(() => (this.told = gone), GRACE);
      return () => {
        clearTimeout(timer);
        this.told = null;
      };
    });
  }

  /** The prompt, as it is said now. */
  says(prompt: Prompt): Prompt {
    return this.told !== null && this.told === this.gone ? { ...prompt, detail: i18n.t.isAway } : prompt;
  }
}
