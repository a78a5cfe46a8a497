// Written by scripts/wire from the Python structs. Do not edit.

/** What the page may expect of every game's words; each table knows its own. */
export interface Intent {
  readonly kind: string;
}
export interface Event {
  readonly kind: string;
}
export interface View {
  readonly game: string;
  readonly seat: number | null;
  readonly turn: number | null;
  readonly legal: readonly Intent[];
  readonly outcome: Outcome | null;
}
/** Who won and why; `winners` is empty when nobody did. */
export interface Outcome {
  readonly reason: string;
  readonly clause: string | null;
  readonly winners: readonly number[];
}

export type * as upturn from "./upturn";
export type * as etazhiki from "./etazhiki";
export type * as sequence from "./sequence";
export * from "./client";
export * from "./server";
export type * from "./table";
