/** The table this page is at; it stays while the rules are read, a lesson is taken or a replay is seen. */
import { untrack } from "svelte";
import { Table } from "./table.svelte";

let current: Table | null = null;
let forget: () => void = () => {};

/** The table belongs to the page, not to the screen that first asks for it. */
export function atTable(id: string, screen = false): Table {
  if (current?.id === id && current.screen === screen) return current;
  leaveTable();
  untrack(() => {
    forget = $effect.root(() => {
      current = new Table(id, null, screen);
    });
  });
  return current as unknown as Table;
}

/** The table that stays open behind what is read, if there is one. */
export function behind(): Table | null {
  return current;
}

export function leaveTable(): void {
  current?.close();
  current = null;
  forget();
  forget = () => {};
}
