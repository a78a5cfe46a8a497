/** The table of a game that brings no drawings. */
import { measure, parts, tells } from "../events";
import type { GameScreen } from "../table";
import Table from "./Table.svelte";

export const screen: GameScreen = { Table, measure, parts, tells };
