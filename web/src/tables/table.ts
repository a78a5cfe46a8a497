/** What a game's table is given and what it gives back: see README.md beside this file. */
import type { Component, Snippet } from "svelte";
import type { Sound } from "../lib/chime";
import type { Beat, Measure } from "../lib/player.svelte";
import type { Kept } from "../lib/settings.svelte";
import type { Speech } from "../lib/speech";
import type { SeatInfo } from "../lib/seatInfo";
import type { IconName } from "../parts/icons";
import type { Event, Intent, View } from "../wire";

/** What is moving on the screen; `view` is already the state after all of it. */
export interface Show<E> {
  /** The event being shown now, with its time. */
  readonly beat: (Beat & { readonly event: E }) | null;
  /** Events of `view` that the eye has not reached yet: draw as if they had not happened. */
  readonly ahead: readonly E[];
  /** The events of the last row that somebody played. */
  readonly last: readonly E[];
  /** Those of the last rows together: what was laid last stays marked, though a card was taken since. */
  readonly lately: readonly E[];
}

export interface TableProps<V = View, I = Intent, E = Event> {
  /** All there is to draw. `view.legal` is the only source of what can be done. */
  readonly view: V;
  /** Names, faces, presence; by seat. */
  readonly seats: readonly SeatInfo[];
  readonly show: Show<E>;
  /** Written names of cells, cards and tiles that a tapped line of the log points at. */
  readonly highlight: ReadonlySet<string>;
  readonly settings: Readonly<Kept>;
  /** Whether a move is first a ghost that needs Готово (the setting and the pointer decide). */
  readonly asksFirst: boolean;
  /** Sentences and words of the game in the language of the page. */
  readonly speech: Speech;
  /** An intent is on its way: offer nothing until it is answered. */
  readonly busy: boolean;
  readonly onintent: (intent: I) => void;
  /** Asks the server why this is not possible; the answer is shown by the frame. */
  readonly onwhy: (intent: I) => void;
}

/** What stands at the left of the prompt. */
export type Face =
  | { readonly kind: "seat"; readonly seat: number }
  | { readonly kind: "part"; readonly name: string | null }
  | { readonly kind: "icon"; readonly name: IconName };

/** A word of a picture; a bar stands between two thoughts. */
export type Sign = Face | { readonly kind: "bar" };

export interface Prompt {
  /** `mine`: yours to act (sun); `other`: somebody else acts (surface). */
  readonly tone: "mine" | "other";
  readonly face: Face;
  /** What to do, in bold. */
  readonly title: string;
  /** Why, below it. */
  readonly detail?: string;
  /** The same in pictures, for those who do not read yet: drawn instead of the words, which are still spoken. */
  readonly picture?: readonly Sign[];
}

export interface Action {
  readonly label: string;
  readonly onclick: () => void;
  readonly icon?: IconName;
  /** A card or tile instead of an icon; null lies face down. */
  readonly part?: string | null;
  /** `main` is the sun; at most one. `huge` is 84 px with a note below, for "Последняя фишка!". */
  readonly tone?: "main" | "plain" | "huge";
  /** A second line: what it costs. */
  readonly note?: string;
  /** Drawn instead of all words, which are still spoken. */
  readonly picture?: readonly Sign[];
  readonly glow?: boolean;
  readonly disabled?: boolean;
  /** What a lesson calls it: the kind of the intent that it sends, or `done`. */
  readonly tap?: string;
  /** In the menu it is asked for twice. */
  readonly sure?: boolean;
}

/** What stands under a name in the strip of seats. */
export interface SeatLine {
  /** "6 карт". */
  readonly count: string;
  /** The number alone, where there is no room for the words. */
  readonly size?: number;
  /** Stars or rows: how many of how many, with a label for those who do not see them. */
  readonly won?: { readonly have: number; readonly of: number; readonly label: string };
  /** The side's chip, where sides play. */
  readonly side?: string;
  /** A short pill: "ждёт карту". */
  readonly mark?: string;
  /** Parts that this seat has played, open to all, the last on top: that one lies beside the face, all of them on a tap. */
  readonly pile?: readonly string[];
}

export interface FrameProps {
  readonly prompt: Prompt;
  readonly actions: readonly Action[];
  readonly line: (seat: number) => SeatLine;
  /** Whose seats are lit as acting now; usually [view.turn]. */
  readonly acting: readonly number[];
  /** The table itself: takes all the room there is. */
  readonly board: Snippet;
  /** The hand or rack, at the bottom; none for spectators. */
  readonly hand?: Snippet | undefined;
  /**
   * What a phone that is a hand, beside a big screen, has to show besides: the table instead of the hand while something
   * is pointed at there, or `both`.
   */
  readonly needs?: "board" | "both" | null;
  /** More for the desktop column, under the log. */
  readonly aside?: Snippet | undefined;
  /** What is rarely wanted and stands in the menu: saying that a mate was warned. */
  readonly menu?: readonly Action[];
  /** Width of the desktop column in rem: 20 is usual. */
  readonly column?: number;
  /** Where there is room: `below` keeps seats above and the hand below the table; `beside` puts both into the column. */
  readonly layout?: "below" | "beside";
}

export interface Near {
  readonly text: string;
  readonly won?: { readonly have: number; readonly of: number };
}

/** Where a move goes: an element of the table, and the part that comes to lie there, if it stays. */
export interface Aim {
  readonly at: string;
  readonly part?: string;
}

/** A view, an event or an intent of one game, of which no other knows. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a game is handed what it has said itself
type Own = any;

/** The screen of a game, fetched when it is played. */
export interface GameScreen {
  readonly Table: Component<TableProps<Own, Own, Own>>;
  /** How long an event is shown, in ms at normal speed; 0 for those that nobody needs to see alone. */
  readonly measure: Measure;
  /** Parts that a line of the log points at. */
  readonly parts: (event: Event) => readonly string[];
  /** How it was won, in a sentence, where the view shows more than the outcome tells. */
  readonly ending?: (view: Own) => string;
  /** The side that a seat plays for, where seats play together. */
  readonly side?: (view: Own, seat: number) => string;
  /** How far a seat came, for the end: in a few words, drawn as stars where there is something to win. */
  readonly near?: (view: Own, seat: number) => Near;
  /** Where a hinted move goes; null where its button says it all. */
  readonly aim?: (intent: Own) => Aim | null;
  /** What an event sounds like; null is silent. */
  readonly sounds?: (event: Event) => Sound | null;
  /** Whether this game is played by those who do not read yet: its end is told in faces and stars. */
  readonly pictured?: (view: Own) => boolean;
  /** Events that are worth a line in the log. */
  readonly tells: (event: Event) => boolean;
  /** For the end: the winners' board or pile, drawn small. */
  readonly Final?: Component<{ view: Own }>;
}
