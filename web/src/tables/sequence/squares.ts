/** The printed board: where every card stands. */
import { TABLE as SEQUENCE } from "../../wire/sequence";

export interface Square {
  /** Its written name: column letter and row number. */
  readonly cell: string;
  /** The card it shows; null for a corner. */
  readonly card: string | null;
  /** From 0, from the left and from the top. */
  readonly column: number;
  readonly row: number;
}

/** Where on the board a finger is, in cells from its upper left corner. */
export interface Point {
  readonly column: number;
  readonly row: number;
}

export const SIZE = 10;
const LETTERS = SEQUENCE.letters;

export const ROWS: readonly (readonly Square[])[] = SEQUENCE.board.map((cards, row) =>
  cards.map((card, column) => ({
    cell: `${LETTERS.charAt(column)}${row + 1}`,
    card: card === SEQUENCE.corner ? null : card,
    column,
    row,
  })),
);

export const SQUARES: readonly Square[] = ROWS.flat();

const BY_CELL: ReadonlyMap<string, Square> = new Map(SQUARES.map((square) => [square.cell, square]));

export function squareOf(cell: string): Square | undefined {
  return BY_CELL.get(cell);
}

/** The two cells that show a card; none for a jack. */
export function cellsOf(card: string): readonly string[] {
  return SQUARES.filter((square) => square.card === card).map((square) => square.cell);
}

export function isWild(card: string): boolean {
  return (SEQUENCE.wild as readonly string[]).includes(card);
}

export function removes(card: string): boolean {
  return (SEQUENCE.remove as readonly string[]).includes(card);
}

export function isJack(card: string): boolean {
  return isWild(card) || removes(card);
}

/** The cell under the point. */
export function cellAt(point: Point): string | undefined {
  return ROWS[Math.floor(point.row)]?.[Math.floor(point.column)]?.cell;
}

/** The nearest of these cells whose middle is less than a cell away. */
export function nearest(point: Point, cells: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = 1;
  for (const cell of cells) {
    const square = BY_CELL.get(cell);
    if (!square) continue;
    const away = Math.max(Math.abs(point.column - square.column - 0.5), Math.abs(point.row - square.row - 0.5));
    if (away < least) [best, least] = [cell, away];
  }
  return best;
}

/** In reading order, the first of these cells after that one; round to the start. */
export function nextOf(cells: ReadonlySet<string>, after: string): string | undefined {
  const at = SQUARES.findIndex((square) => square.cell === after);
  const turned = [...SQUARES.slice(at + 1), ...SQUARES.slice(0, at + 1)];
  return turned.find((square) => cells.has(square.cell))?.cell;
}
