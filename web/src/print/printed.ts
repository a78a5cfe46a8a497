/** What a game gives to the printer: its parts in piles, and a board where there is one. */
import type { Component } from "svelte";
import type { Language } from "../lib/settings.svelte";

export type Said = Readonly<Record<Language, string>>;

/** Millimetres. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Pile {
  readonly name: Said;
  /** Written names, each as often as it is in the box. */
  readonly parts: readonly string[];
  /** Cards are printed in the size that the person chooses; all else has a size of its own. */
  readonly size: Size | "card";
  /** Whether it has a back. */
  readonly backs: boolean;
}

export interface Printed {
  readonly piles: readonly Pile[];
  /** The piles of a parts file that the server has read; null where it says nothing of them. */
  readonly own?: (parts: Readonly<Record<string, unknown>>) => readonly Pile[] | null;
  /** Colours of the drawings, or CSS variables, and what stands for them where all eyes should tell them apart. */
  readonly safe: Readonly<Record<string, string>>;
  /** A quarter of the board, from the upper left one by rows; fills a sheet. */
  readonly Quarter?: Component<{ at: number }>;
}

export const CARDS: Readonly<Record<"poker" | "mini", Size>> = {
  poker: { width: 63, height: 88 },
  mini: { width: 44, height: 63 },
};
export const PAPERS: Readonly<Record<"a4" | "letter", Size>> = {
  a4: { width: 210, height: 297 },
  letter: { width: 215.9, height: 279.4 },
};
/** What printers leave white, and where the cut marks stand. */
export const MARGIN = 7;

/** How many parts fit on a sheet, and where the first one lies. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly left: number;
  readonly top: number;
}

export function gridOf(paper: Size, size: Size): Grid {
  const columns = Math.floor((paper.width - 2 * MARGIN) / size.width);
  const rows = Math.floor((paper.height - 2 * MARGIN) / size.height);
  return { columns, rows, left: (paper.width - columns * size.width) / 2, top: (paper.height - rows * size.height) / 2 };
}

/** The parts of each sheet, in rows. */
export function sheetsOf(parts: readonly string[], { columns, rows }: Grid): readonly (readonly string[])[] {
  const each = columns * rows;
  return Array.from({ length: Math.ceil(parts.length / each) }, (_, at) => parts.slice(at * each, (at + 1) * each));
}

/** Other colours for the drawings inside of a place. */
export function rulesFor(place: string, colours: Readonly<Record<string, string>>): string {
  return Object.entries(colours)
    .map(([from, to]) =>
      from.startsWith("--")
        ? `${place} .sheet { ${from}: ${to} }`
        : `${place} .sheet [fill="${from}" i] { fill: ${to} } ${place} .sheet [stroke="${from}" i] { stroke: ${to} }`,
    )
    .join("\n");
}

/** So often. */
export const times = (name: string, count: number): string[] => Array.from({ length: count }, () => name);
