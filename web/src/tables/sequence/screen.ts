/** Sequence for the page: its table, and how long its events are looked at. */
import type { Measure } from "../../lib/player.svelte";
import { sideOf } from "./sides";
import { TABLE } from "../../wire/sequence";
import type { Event, sequence } from "../../wire";
import { parts } from "../events";
import type { GameScreen, Near } from "../table";
import { ending } from "./ends";
import Final from "./Final.svelte";
import { soundOf } from "./sounds";
import Table from "./Table.svelte";
import { words } from "./words";

/** Milliseconds when another seat does it, and when this one does. */
const LENGTHS: Readonly<Partial<Record<Event["kind"], readonly [number, number]>>> = {
  dealt: [500, 500],
  placed: [700, 260],
  removed: [800, 320],
  completed: [700, 700],
  broken: [600, 600],
  exchanged: [550, 260],
  replaced: [410, 320],
  drew: [410, 320],
  lost: [1600, 1600],
  reshuffled: [1100, 1100],
  passed: [600, 220],
  forfeited: [550, 260],
  won: [600, 600],
};

const measure: Measure = (event, own) => LENGTHS[event.kind]?.[own ? 1 : 0] ?? 0;

const UNTOLD: ReadonlySet<string> = new Set(["turn_came", "owed", "long_line_made"]);

function tells(event: Event): boolean {
  return !UNTOLD.has(event.kind);
}

const side = ({ sides }: sequence.View, seat: number) => sideOf(seat, sides);

/** Rows of the seat's side, of those that win. */
function near(view: sequence.View, seat: number): Near {
  const own = view.lines.filter((line) => line.side === sideOf(seat, view.sides)).length;
  const of = TABLE.wins[String(view.sides) as keyof typeof TABLE.wins] ?? 2;
  return { text: words().rows(own, of), won: { have: Math.min(own, of), of } };
}

const aim = ({ cell }: { readonly cell?: string }) => (cell ? { at: `[data-cell="${cell}"]` } : null);

export const screen: GameScreen = { Table, measure, parts, aim, tells, ending, Final, side, near, sounds: soundOf };
