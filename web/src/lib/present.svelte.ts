/** The table this page is at; it stays while the rules are read. */
import { Table } from "./table.svelte";

let current: Table | null = null;

export function atTable(id: string): Table {
  if (current?.id === id) return current;
  leaveTable();
  current = new Table(id);
  return current;
}

export function leaveTable(): void {
  current?.close();
  current = null;
}
