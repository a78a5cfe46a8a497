/** What lies where: the fields of a view that the game's texts name in [zones], in their order. */
import type { Speech } from "../../lib/sentences";
import type { View } from "../../wire";
import { isParts, isThings, thing, type Thing } from "./things";

export type Zone =
  /** A sentence: a number, or a value that the game has a word for. */
  | { readonly kind: "said"; readonly name: string; readonly text: string }
  /** Parts: all of them where the label counts them, else the last of many. */
  | { readonly kind: "parts"; readonly name: string; readonly label: string; readonly parts: readonly (string | null)[]; readonly whole: boolean }
  /** One pile before each seat. */
  | { readonly kind: "piles"; readonly name: string; readonly label: string; readonly piles: readonly (readonly (string | null)[])[] }
  /** Rows or piles that are nobody's, numbered from 1. */
  | { readonly kind: "rows"; readonly name: string; readonly rows: readonly { readonly label: string; readonly parts: readonly (string | null)[] }[] }
  /** Structs, in one row that bears the label, or in several. */
  | { readonly kind: "things"; readonly name: string; readonly rows: readonly { readonly label: string; readonly things: readonly Thing[] }[] }
  /** Cells in rows and columns. */
  | BoardZone
  /** What is true of some seats: who has chosen, passed or deals; or what is told of some, a number or a seat (`tells`). */
  | { readonly kind: "flags"; readonly name: string; readonly said: readonly string[]; readonly tells: boolean }
  /** A number beside each seat. */
  | { readonly kind: "seats"; readonly name: string; readonly said: readonly string[]; readonly numbers: readonly number[] };

/** What a seat has on a cell besides plain discs: a king, a rook. */
export interface Man {
  readonly seat: number;
  readonly piece: string;
}

/** What lies on a cell: a seat's disc by its number, what is on the disc, a part by its name, or nothing. */
export interface Square {
  readonly cell: string;
  readonly holds: string | number | Man | null;
}

export function isMan(value: unknown): value is Man {
  return typeof value === "object" && value !== null && "seat" in value && "piece" in value;
}

export interface BoardZone {
  readonly kind: "board";
  readonly name: string;
  readonly label: string;
  readonly columns: readonly string[];
  /** From above, each with its cells from left to right; null where the board has none. */
  readonly rows: readonly { readonly name: string; readonly squares: readonly (Square | null)[] }[];
  /** Every other square is a cell, as in draughts. */
  readonly checkered: boolean;
}

type Fields = Readonly<Record<string, unknown>>;
type PartsZone = Extract<Zone, { kind: "parts" }>;

export interface Zones {
  readonly table: readonly Zone[];
  /** The last zone that is there, if it is one of parts; null for those who look on, and where nobody holds anything. */
  readonly hand: PartsZone | null;
  /** What can be tapped, where the game has a board. */
  readonly board: BoardZone | null;
  readonly beside: readonly Extract<Zone, { kind: "seats" }>[];
  readonly flags: readonly Extract<Zone, { kind: "flags" }>[];
}

export function zonesOf(view: View, seats: number, speech: Speech): Zones {
  const fields = view as unknown as Fields;
  const named = speech.keys("zones").filter((name) => name in fields);
  const all = named.flatMap((name) => zone(name, fields[name], seats, speech));
  const last = view.seat === null ? undefined : named.findLast((name) => isThere(fields[name]));
  const hand = all.find((one): one is PartsZone => one.kind === "parts" && one.name === last && isParts(fields[last]) && !isThings(last, fields[last], speech)) ?? null;
  return {
    table: all.filter((one) => one !== hand && one.kind !== "seats" && one.kind !== "flags"),
    hand,
    board: all.find((one) => one.kind === "board") ?? null,
    beside: all.filter((one) => one.kind === "seats"),
    flags: all.filter((one) => one.kind === "flags"),
  };
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && !value.length;
}

function isThere(value: unknown): value is object | string | number | true {
  return value !== null && value !== undefined && value !== false;
}

