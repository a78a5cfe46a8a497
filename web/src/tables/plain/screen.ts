/** The table of a game that brings no drawings. */
import { measure, parts, tells } from "../events";
import type { Aim, GameScreen } from "../table";
import type { Intent } from "../../wire";
import Table from "./Table.svelte";

/** The last cell of the board that a move names. */
function aim(intent: Intent): Aim | null {
  const at = Object.values(intent).map((value) => `[data-cell="${CSS.escape(String(value))}"]`);
  const found = at.findLast((cell) => document.querySelector(cell));
  return found ? { at: found } : null;
}

export const screen: GameScreen = { Table, measure, parts, aim, tells };
