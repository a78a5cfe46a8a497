// Written by scripts/wire from the Python structs. Do not edit.

import type { Event, Intent, View } from "./index";

/** The game as this seat may see it now, and what has happened since it was last told. `jumped`: something was left out in between; the view is whole all the same. */
export interface Told {
  readonly kind: "told";
  readonly number: number;
  readonly round: number;
  readonly time: number;
  readonly jumped: boolean;
  readonly rows: readonly ToldRow[];
  readonly view: View;
}

/** One row of the log as this seat hears of it. */
export interface ToldRow {
  readonly number: number;
  readonly time: number;
  readonly seat: number;
  readonly events: readonly Event[];
}

/** The table besides its game, whenever something about it has changed. */
export interface TableTold {
  readonly kind: "table";
  readonly number: number;
  readonly table: TableView;
}

/** The table besides its game, as anyone at it may know. */
export interface TableView {
  readonly id: string;
  readonly code: string;
  readonly game: string;
  readonly seats: number;
  readonly options: { readonly [key: string]: unknown };
  readonly you: string | null;
  readonly seat: number | null;
  readonly host: string | null;
  readonly people: readonly PersonView[];
  readonly chairs: readonly ChairView[];
  readonly listed: boolean;
  readonly chat: boolean;
  readonly timer: number | null;
  readonly colours: readonly string[];
  readonly sides: readonly (readonly number[])[];
  readonly locked: boolean;
  readonly open_seats: boolean;
  readonly asking: readonly AskingView[];
  readonly claimed: boolean;
  readonly taking: "never" | "quick" | "unhurried" | null;
  readonly pace: "slow" | "usual";
  readonly hints: boolean;
  readonly paused: boolean;
  readonly playing: boolean;
  readonly round: number;
  readonly results: readonly (readonly string[])[];
  readonly shuffle: ShuffleView;
  readonly next_commitment: string;
  readonly levels: readonly string[];
  readonly link: string;
  readonly screen: boolean;
}

/** Someone at the table; the id is public, the token is not told. */
export interface PersonView {
  readonly id: string;
  readonly name: string;
  readonly avatar: string | null;
  readonly present: boolean;
  readonly muted: boolean;
}

/** A seat: a person's, a bot's (its level), or a person's that a bot minds, if both are there. */
export interface ChairView {
  readonly person: string | null;
  readonly bot: string | null;
  readonly patience: number | null;
}

/** Someone who would like to sit down there. */
export interface AskingView {
  readonly person: string;
  readonly seat: number;
}

/** The honest shuffle of a round: the secret is null until its game is over. */
export interface ShuffleView {
  readonly round: number;
  readonly commitment: string;
  readonly nonces: readonly NonceView[];
  readonly secret: string | null;
  readonly given: boolean;
  readonly rows: number;
}

/** What a person has added to a shuffle, in hex. */
export interface NonceView {
  readonly who: string;
  readonly nonce: string;
}

/** The intent with this id was accepted; it is row `number`. Null: it changed nothing. */
export interface Answered {
  readonly kind: "answer";
  readonly id: string;
  readonly number: number | null;
}

/** The intent with this id was refused; `since` are the rows that the client had not seen. */
export interface NotPossible {
  readonly kind: "not_possible";
  readonly id: string;
  readonly refusal: Refusal;
  readonly since: readonly ToldRow[];
}

/** A refusal as it is told: a message key with parameters, never a sentence. */
export interface Refusal {
  readonly kind: "refused";
  readonly reason: string;
  readonly clause: string | null;
  readonly parameters: { readonly [key: string]: unknown };
}

/** The answer to `why`: nothing stands in the way. */
export interface Possible {
  readonly kind: "possible";
  readonly id: string;
}

/** A good intent for the view with this number (null: let it be), and why it is good. `reason` is a key of the table `hints` of the game's texts, which `parameters` fill. */
export interface HintTold {
  readonly kind: "hint";
  readonly id: string;
  readonly number: number;
  readonly intent: unknown | null;
  readonly reason: string;
  readonly clause: string | null;
  readonly parameters: { readonly [key: string]: unknown };
}

/** Someone has said something: one of the three. */
export interface Said {
  readonly kind: "said";
  readonly person: string;
  readonly time: number;
  readonly phrase: string | null;
  readonly reaction: string | null;
  readonly text: string | null;
}

/** The soft timer: this seat has been thinking for a while. Nothing follows from it. */
export interface Reminded {
  readonly kind: "reminded";
  readonly seat: number;
}

/** Something that everyone at the table should know: `seat_moved` (this person's seat is at another device now), `host_claimed` (this person has taken the role of a host who was away), `hint_taken` (this person has been given a hint); of nobody (`person` is empty) `bots_hurried` (so many tables play with Master now that it thinks for less time than usual) and `game_broke` (the game itself failed when a bot was to move). */
export interface Notice {
  readonly kind: "notice";
  readonly notice: string;
  readonly person: string;
}

/** A message that could not be read, or came too fast. */
export interface Complaint {
  readonly kind: "complaint";
  readonly refusal: Refusal;
}

/** The server closes the connection, and why: a message key. `after`: come back after so many seconds. */
export interface Bye {
  readonly kind: "bye";
  readonly reason: string;
  readonly after: number | null;
}

/** The secret that holds a place at a table; keep it, and show it to nobody. */
export interface Token {
  readonly table: string;
  readonly token: string;
  readonly round: number;
  readonly commitment: string;
}

