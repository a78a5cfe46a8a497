// Written by scripts/wire from the Python structs. Do not edit.

/** A finished game, explained. */
export interface Review {
  readonly game: string;
  readonly seats: number;
  readonly digest: string;
  readonly sides: readonly (readonly number[])[];
  readonly done: number;
  readonly line: readonly Point[];
  readonly accounts: readonly Account[];
  readonly trust: Trust | null;
}

/** The chances by side after a row of the log, all hands open, and how far off they may be. */
export interface Point {
  readonly number: number;
  readonly chances: readonly number[];
  readonly plus_minus: number;
}

/** One seat: `result` is `start` and the four terms, exactly; terms are None until they are known. */
export interface Account {
  readonly seat: number;
  readonly side: number;
  readonly start: number;
  readonly result: number;
  readonly deal: Figure;
  readonly draws: Figure | null;
  readonly others: Figure | null;
  readonly own: Figure | null;
  readonly turning_points: readonly Decision[];
  readonly best_moves: readonly Decision[];
}

/** A part of a win, from -1 to 1, and how far off it may be: in 95 of 100 reviews it is not. */
export interface Figure {
  readonly value: number;
  readonly plus_minus: number;
}

/** What a seat did, beside the best other answer that was looked at; None is letting it be. `worth` is how much better its own answer was, judged by what the seat could know: below 0, a mistake. */
export interface Decision {
  readonly number: number;
  readonly seat: number;
  readonly intent: { readonly [key: string]: unknown } | null;
  readonly other: { readonly [key: string]: unknown } | null;
  readonly worth: Figure;
  readonly why: Why;
}

/** A key of the texts' table `[hints]`, the clause behind it, and what fills the sentence's holes. */
export interface Why {
  readonly reason: string;
  readonly clause: string | null;
  readonly parameters: { readonly [key: string]: unknown };
}

/** How true chances were at this kind of table, in games of bots that nothing was fitted on. */
export interface Trust {
  readonly games: number;
  readonly brier: number;
  readonly worst: number;
}
