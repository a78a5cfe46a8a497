import { measure, parts, tells } from "../plain";
import type { GameTable } from "../table";
import Table from "./Table.svelte";

export const game: GameTable = { Table, measure, parts, tells };
