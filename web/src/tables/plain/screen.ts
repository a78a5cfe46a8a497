/** The table of a game that brings no drawings. */
import { measure, parts, tells } from "../events";
import type { Aim, GameScreen, Near } from "../table";
import { speech } from "../../lib/speech";
import type { Intent, View } from "../../wire";
import Table from "./Table.svelte";
import { zonesOf } from "./zones";

/** The last cell of the board that a move names. */
function aim(intent: Intent): Aim | null {
  const at = Object.values(intent).map((value) => `[data-cell="${CSS.escape(String(value))}"]`);
  const found = at.findLast((cell) => document.querySelector(cell));
  return found ? { at: found } : null;
}

/** The number that stands beside the seat: points, or what it has left. */
function near(view: View & { readonly seats: number }, seat: number): Near {
  return { text: zonesOf(view, view.seats, speech(view.game)).beside[0]?.said[seat] ?? "" };
}

export const screen: GameScreen = { Table, measure, parts, aim, near, tells };
