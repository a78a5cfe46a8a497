// Written by scripts/wire from the Python structs. Do not edit.

/** Take a free chair, or a bot's; in a running game too. */
export interface Sit {
  readonly kind: "sit";
  readonly seat: number;
}

/** Become a spectator; a bot minds the seat of a running game. */
export interface Stand {
  readonly kind: "stand";
}

/** Go for good. */
export interface Leave {
  readonly kind: "leave";
}

/** Another name or face, for oneself; for another person when one is the host. */
export interface Rename {
  readonly kind: "rename";
  readonly name: string;
  readonly avatar?: string | null;
  readonly person?: string | null;
}

/** Randomness of one's own for the next shuffle. */
export interface GiveNonce {
  readonly kind: "nonce";
  readonly nonce: string;
}

/** Play oneself again where a bot has minded the seat. */
export interface TakeBack {
  readonly kind: "take_back";
}

/** Be the host instead of one who has been away for a while. */
export interface ClaimHost {
  readonly kind: "claim_host";
}

/** Begin: every chair is taken by a person or a bot. */
export interface Start {
  readonly kind: "start";
}

/** Another game with the same people. */
export interface Rematch {
  readonly kind: "rematch";
}

/** A bot takes a free chair. */
export interface AddBot {
  readonly kind: "add_bot";
  readonly seat: number;
  readonly level?: string;
}

/** The chair is free again, or the person whose seat the bot has minded plays. */
export interface RemoveBot {
  readonly kind: "remove_bot";
  readonly seat: number;
}

/** Whoever sits on these two chairs changes places, between games. */
export interface Swap {
  readonly kind: "swap";
  readonly seat: number;
  readonly other: number;
}

/** Number of seats and game options, before a game. */
export interface SetOptions {
  readonly kind: "set_options";
  readonly seats: number;
  readonly options?: { readonly [key: string]: unknown };
}

/** Another game for the same people, between games; they keep their order, bots come after them. */
export interface ChangeGame {
  readonly kind: "change_game";
  readonly game: string;
  readonly seats: number;
  readonly options?: { readonly [key: string]: unknown };
}

/** How the table is kept: listed for all, free chat, a soft timer that only reminds (seconds). `colours` are those that the sides are shown in, between games; they mean nothing to the rules. `taking` is how bots take the turn of a person, where a game lets them; `pace` is how fast they play, null as the game has it. */
export interface SetTable {
  readonly kind: "set_table";
  readonly listed?: boolean;
  readonly chat?: boolean;
  readonly timer?: number | null;
  readonly colours?: readonly string[];
  readonly locked?: boolean;
  readonly open_seats?: boolean;
  readonly taking?: "never" | "quick" | "unhurried";
  readonly pace?: "slow" | "usual" | null;
  readonly hints?: boolean | null;
}

/** How long bots wait for this seat's open windows (seconds); null is the server's own. */
export interface SetPatience {
  readonly kind: "set_patience";
  readonly seat: number;
  readonly seconds: number | null;
}

/** Nobody moves until the host resumes. */
export interface Pause {
  readonly kind: "pause";
}

/** Play goes on. */
export interface Resume {
  readonly kind: "resume";
}

/** Show someone out; a bot minds the seat of a running game. */
export interface Remove {
  readonly kind: "remove_person";
  readonly person: string;
}

/** Someone may not say anything any more, or may again. */
export interface Mute {
  readonly kind: "mute";
  readonly person: string;
  readonly muted?: boolean;
}

/** Another person is the host now. */
export interface HandOver {
  readonly kind: "hand_over";
  readonly person: string;
}

/** A bot minds the seat of someone absent. */
export interface CallBot {
  readonly kind: "call_bot";
  readonly seat: number;
  readonly level?: string;
}

/** Say yes or no to someone who would like to sit down in the running game. */
export interface LetSit {
  readonly kind: "let_sit";
  readonly person: string;
  readonly yes?: boolean;
}

/** End the running game: no winner, the shuffle is shown. */
export interface StopGame {
  readonly kind: "stop_game";
}

/** Remove the table and all its games. */
export interface Delete {
  readonly kind: "delete";
}

export type TableIntent = Sit | Stand | Leave | Rename | GiveNonce | TakeBack | ClaimHost | Start | Rematch | AddBot | RemoveBot | Swap | SetOptions | ChangeGame | SetTable | SetPatience | Pause | Resume | Remove | Mute | HandOver | CallBot | LetSit | StopGame | Delete;
