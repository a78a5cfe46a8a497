// Written by scripts/wire from the Python structs. Do not edit.

/** The house deals: the first row of every log. */
export interface Deal {
  readonly kind: "deal";
}

/** The house ends a game that nobody will finish; nobody wins. */
export interface Stop {
  readonly kind: "stop";
}

/** Lay a floor; beginners name the pile, the others have only one (ET-B5). */
export interface Floor {
  readonly kind: "floor";
  readonly card: string;
  readonly pile?: number;
}

export interface Ball {
  readonly kind: "ball";
  readonly card: string;
}

/** Take two cards, when no floor can be laid (ET-14). */
export interface Draw {
  readonly kind: "draw";
}

/** Let the turn go by: after the draw (ET-15), or, for beginners, with it (ET-67). */
export interface Pass {
  readonly kind: "pass";
}

/** Enough laid (ET-A10). */
export interface End {
  readonly kind: "end";
}

/** Lay all the balls that are left, this one on top (ET-26). */
export interface Shed {
  readonly kind: "shed";
  readonly top: string;
}

/** Take another seat's turn with a night floor (ET-41). */
export interface Intercept {
  readonly kind: "intercept";
  readonly card: string;
}

/** The house has stopped the game. */
export interface Stopped {
  readonly kind: "stopped";
}

/** ET-08: these seats held no floor (or none is left to begin with): all cards go back. A hand is None when told to those who may not see it. */
export interface Misdealt {
  readonly kind: "misdealt";
  readonly seats: readonly number[];
  readonly hands: readonly (readonly string[] | null)[];
}

/** `centre` is a floor and a ball, or, for beginners, two floors (ET-09, ET-62). A hand is None, and the deck is None, when told to those who may not see them. */
export interface Dealt {
  readonly kind: "dealt";
  readonly hands: readonly (readonly string[] | null)[];
  readonly centre: readonly string[];
  readonly deck: readonly string[] | null;
  readonly turn: number;
}

export interface FloorLaid {
  readonly kind: "floor_laid";
  readonly seat: number;
  readonly card: string;
  readonly pile: number;
}

export interface BallLaid {
  readonly kind: "ball_laid";
  readonly seat: number;
  readonly card: string;
}

/** ET-41: the seat has taken the turn with a night floor. */
export interface Intercepted {
  readonly kind: "intercepted";
  readonly seat: number;
  readonly card: string;
}

/** Cards from the deck; `cards` is None when told to another seat. */
export interface Drew {
  readonly kind: "drew";
  readonly seat: number;
  readonly why: "pass" | "skip" | "star" | "unable";
  readonly count: number;
  readonly cards: readonly string[] | null;
}

/** ET-B1: a seat that cannot lay found no card to draw. */
export interface DrewNothing {
  readonly kind: "drew_nothing";
  readonly seat: number;
}

/** ET-16: all but the open cards are the new deck; its order is None when told to anyone. */
export interface Rebuilt {
  readonly kind: "rebuilt";
  readonly count: number;
  readonly deck: readonly string[] | null;
}

export interface Passed {
  readonly kind: "passed";
  readonly seat: number;
}

/** ET-46: the seat misses its turn. */
export interface Skipped {
  readonly kind: "skipped";
  readonly seat: number;
}

/** ET-26: the seat has no floor left and has to choose the ball on top. */
export interface BallsLeft {
  readonly kind: "balls_left";
  readonly seat: number;
}

/** ET-26: the last balls of a hand, from the bottom to the top. */
export interface BallsShed {
  readonly kind: "balls_shed";
  readonly seat: number;
  readonly cards: readonly string[];
  readonly top: string;
}

/** ET-27: `stars` is how many the seat has now. */
export interface StarWon {
  readonly kind: "star_won";
  readonly seat: number;
  readonly stars: number;
}

export interface TurnCame {
  readonly kind: "turn_came";
  readonly seat: number;
}

export interface Won {
  readonly kind: "won";
  readonly seat: number;
}

/** ET-A42: a full circle of passes and nothing to draw; most stars win, together if need be. */
export interface Stuck {
  readonly kind: "stuck";
  readonly winners: readonly number[];
}

/** ET-A43: hands are hidden, their sizes are not; of the piles the open cards and the heights are told. `floors` are the open floors, one per pile, `ball` the open ball (beginners have none), `fits` the numbers that may be laid on each pile as it lies. */
export interface View {
  readonly game: "etazhiki";
  readonly turn: number;
  readonly stars: readonly number[];
  readonly drew: boolean;
  readonly floors_laid: number;
  readonly balls_laid: number;
  readonly shedding: boolean;
  readonly skip_armed: boolean;
  readonly idle: number;
  readonly seat: number | null;
  readonly seats: number;
  readonly options: Options;
  readonly hand: readonly string[] | null;
  readonly hand_sizes: readonly number[];
  readonly floors: readonly string[];
  readonly floor_sizes: readonly number[];
  readonly ball: string | null;
  readonly ball_size: number;
  readonly fits: readonly (readonly number[])[];
  readonly deck_size: number;
  readonly winners: readonly number[];
  readonly pool: Pool | null;
  readonly outcome: Outcome | null;
  readonly legal: readonly (Deal | Stop | Floor | Ball | Draw | Pass | End | Shed | Intercept)[];
}

/** The table options; `starter` is the youngest's seat (ET-A07), `parts` a family's own cards. */
export interface Options {
  readonly variant: "beginner" | "full" | "medium";
  readonly starter: number | "random";
  readonly skip: "once" | "repeats";
  readonly parity: "lenient" | "strict";
  readonly parts: Manifest | null;
}

/** What is in the box. */
export interface Manifest {
  readonly cards: readonly Lot[];
}

/** So many equal cards; `value` is the number on a floor or on a numbered ball. */
export interface Lot {
  readonly kind: "ball" | "even" | "floor" | "near" | "night" | "odd" | "skip";
  readonly value: number | null;
  readonly count: number;
  readonly marks: readonly ("blue" | "red")[];
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

export type Intent = Deal | Stop | Floor | Ball | Draw | Pass | End | Shed | Intercept;
export type Event = Stopped | Misdealt | Dealt | FloorLaid | BallLaid | Intercepted | Drew | DrewNothing | Rebuilt | Passed | Skipped | BallsLeft | BallsShed | StarWon | TurnCame | Won | Stuck;

export const TABLE = {
  "hand": 6,
  "draw": 2,
  "penalty": 2,
  "stars": {
    "2": 5,
    "3": 5,
    "4": 3,
    "5": 3
  }
} as const;
