// Written by scripts/wire from the Python structs. Do not edit.

/** A game with all that belongs to it; what is None is not shown before the end. */
export interface Record {
  readonly format: "igroteka-record/1";
  readonly game: string;
  readonly seats: number;
  readonly options: { readonly [key: string]: unknown };
  readonly people: readonly Person[];
  readonly born: number;
  readonly started: number | null;
  readonly ended: number | null;
  readonly source: Committed | SameDeal | PlayedOn;
  readonly commitment: string;
  readonly secret: string | null;
  readonly nonces: readonly Nonce[];
  readonly seed: string | null;
  readonly rows: readonly Written[];
  readonly outcome: Outcome | null;
  readonly complete: boolean;
  readonly digest: string;
}

/** Who sits at a seat; `bot` is the level of a bot, None for people. */
export interface Person {
  readonly name: string;
  readonly avatar: string | null;
  readonly bot: string | null;
}

/** The seed was drawn: it comes of the secret, the nonces and the terms. */
export interface Committed {
  readonly kind: "committed";
}

/** The seed was chosen: it is that of a finished game, the record of which has the digest `of`. NO_GAME where it was named by whoever let bots play (`igroteka arena --records`). */
export interface SameDeal {
  readonly kind: "same_deal";
  readonly of: string;
  readonly seed: string | null;
}

/** The first rows are those of a finished game; later ones use this table's own, drawn seed. */
export interface PlayedOn {
  readonly kind: "played_on";
  readonly of: string;
  readonly stretches: readonly Stretch[];
}

/** The rows up to number `to` (after those of the stretch before) were decided with `seed`. */
export interface Stretch {
  readonly to: number;
  readonly seed: string | null;
}

/** What one person has added: who gave it, and random bytes in lowercase hex. */
export interface Nonce {
  readonly who: string;
  readonly hex: string;
}

/** A row of the log as plain data; `intent` is None where the asker may not know it. */
export interface Written {
  readonly number: number;
  readonly time: number;
  readonly seat: number;
  readonly intent: { readonly [key: string]: unknown } | null;
  readonly events: readonly { readonly [key: string]: unknown }[];
}

/** Who won and why; `winners` is empty when nobody did. */
export interface Outcome {
  readonly reason: string;
  readonly clause: string | null;
  readonly winners: readonly number[];
}
