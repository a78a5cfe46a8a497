import { getContext, setContext, type Component } from "svelte";
import { i18n } from "../lib/i18n.svelte";
import { drawn } from "../tables/drawn";
import type { FrameProps, GameScreen } from "../tables/table";
import type { Table } from "../lib/table.svelte";

const KEY = Symbol("table");

/** What the frame needs to know besides what a game tells it. */
export interface Around {
  readonly table: Table;
  readonly game: () => GameScreen | null;
  /** What lays the table out in the place of the usual frame: a big screen. */
  readonly stage?: Component<FrameProps> | undefined;
}

/** What can be open over a table. */
export type Opened = "menu" | "log" | "say" | "pass" | "seats" | "sit" | "device";

export function setAround(around: Around): void {
  setContext(KEY, around);
}

export function getAround(): Around {
  return getContext<Around>(KEY);
}

/** Whether the table below calls; never where there is none. */
export function callsBelow(): () => boolean {
  const around = getContext<Around | undefined>(KEY);
  return () => around?.table.calls ?? false;
}

/** What passing the device to somebody out of turn is called, where the game has a word for it. */
export function outOfTurn(table: Table): string | null {
  return drawn(table.game ?? "")?.passing?.(table.info?.options ?? {}, i18n.language) ?? null;
}
