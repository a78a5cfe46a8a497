import { getContext, setContext } from "svelte";
import type { GameTable } from "../tables/table";
import type { Table } from "../lib/table.svelte";

const KEY = Symbol("table");

/** What the frame needs to know besides what a game tells it. */
export interface Around {
  readonly table: Table;
  readonly game: () => GameTable | null;
}

/** What can be open over a table. */
export type Opened = "menu" | "log" | "say" | "pass" | "seats" | "sit";

export function setAround(around: Around): void {
  setContext(KEY, around);
}

export function getAround(): Around {
  return getContext<Around>(KEY);
}