function zone(name: string, value: unknown, seats: number, speech: Speech): Zone[] {
  const label = speech.say("zones", name, {});
  if (!isThere(value)) return [];
  if (speech.has("beside_zones", name) && Array.isArray(value)) return isEmpty(value) ? [] : [flags(name, label, value.map((one) => beside(name, label, one, speech)))];
  if (speech.has("seat_zones", name)) return isEmpty(value) ? [] : [{ kind: "said", name, text: `${label}: ${speech.seats(value, (seat) => speech.you(seat))}` }];
  if (value === true) return [{ kind: "said", name, text: label }];
  if (typeof value === "number") return [{ kind: "said", name, text: counted(name, value, speech) }];
  if (typeof value === "string") {
    return speech.has("words", value)
      ? [{ kind: "said", name, text: `${label}: ${speech.word(value)}` }]
      : [{ kind: "parts", name, label, parts: [value], whole: false }];
  }
  if (!Array.isArray(value)) return isBoard(value) ? boardOf(name, label, Object.entries(value)) : alone(name, label, thing(name, value as Fields, speech));
  if (value.length === seats && value.every((one) => typeof one === "number")) {
    const said = (value as number[]).map((one) => counted(name, one, speech));
    return [{ kind: "seats", name, said, numbers: value as number[] }];
  }
  if (value.length === seats && value.every((one) => typeof one === "boolean")) return [flags(name, label, value.map((one) => (one ? label : "")))];
  const things = (row: readonly (Fields | null)[]) => row.map((one) => thing(name, one, speech));
  if (isThings(name, value, speech) && value.length) return [{ kind: "things", name, rows: [{ label, things: things(value) }] }];
  const numbered = speech.say("zones", name, { n: 1 }) !== speech.say("zones", name, { n: 2 });
  if (isParts(value)) return [{ kind: "parts", name, label: speech.say("zones", name, { n: value.length }), parts: value, whole: numbered }];
  const piles: readonly unknown[] = value;
  const own = !numbered && piles.length === seats;
  const called = (at: number) => (numbered ? speech.say("zones", name, { n: at + 1 }) : own ? `${label}: ${speech.you(at)}` : `${label} ${at + 1}`);
  const isRow = (pile: unknown): pile is readonly (Fields | null)[] => isThings(name, pile, speech) || (isParts(pile) && !pile.length);
  if (piles.every(isRow) && piles.some((pile) => pile.length)) return [{ kind: "things", name, rows: piles.map((pile, at) => ({ label: called(at), things: things(pile) })) }];
  if (!piles.every(isParts)) return [];
  if (own) return [{ kind: "piles", name, label, piles }];
  return [{ kind: "rows", name, rows: piles.map((parts, at) => ({ label: called(at), parts })) }];
}

/** One thing by itself: a sentence, unless it has parts to draw. */
function alone(name: string, label: string, one: Thing): Zone[] {
  return one.parts.length ? [{ kind: "things", name, rows: [{ label, things: [one] }] }] : [{ kind: "said", name, text: `${label}: ${one.said}` }];
}

function flags(name: string, label: string, said: readonly string[]): Extract<Zone, { kind: "flags" }> {
  return { kind: "flags", name, said, tells: said.some((one) => one !== "" && one !== label) };
}

/** What stands beside a seat of whom this is told: a number, whom it has named, or the label where it is true. */
function beside(name: string, label: string, one: unknown, speech: Speech): string {
  if (!isThere(one)) return "";
  if (speech.has("seat_zones", name)) return `${label}: ${speech.seats(one, (seat) => speech.you(seat))}`;
  return typeof one === "number" ? counted(name, one, speech) : label;
}

/** "12 карт в колоде", or "Счёт: 12" where the text has no place for the number. */
function counted(name: string, n: number, speech: Speech): string {
  const said = speech.say("zones", name, { n });
  return said === speech.say("zones", name, { n: n + 1 }) ? `${said}: ${n}` : said;
}

/** a1, b12: the column and the row of a cell. */
const CELL = /^([a-z]+)(\d+)$/i;

/** A board has cells for keys; whatever else has keys is a thing. */
function isBoard(value: object): boolean {
  return Object.keys(value).every((key) => CELL.test(key));
}

function boardOf(name: string, label: string, cells: readonly [string, unknown][]): BoardZone[] {
  const placed = cells.map(([cell, holds]) => ({ cell, holds, at: CELL.exec(cell) }));
  if (!placed.length || !placed.every(({ holds, at }) => at && (holds === null || typeof holds === "string" || typeof holds === "number" || isMan(holds)))) return [];
  const squares = new Map(placed.map(({ cell, holds }) => [cell, { cell, holds: holds as Square["holds"] }]));
  const named = placed.map(({ at }) => [at?.[1] ?? "", at?.[2] ?? ""] as const);
  const columns = inOrder(named);
  const rows = inOrder(named.map(([column, row]) => [row, column]));
  const drawn = rows.map((row) => ({ name: row, squares: columns.map((column) => squares.get(column + row) ?? null) }));
  const checkered = [0, 1].some((gap) => columns.length > 1 && drawn.every((row, down) => row.squares.every((one, across) => (one === null) === ((down + across) % 2 === gap))));
  return [{ kind: "board", name, label, columns, rows: drawn, checkered }];
}

/**
 * The names of the columns or rows, up or down as two cells that lie in one line are named: not all need be there. Where
 * every line has but one, as any two.
 */
function inOrder(cells: readonly (readonly [name: string, line: string])[]): readonly string[] {
  const up = [...new Set(cells.map(([name]) => name))].toSorted(compare);
  const [one, other] = firstTwo(cells) ?? firstTwo(cells.map(([name]) => [name, ""])) ?? ["", ""];
  return compare(one, other) > 0 ? up.toReversed() : up;
}

/** The first two names in one line. */
function firstTwo(cells: readonly (readonly [name: string, line: string])[]): readonly [string, string] | null {
  const first = new Map<string, string>();
  for (const [name, line] of cells) {
    const before = first.get(line) ?? name;
    if (before !== name) return [before, name];
    first.set(line, name);
  }
  return null;
}

/** 9 before 10, z before aa. */
function compare(one: string, other: string): number {
  return one.length - other.length || Number(one > other) - Number(one < other);
}
