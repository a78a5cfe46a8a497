/** UpTurn for the page. */
import { parts } from "../events";
import Final from "./Final.svelte";
import Table from "./Table.svelte";
import { i18n } from "../../lib/i18n.svelte";
import type { upturn } from "../../wire";
import type { GameScreen } from "../table";
import { soundOf } from "./sounds";
import { words } from "./words";

/** Milliseconds of another seat's events; what is not named here is not shown by itself. */
const MS: Readonly<Record<string, number>> = {
  opened: 700,
  laid: 700,
  steered: 700,
  tucked: 410,
  gave: 410,
  drew: 410,
  fined: 410,
  forgot: 1800,
  announced: 1200,
  recycled: 1200,
  skipped: 900,
  gifts_lapsed: 900,
  drew_nothing: 900,
  stalled: 900,
};
const QUICK = new Set(["opened", "laid", "steered", "tucked"]);
const SILENT = new Set(["turn_came", "put_back", "won"]);

export const screen: GameScreen = {
  Table,
  Final,
  measure: (event, own) => (own && QUICK.has(event.kind) ? 220 : (MS[event.kind] ?? 0)),
  parts,
  aim: (intent: upturn.Intent) => (intent.kind === "lay" ? { at: "[data-spot=middle]", part: intent.tile } : null),
  ending: ({ outcome }: upturn.View) => (outcome?.reason === "all-laid" ? words().allLaid : ""),
  sounds: soundOf,
  near: (view: upturn.View, seat) => ({ text: i18n.t.tiles(view.rack_sizes[seat] ?? 0) }),
  tells: (event) => !SILENT.has(event.kind),
};
