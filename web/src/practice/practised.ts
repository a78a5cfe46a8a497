/** What a game tells about what is practised at its table; practice.ts in its folder is one. */
import type { Language, Kept } from "../lib/settings.svelte";
import type { Intent, View } from "../wire";

type Words = Readonly<Record<Language, string>>;

/** Skills in a table: what is asked from a row by a column. */
export interface Grid {
  readonly title: Words;
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly skill: (row: number, column: number) => string;
}

/** Skills that belong together. */
export interface Kind {
  readonly name: Words;
  readonly has: (skill: string) => boolean;
}

export interface Practised {
  /** What rows and columns of the grids are. */
  readonly axes: { readonly row: Words; readonly column: Words };
  readonly grids: readonly Grid[];
  readonly kinds: readonly Kind[];
  /** The skill that an intent answers, such as 6+4; null where there is nothing to work out. */
  readonly answers: (view: View, intent: Intent) => string | null;
  /** The skills that a refused part may have been meant for. */
  readonly misses: (view: View, intent: Intent) => readonly string[];
  /** Whether the page shows the answer anyway. */
  readonly hinted: (settings: Readonly<Kept>) => boolean;
  /** Marked apart in the grids. */
  readonly special: (skill: string) => boolean;
  /** What can be practised at a table with these options, the easiest first. */
  readonly skills: (options: Readonly<Record<string, unknown>>) => readonly string[];
  /** The options that matter for that. */
  readonly table: (options: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** Whether this intent, accepted, is the answer. */
  readonly ends: (intent: Intent) => boolean;
  /** 6 + 4 = 0. */
  readonly written: (skill: string) => string;
}
