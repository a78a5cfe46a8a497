// Written by scripts/wire from the Python structs. Do not edit.

/** The house deals: the first row of every log. */
export interface Deal {
  readonly kind: "deal";
}

/** The house ends a game that nobody will finish; nobody wins. */
export interface Stop {
  readonly kind: "stop";
}

/** `row` and `order` belong to arrows and jokers, `trend` to double arrows and jokers. */
export interface Lay {
  readonly kind: "lay";
  readonly tile: string;
  readonly row?: "append" | "new";
  readonly order?: "ccw" | "cw";
  readonly trend?: "down" | "up";
}

/** One more number between the old last number and the twin (UT-35). */
export interface Tuck {
  readonly kind: "tuck";
  readonly tile: string;
}

/** One tile from the bag, unseen, to another seat (UT-34, UT-36). */
export interface Give {
  readonly kind: "give";
  readonly to: number;
}

/** One tile from the bag for oneself (UT-18). */
export interface Draw {
  readonly kind: "draw";
}

/** This is my last tile (UT-29). */
export interface Announce {
  readonly kind: "announce";
}

/** Pass after drawing, or waive what is left to do. */
export interface End {
  readonly kind: "end";
}

/** The house has stopped the game. */
export interface Stopped {
  readonly kind: "stopped";
}

/** UT-A03: an action tile came while looking for a start tile. */
export interface PutBack {
  readonly kind: "put_back";
  readonly tile: string;
}

/** A rack is None, and the bag is None, when told to those who may not see them. */
export interface Dealt {
  readonly kind: "dealt";
  readonly racks: readonly (readonly string[] | null)[];
  readonly start: string;
  readonly bag: readonly string[] | null;
  readonly turn: number;
}

/** UT-12: the first number beside the start tile, and the trend that it sets. */
export interface Opened {
  readonly kind: "opened";
  readonly seat: number;
  readonly tile: string;
  readonly trend: "down" | "up";
}

/** A number or a skip at the end of the row. */
export interface Laid {
  readonly kind: "laid";
  readonly seat: number;
  readonly tile: string;
}

/** UT-19, UT-20: an arrow or a joker, and how play runs after it. */
export interface Steered {
  readonly kind: "steered";
  readonly seat: number;
  readonly tile: string;
  readonly row: "append" | "new";
  readonly trend: "down" | "up";
  readonly order: "ccw" | "cw";
}

/** UT-35: a number between the old last number and the twin. */
export interface Tucked {
  readonly kind: "tucked";
  readonly seat: number;
  readonly tile: string;
}

/** UT-A25: the tile is None when told to anyone but its new owner. */
export interface Gave {
  readonly kind: "gave";
  readonly seat: number;
  readonly to: number;
  readonly tile: string | null;
}

/** UT-B2: there was nothing left to give. */
export interface GiftsLapsed {
  readonly kind: "gifts_lapsed";
  readonly seat: number;
  readonly count: number;
}

/** The tile is None when told to another seat. */
export interface Drew {
  readonly kind: "drew";
  readonly seat: number;
  readonly tile: string | null;
}

/** UT-A36: a fine, taken first, left nothing in the bag or on the table. */
export interface DrewNothing {
  readonly kind: "drew_nothing";
  readonly seat: number;
}

/** UT-29: the seat is down to one tile and has said so. */
export interface Announced {
  readonly kind: "announced";
  readonly seat: number;
}

/** UT-30: the window has closed on a last tile that was not announced. */
export interface Forgot {
  readonly kind: "forgot";
  readonly seat: number;
}

/** One tile of the fine; None when told to another seat. */
export interface Fined {
  readonly kind: "fined";
  readonly seat: number;
  readonly tile: string | null;
}

/** UT-47: laid tiles are the new bag; its order is None when told to anyone. */
export interface Recycled {
  readonly kind: "recycled";
  readonly count: number;
  readonly bag: readonly string[] | null;
}

/** A pass, or the rest of a turn waived. */
export interface Ended {
  readonly kind: "ended";
  readonly seat: number;
}

/** UT-42, UT-43: these seats miss their turn. */
export interface Skipped {
  readonly kind: "skipped";
  readonly seats: readonly number[];
}

export interface TurnCame {
  readonly kind: "turn_came";
  readonly seat: number;
}

/** UT-32: the seat has laid all its tiles. */
export interface Won {
  readonly kind: "won";
  readonly seat: number;
}

/** UT-B10: a full circle of ends; the fewest tiles win. */
export interface Stalled {
  readonly kind: "stalled";
  readonly winners: readonly number[];
}

/** UT-A41: racks and the order of the bag are hidden; the rest is public. */
export interface View {
  readonly game: "upturn";
  readonly rows: readonly (readonly string[])[];
  readonly trend: "down" | "up" | null;
  readonly order: "ccw" | "cw";
  readonly turn: number;
  readonly drawn: boolean;
  readonly announced: readonly number[];
  readonly silent: readonly number[];
  readonly gifts: number;
  readonly tucking: Tucking | null;
  readonly extra: boolean;
  readonly idle: number;
  readonly winner: number | readonly number[] | null;
  readonly seat: number | null;
  readonly seats: number;
  readonly options: Options;
  readonly rack: readonly string[] | null;
  readonly rack_sizes: readonly number[];
  readonly bag_size: number;
  readonly pool: Pool | null;
  readonly outcome: Outcome | null;
  readonly legal: readonly (Deal | Stop | Lay | Tuck | Give | Draw | Announce | End)[];
}

/** UT-35: numbers strictly between these two may be tucked. */
export interface Tucking {
  readonly from: number;
  readonly to: number;
}

/** The table options; `parts` is a manifest's content, or None for the shipped one. */
export interface Options {
  readonly starter: "random" | number;
  readonly announce: "automatic" | "by_hand";
  readonly new_row: "bound" | "free";
  readonly lone_twin_gift: boolean;
  readonly parts: Manifest | null;
}

/** UT-A01: which tiles are in the box is data. */
export interface Manifest {
  readonly numbers: Numbers;
  readonly actions: Actions;
}

export interface Numbers {
  readonly plain: readonly number[];
  readonly penalty: readonly number[];
  readonly twins: readonly number[];
}

export interface Actions {
  readonly U: number;
  readonly D: number;
  readonly UD: number;
  readonly S1: number;
  readonly S2: number;
  readonly J: number;
}

/** The last filling of the deck: what went in, what stayed open, what each seat took and laid since. */
export interface Pool {
  readonly went_in: readonly string[];
  readonly kept: readonly string[];
  readonly taken: readonly number[];
  readonly laid: readonly (readonly string[])[];
}

/** Who won and why; `winners` is empty when nobody did. */
export interface Outcome {
  readonly reason: string;
  readonly clause: string | null;
  readonly winners: readonly number[];
}

export type Intent = Deal | Stop | Lay | Tuck | Give | Draw | Announce | End;
export type Event = Stopped | PutBack | Dealt | Opened | Laid | Steered | Tucked | Gave | GiftsLapsed | Drew | DrewNothing | Announced | Forgot | Fined | Recycled | Ended | Skipped | TurnCame | Won | Stalled;

export const TABLE = {
  "seats": [
    2,
    3,
    4
  ],
  "rack": 7,
  "forgotten": 3
} as const;
