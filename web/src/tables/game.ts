/** What a drawn game gives to the page besides its screen; each game.ts in a folder beside this file is one. */
import type { Component } from "svelte";
import type { Said } from "../lib/sentences";
import type { Language } from "../lib/settings.svelte";
import type { Chance } from "../lib/shuffle";
import type { Practised } from "../practice/practised";
import type { Printed } from "../print/printed";
import type { Table } from "../lib/table.svelte";
import type { TableView } from "../wire";
import type { GameScreen } from "./table";

/** A part in a picture: its name, and where it lies, in percent of the picture, turned by degrees. */
export type Thrown = readonly [name: string, left: number, top: number, width: number, turn: number];

/** Helps of one's own that a game may know: letters of cards, sums, reminders. */
export type Help = "letters" | "sums" | "remind";

export type Value = string | number | boolean;
export type Options = Readonly<Record<string, unknown>>;
/** What was told when the parts were dealt: events as they stand in a record. */
export type Dealt = Readonly<Record<string, unknown>>;

/** What deal.ts of a game exports: the deal that a seed makes, for the shuffle check. */
export type Deal = (seats: number, options: Options, chance: Chance) => readonly Dealt[];

export interface Variant {
  readonly value: string;
  /** From which age: 4+. */
  readonly age: string;
  readonly part: string;
}

/** A card of the first page of the rules: a few parts and a sentence or two. */
export interface RuleCard {
  readonly parts: readonly string[];
  readonly title: Readonly<Record<Language, string>>;
  readonly text: Readonly<Record<Language, string>>;
}

export interface RulePictures {
  /** What one has to know before the first move: the goal, a turn, the parts. */
  readonly CARDS: readonly RuleCard[];
  /** Parts that are drawn beside the sentence of the rules that first names a clause. */
  readonly PICTURES: Readonly<Record<string, readonly string[]>>;
}

export interface DrawnGame {
  /** A part by its written name; null lies face down. */
  readonly Part: Component<{ name: string | null }>;
  /** A few parts thrown on the table: for the home page, upright on phones and wide elsewhere. */
  readonly picture: { readonly upright: readonly Thrown[]; readonly wide: readonly Thrown[] };
  /** Seats that the home page begins with. */
  readonly seats: number;
  readonly helps: readonly Help[];
  /** How a part is called in a sentence, where its written name will not do. */
  readonly said?: Said;
  /** The rule sets that the home page offers as pictures: an option and its values, the easiest first. */
  readonly variants?: { readonly option: string; readonly values: readonly Variant[] };
  /** Options that a table with bots begins with, where that is easier than the rules. */
  readonly withBots?: Options;
  /** Which values of an option this number of seats may choose; null where the shelf knows. */
  readonly values?: (option: string, seats: number) => readonly Value[] | null;
  /**
   * The clause of the rules behind a value of an option, by `option=value` (`starter=seat` for any seat's number).
   * Values of these options that are not named depart from the rules; a clause of "" is neither.
   */
  readonly book?: Readonly<Record<string, string>>;
  /** Whether an option means anything at such a table. */
  readonly means?: (option: string, options: Options, seats: number) => boolean;
  /** The side of each seat in the lobby, where seats play together. */
  readonly sides?: (seats: number, options: Options) => readonly string[];
  /** On one device: what the button that passes it out of turn says, where that is more than passing. */
  readonly passing?: (options: Options, language: Language) => string | null;
  readonly screen: () => Promise<GameScreen>;
  /** More for the lobby's panel of options. */
  readonly Setup?: () => Promise<Component<{ table: Table; info: TableView }>>;
  /** What is practised at this table, for the report to parents; none where nothing is worked out. */
  readonly practice?: () => Promise<Practised>;
  /** The game on paper: its parts in true size. */
  readonly print?: () => Promise<Printed>;
  /** The rules in pictures. */
  readonly pictures: () => Promise<RulePictures>;
}
