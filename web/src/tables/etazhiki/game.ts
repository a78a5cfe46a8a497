/** Etazhiki for the page. */
import { parts } from "../plain";
import Final from "./Final.svelte";
import Table from "./Table.svelte";
import type { Measure } from "../../lib/player.svelte";
import type { GameTable } from "../table";

/** Milliseconds of another seat's events; what is not named here is not shown by itself. */
const MS: Readonly<Record<string, number>> = {
  floor_laid: 700,
  ball_laid: 700,
  balls_shed: 900,
  intercepted: 1200,
  passed: 700,
  skipped: 1000,
  star_won: 1500,
  rebuilt: 1000,
  drew_nothing: 900,
  misdealt: 900,
  stuck: 900,
};
const QUICK = new Set(["floor_laid", "ball_laid", "balls_shed"]);
const SILENT = new Set(["turn_came", "balls_left", "won"]);

const measure: Measure = (event, own) => {
  if (event.kind === "drew" && "count" in event) return 320 + 90 * event.count;
  return own && QUICK.has(event.kind) ? 220 : (MS[event.kind] ?? 0);
};

export const game: GameTable = { Table, Final, measure, parts, tells: (event) => !SILENT.has(event.kind) };