/** A one-time link to one's seat; its secret is behind the #, which browsers keep to themselves. */
export interface Move {
  readonly move: string;
  readonly link: string;
  readonly qr: string;
  readonly seconds: number;
}

/** Where a table is. */
export interface Address {
  readonly table: string;
  readonly code: string;
  readonly link: string;
  readonly round: number;
  readonly commitment: string;
}

/** A listed table. */
export interface Listed {
  readonly table: string;
  readonly game: string;
  readonly seats: number;
  readonly free: number;
  readonly playing: boolean;
  readonly installed: boolean;
}

/** A game on the shelf, in both languages; `rotates`: somebody else begins the next game of a series. */
export interface GameInfo {
  readonly name: string;
  readonly title: { readonly [key: string]: string };
  readonly about: { readonly [key: string]: string };
  readonly age: { readonly [key: string]: string };
  readonly seats: readonly number[];
  readonly options: readonly OptionInfo[];
  readonly rotates: boolean;
  readonly lessons: readonly LessonInfo[];
  readonly minutes: number;
  readonly reviewed: boolean;
}

/** An option: the values that the texts explain, in their order; with `seats` also any seat's number. `unfit`: at which numbers of seats a value cannot be chosen, by the value as texts name it. */
export interface OptionInfo {
  readonly name: string;
  readonly values: readonly (string | number | boolean)[];
  readonly seats: boolean;
  readonly default: string | number | boolean | null;
  readonly unfit?: { readonly [key: string]: readonly number[] };
}

/** A lesson of a game, and the options of the tables that it is for. */
export interface LessonInfo {
  readonly name: string;
  readonly title: { readonly [key: string]: string };
  readonly options: { readonly [key: string]: unknown };
}

/** A table that somebody asks about from outside, and whose turn it is there. */
export interface TableSeen extends TableView {
  readonly turn: number | null;
}

/** The rules in the game's own words, as Markdown, and its numbered clauses. */
export interface RulesText {
  readonly text: string;
  readonly clauses: { readonly [key: string]: string };
}

/** What the coach of a lesson says; its positions stay with the server. */
export interface LessonText {
  readonly title: { readonly [key: string]: string };
  readonly options: { readonly [key: string]: unknown };
  readonly steps: readonly StepText[];
  readonly tips: readonly { readonly [key: string]: string }[];
}

/** A step as the page shows it; `stands`: it begins from a position of its own. */
export interface StepText {
  readonly say: { readonly [key: string]: string };
  readonly praise: { readonly [key: string]: string } | null;
  readonly ask: readonly { readonly [key: string]: unknown }[];
  readonly times: number;
  readonly point: readonly string[];
  readonly picture: readonly string[];
  readonly clauses: readonly string[];
  readonly stands: boolean;
}

/** The table of a lesson as the learner sees it, and what has just happened there. `refusal`: nothing has changed. `finished`: the step has been done. `waits`: the learner may act out of turn, or let it be. `turns` and `hint` belong to the short game: how many turns the learner has begun, and a good intent while the coach is there. */
export interface LessonTold {
  readonly rows: readonly ToldRow[];
  readonly view: View;
  readonly refusal: Refusal | null;
  readonly finished: boolean;
  readonly waits: boolean;
  readonly turns: number;
  readonly hint: Intent | null;
}

/** All checks in order; `wrong` is the first thing that differs. */
export interface Verdict {
  readonly checks: readonly Check[];
}

/** One thing compared; `says` is a text key with parameters, "open" is what cannot be known yet. */
export interface Check {
  readonly name: string;
  readonly status: "differs" | "open" | "same";
  readonly says: string;
  readonly parameters: { readonly [key: string]: unknown };
  readonly refusal: Refusal | null;
}

/** A game, moment by moment, with what a page has to know before it shows the first. */
export interface Replay {
  readonly game: string;
  readonly seats: number;
  readonly options: { readonly [key: string]: unknown };
  readonly sides: readonly (readonly number[])[];
  readonly people: readonly Person[];
  readonly outcome: Outcome | null;
  readonly given: string | null;
  readonly own: number | null;
  readonly eyes: number | null;
  readonly open: boolean;
  readonly rows: number;
  readonly landmarks: readonly Landmark[];
  readonly moments: readonly Moment[];
}

/** Who sits at a seat; `bot` is the level of a bot, None for people. */
export interface Person {
  readonly name: string;
  readonly avatar: string | null;
  readonly bot: string | null;
}

/** Who won and why; `winners` is empty when nobody did. */
export interface Outcome {
  readonly reason: string;
  readonly clause: string | null;
  readonly winners: readonly number[];
}

/** A moment worth jumping to, and what has happened there. */
export interface Landmark {
  readonly number: number;
  readonly event: Event;
}

/** The table after a row: of the view what has changed since the moment before, of the first all of it. */
export interface Moment {
  readonly number: number;
  readonly time: number;
  readonly seat: number;
  readonly events: readonly Event[];
  readonly view: Partial<View>;
  readonly hands: readonly (readonly string[])[] | null;
}

/** One table with that deal; who plays at one that is not over is not told, nor where any of them is. */
export interface DealResult {
  readonly here: boolean;
  readonly row: number | null;
  readonly people: readonly Person[];
  readonly outcome: Outcome | null;
  readonly rows: number;
}

export type ServerMessage = Told | TableTold | Answered | NotPossible | Possible | HintTold | Said | Reminded | Notice | Complaint | Bye;
