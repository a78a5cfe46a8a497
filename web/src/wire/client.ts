// Written by scripts/wire from the Python structs. Do not edit.

import type { Intent } from "./index";
import type { TableIntent } from "./table";

/** The first message: who is asking, by the secret its browser holds; null is a visitor. A big `screen` that shows the table to everybody is a visitor too, whatever token it has. */
export interface Hello {
  readonly kind: "hello";
  readonly token?: string | null;
  readonly screen?: boolean;
}

/** A game intent; `number` is that of the view it answers, `id` the client's own, for resending. */
export interface Ask {
  readonly kind: "ask";
  readonly id: string;
  readonly number: number;
  readonly intent: Intent;
}

/** An intent about the table: sit, start, add a bot… */
export interface Do {
  readonly kind: "do";
  readonly id: string;
  readonly intent: TableIntent;
}

/** Why is this game intent not possible? Nothing is played. */
export interface Why {
  readonly kind: "why";
  readonly id: string;
  readonly intent: Intent;
}

/** What would be a good move now, and why? Nothing is played; other people at the table hear of it. */
export interface AskHint {
  readonly kind: "hint";
  readonly id: string;
}

/** A ready-made phrase, a reaction, or, where the host allows it, a text: exactly one of them. */
export interface Say {
  readonly kind: "say";
  readonly phrase?: string | null;
  readonly reaction?: string | null;
  readonly text?: string | null;
}

/** What a new table is to be. */
export interface Open {
  readonly game: string;
  readonly seats: number;
  readonly options?: { readonly [key: string]: unknown };
  readonly listed?: boolean;
  readonly chat?: boolean;
  readonly bots?: readonly number[];
  readonly level?: string;
}

/** A finished game to begin from: the same deal, or, with `row`, the position after that row. */
export interface Again {
  readonly table: string;
  readonly round: number;
  readonly row?: number | null;
  readonly listed?: boolean;
  readonly bots?: readonly number[];
  readonly level?: string;
}

/** Who comes to the table. `nonce` (16 to 64 random bytes in hex) is for older clients: one that is sent before the promise was seen protects nobody. Send it as an intent `nonce` afterwards. */
export interface Join {
  readonly name: string;
  readonly avatar?: string | null;
  readonly nonce?: string | null;
  readonly watch?: boolean;
}

/** Whose seat is to move: one's own (null), or, for the host, that of a person who is not here. */
export interface Whose {
  readonly person?: string | null;
}

/** The word of a one-time link. */
export interface MoveWord {
  readonly move: string;
}

/** Where the learner is in a lesson, and what is asked for now; null looks on. `done` are the learner's intents since the last step that stands, or, in the short game (the step after the last), all decisions so far, null for letting it be. With `why` nothing is played; with `wait` the learner lets it be. */
export interface LessonAsk {
  readonly step: number;
  readonly done?: readonly (Intent | null)[];
  readonly intent?: Intent | null;
  readonly why?: boolean;
  readonly wait?: boolean;
  readonly seed?: number;
}

/** A skill of a game to be tried at a table with these options; `seed` chooses one of its positions. Without an intent the position is told. With `why` nothing is played. */
export interface ExerciseAsk {
  readonly skill: string;
  readonly options?: { readonly [key: string]: unknown };
  readonly seed?: number;
  readonly intent?: Intent | null;
  readonly why?: boolean;
}

export type ClientMessage = Hello | Ask | Do | Why | AskHint | Say;
