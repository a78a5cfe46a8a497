// Written by scripts/wire from the Python structs. Do not edit.

/** The house deals: the first row of every log. */
export interface Deal {
  readonly kind: "deal";
}

/** The house ends a game that nobody will finish; nobody wins. */
export interface Stop {
  readonly kind: "stop";
}

export interface Place {
  readonly kind: "place";
  readonly card: string;
  readonly cell: string;
}

export interface Remove {
  readonly kind: "remove";
  readonly card: string;
  readonly cell: string;
}

export interface Exchange {
  readonly kind: "exchange";
  readonly card: string;
}

/** Take the card that is owed for the turn just played. */
export interface Draw {
  readonly kind: "draw";
}

/** Only when nothing at all can be played (SQ-A16). */
export interface Pass {
  readonly kind: "pass";
}

export interface Choose {
  readonly kind: "choose";
  readonly cells: readonly string[];
}

export interface Accuse {
  readonly kind: "accuse";
  readonly side: string;
}

/** One of ours has warned a mate. */
export interface Admit {
  readonly kind: "admit";
}

/** I say that nobody has. */
export interface Deny {
  readonly kind: "deny";
}

export interface Forfeit {
  readonly kind: "forfeit";
  readonly card: string;
}

/** The house has stopped the game. */
export interface Stopped {
  readonly kind: "stopped";
}

/** SQ-10: these seats have turned up a card each to find the dealer. */
export interface TurnedUp {
  readonly kind: "turned_up";
  readonly seats: readonly number[];
  readonly cards: readonly string[];
}

/** A hand is None, and the deck is None, when told to those who may not see them. */
export interface Dealt {
  readonly kind: "dealt";
  readonly dealer: number;
  readonly hands: readonly (readonly string[] | null)[];
  readonly deck: readonly string[] | null;
  readonly turn: number;
}

export interface Placed {
  readonly kind: "placed";
  readonly seat: number;
  readonly card: string;
  readonly cell: string;
}

export interface Removed {
  readonly kind: "removed";
  readonly seat: number;
  readonly card: string;
  readonly cell: string;
  readonly side: string;
}

export interface Completed {
  readonly kind: "completed";
  readonly side: string;
  readonly cells: readonly string[];
}

/** SQ-A28: a completed sequence has lost a chip and counts no more. */
export interface Broken {
  readonly kind: "broken";
  readonly side: string;
  readonly cells: readonly string[];
}

/** SQ-A07: the seat has to choose five of six to eight chips in line. */
export interface LongLineMade {
  readonly kind: "long_line_made";
  readonly seat: number;
}

/** SQ-30: a dead card has gone to the seat's pile. */
export interface Exchanged {
  readonly kind: "exchanged";
  readonly seat: number;
  readonly card: string;
}

/** The new card for a dead one; None when told to another seat. */
export interface Replaced {
  readonly kind: "replaced";
  readonly seat: number;
  readonly card: string | null;
}

/** SQ-18: the seat may take its card. */
export interface Owed {
  readonly kind: "owed";
  readonly seat: number;
}

/** The card at the end of a turn; None when told to another seat. */
export interface Drew {
  readonly kind: "drew";
  readonly seat: number;
  readonly card: string | null;
}

/** SQ-19: the owed card was not taken in time. */
export interface Lost {
  readonly kind: "lost";
  readonly seat: number;
}

/** SQ-A18: all played piles are the new deck; its order is None when told to anyone. */
export interface Reshuffled {
  readonly kind: "reshuffled";
  readonly deck: readonly string[] | null;
}

export interface Passed {
  readonly kind: "passed";
  readonly seat: number;
}

/** SQ-A23: a seat without cards. */
export interface PassedOver {
  readonly kind: "passed_over";
  readonly seat: number;
}

export interface TurnCame {
  readonly kind: "turn_came";
  readonly seat: number;
}

export interface Accused {
  readonly kind: "accused";
  readonly seat: number;
  readonly side: string;
}

export interface Admitted {
  readonly kind: "admitted";
  readonly seat: number;
  readonly due: readonly number[];
}

export interface Denied {
  readonly kind: "denied";
  readonly seat: number;
}

export interface ClaimFell {
  readonly kind: "claim_fell";
  readonly side: string;
}

export interface Forfeited {
  readonly kind: "forfeited";
  readonly seat: number;
  readonly card: string;
}

export interface ClaimSettled {
  readonly kind: "claim_settled";
  readonly side: string;
}

export interface Won {
  readonly kind: "won";
  readonly side: string;
}

/** SQ-A17: a full circle of forced passes; the game is drawn. */
export interface Stuck {
  readonly kind: "stuck";
}

