/** A phone beside a big screen shows the own hand and the buttons, large: the table is there for everybody. */
import { MediaQuery } from "svelte/reactivity";
import type { Table } from "../lib/table.svelte";

/** A screen that drops comes back by itself: phones wait so long before they show the table again. */
const GRACE = 6_000;

export class Palm {
  private held = $state(false);
  /** The person would like to see the table here too. */
  whole = $state(false);
  private readonly narrow = new MediaQuery("max-width: 56.24rem");
  /** Whether a big screen is there for this hand. */
  readonly beside: boolean = $derived.by(() => {
    const { info, lines } = this.table;
    return this.held && this.narrow.current && info?.playing === true && info.seat !== null && lines.length === 1;
  });
  readonly alone: boolean = $derived(this.beside && !this.whole);

  constructor(private readonly table: Table) {
    $effect.pre(() => {
      if (table.info?.screen) {
        this.held = true;
        return;
      }
      const timer = setTimeout(() => (this.held = false), GRACE);
      return () => clearTimeout(timer);
    });
  }
}

const side = new MediaQuery("(orientation: landscape)");

/** How many parts stand beside one another, so that all of them are as large as they can be. */
export function across(count: number): number {
  const tall = side.current ? 0.2 : 1.1; // of the room for them, in heights of a part as wide as the room
  const size = (columns: number) => Math.min(1 / columns, tall / Math.ceil(count / columns));
  const columns = Array.from({ length: 12 }, (_, at) => at + 1);
  return columns.reduce((best, one) => (size(one) > size(best) ? one : best), side.current ? 6 : 2);
}
