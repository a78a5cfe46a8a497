/** A cell in words that need no coordinates: its card, and where on the board it is. */
import type { Language } from "../../lib/settings.svelte";
import { SIZE, squareOf, type Square } from "./squares";

type Words = Readonly<Record<"top" | "bottom" | "left" | "right" | "up" | "down" | "near" | "far" | "middle" | "corner", string>>;

const WORDS: Readonly<Record<Language, Words>> = {
  ru: {
    top: "у верхнего края",
    bottom: "у нижнего края",
    left: "у левого края",
    right: "у правого края",
    up: "вверху",
    down: "внизу",
    near: "слева",
    far: "справа",
    middle: "в середине",
    corner: "угол",
  },
  en: {
    top: "top edge",
    bottom: "bottom edge",
    left: "left edge",
    right: "right edge",
    up: "top",
    down: "bottom",
    near: "left",
    far: "right",
    middle: "middle",
    corner: "corner",
  },
};
const LAST = SIZE - 1;

/** "у верхнего края", "внизу слева", "в середине". */
export function whereOf(cell: string, language: Language): string {
  const square = squareOf(cell);
  if (!square) return "";
  const words = WORDS[language];
  return edgeOf(square, words) ?? (thirds(square, words) || words.middle);
}

function edgeOf({ card, row, column }: Square, words: Words): string | undefined {
  if (card === null) return undefined;
  if (row === 0) return words.top;
  if (row === LAST) return words.bottom;
  if (column === 0) return words.left;
  return column === LAST ? words.right : undefined;
}

function thirds({ row, column }: Square, words: Words): string {
  const high = row < 3 ? words.up : row > 6 ? words.down : "";
  const wide = column < 3 ? words.near : column > 6 ? words.far : "";
  return [high, wide].filter(Boolean).join(" ");
}

/** The card that a cell shows as `card` writes it, with where it is; undefined for what is no cell. */
export function cellWords(written: string, language: Language, card: (card: string) => string): string | undefined {
  const square = squareOf(written);
  if (!square) return undefined;
  const what = square.card === null ? WORDS[language].corner : card(square.card);
  return `${what}, ${whereOf(written, language)}`;
}

/** Every cell in words; for tests. */
export function places(language: Language): Readonly<Record<string, string>> {
  const cells = [...Array(SIZE).keys()].flatMap((row) => [..."abcdefghij"].map((letter) => `${letter}${row + 1}`));
  return Object.fromEntries(cells.map((cell) => [cell, cellWords(cell, language, (card) => card) ?? ""]));
}