/** SQ-A34: hands and the order of the deck are hidden, also from mates; the rest is public. */
export interface View {
  readonly game: "sequence";
  readonly lines: readonly Line[];
  readonly piles: readonly (readonly string[])[];
  readonly turn: number;
  readonly owed: readonly number[];
  readonly exchanged: boolean;
  readonly choosing: number | null;
  readonly claim: Claim | null;
  readonly accused: readonly number[];
  readonly passes: number;
  readonly winner: string | null;
  readonly seat: number | null;
  readonly seats: number;
  readonly options: Options;
  readonly sides: number;
  readonly hand: readonly string[] | null;
  readonly hand_sizes: readonly number[];
  readonly chips: { readonly [key: string]: string };
  readonly deck_size: number;
  readonly pool: Pool | null;
  readonly outcome: Outcome | null;
  readonly legal: readonly (Deal | Stop | Place | Remove | Exchange | Draw | Pass | Choose | Accuse | Admit | Deny | Forfeit)[];
}

/** A completed sequence: exactly five cells, from the top, then the left. */
export interface Line {
  readonly side: string;
  readonly cells: readonly string[];
}

/** SQ-36: a side stands accused; `due` is filled when someone admits. */
export interface Claim {
  readonly side: string;
  readonly denied: readonly number[];
  readonly due: readonly number[];
}

/** The table options; `sides` unset means what fits the number of seats (SQ-A04). */
export interface Options {
  readonly sides?: number;
  readonly draw: "automatic" | "by_hand";
  readonly hard: boolean;
  readonly table_talk: boolean;
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

export type Intent = Deal | Stop | Place | Remove | Exchange | Draw | Pass | Choose | Accuse | Admit | Deny | Forfeit;
export type Event = Stopped | TurnedUp | Dealt | Placed | Removed | Completed | Broken | LongLineMade | Exchanged | Replaced | Owed | Drew | Lost | Reshuffled | Passed | PassedOver | TurnCame | Accused | Admitted | Denied | ClaimFell | Forfeited | ClaimSettled | Won | Stuck;

export const TABLE = {
  "board": [
    [
      "**",
      "2S",
      "3S",
      "4S",
      "5S",
      "6S",
      "7S",
      "8S",
      "9S",
      "**"
    ],
    [
      "6C",
      "5C",
      "4C",
      "3C",
      "2C",
      "AH",
      "KH",
      "QH",
      "10H",
      "10S"
    ],
    [
      "7C",
      "AS",
      "2D",
      "3D",
      "4D",
      "5D",
      "6D",
      "7D",
      "9H",
      "QS"
    ],
    [
      "8C",
      "KS",
      "6C",
      "5C",
      "4C",
      "3C",
      "2C",
      "8D",
      "8H",
      "KS"
    ],
    [
      "9C",
      "QS",
      "7C",
      "6H",
      "5H",
      "4H",
      "AH",
      "9D",
      "7H",
      "AS"
    ],
    [
      "10C",
      "10S",
      "8C",
      "7H",
      "2H",
      "3H",
      "KH",
      "10D",
      "6H",
      "2D"
    ],
    [
      "QC",
      "9S",
      "9C",
      "8H",
      "9H",
      "10H",
      "QH",
      "QD",
      "5H",
      "3D"
    ],
    [
      "KC",
      "8S",
      "10C",
      "QC",
      "KC",
      "AC",
      "AD",
      "KD",
      "4H",
      "4D"
    ],
    [
      "AC",
      "7S",
      "6S",
      "5S",
      "4S",
      "3S",
      "2S",
      "2H",
      "3H",
      "5D"
    ],
    [
      "**",
      "AD",
      "KD",
      "QD",
      "10D",
      "9D",
      "8D",
      "7D",
      "6D",
      "**"
    ]
  ],
  "corner": "**",
  "letters": "abcdefghij",
  "wild": [
    "JC",
    "JD"
  ],
  "remove": [
    "JH",
    "JS"
  ],
  "sideNames": [
    "blue",
    "green",
    "red"
  ],
  "sides": {
    "2": [
      2
    ],
    "3": [
      3
    ],
    "4": [
      2
    ],
    "6": [
      2,
      3
    ],
    "8": [
      2
    ],
    "9": [
      3
    ],
    "10": [
      2
    ],
    "12": [
      2,
      3
    ]
  },
  "wins": {
    "2": 2,
    "3": 1
  },
  "hand": {
    "2": 7,
    "3": 6,
    "4": 6,
    "6": 5,
    "8": 4,
    "9": 4,
    "10": 3,
    "12": 3
  }
} as const;
