/** Tables of this browser, looked at once for all lists that show them. */
import { http } from "./http";
import type { Place } from "./places.svelte";
import type { TableSeen } from "../wire";

/** Milliseconds for which an answer is as good as new. */
const FRESH = 2000;
const looked = new Map<string, { readonly at: number; readonly told: Promise<TableSeen> }>();

/** `anew`: what was told a moment ago will not do. */
export function look({ table, tokens }: Place, anew = false): Promise<TableSeen> {
  const known = looked.get(table);
  if (!anew && known && performance.now() - known.at < FRESH) return known.told;
  const told = http.look(table, tokens[0]);
  looked.set(table, { at: performance.now(), told });
  return told;
}
