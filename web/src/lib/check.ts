/** Checks the record of a finished game in the browser; the moves are checked by the server, or by `igroteka verify`. */
import { deal } from "./deal";
import { canonical, commitment, digest, seed } from "./shuffle";
import type { Record as GameRecord } from "../wire/record";

export type CheckName = "commitment" | "seed" | "nonce" | "deal" | "digest" | "moves";

export interface Check {
  readonly name: CheckName;
  /** null: cannot be known here. */
  readonly true: boolean | null;
}

/** `promised`: the commitment that this browser was shown before the game, if it was there; `own`: its numbers. */
export function check(record: GameRecord, promised: string | null, own: readonly string[]): readonly Check[] {
  const { game, options, seats, secret, nonces } = record;
  const terms = canonical({ game, options, seats });
  const drawn = record.source.kind === "committed";
  const drawnSeed = secret === null ? null : seed(secret, terms, nonces);
  const dealt = record.seed === null ? null : deal(record, record.seed);
  const checks: readonly Check[] = [
    {
      name: "commitment",
      true:
        secret !== null &&
        commitment(secret) === record.commitment &&
        (promised === null || promised === record.commitment),
    },
    { name: "seed", true: drawn ? drawnSeed === record.seed : null },
    { name: "nonce", true: record.source.kind === "same_deal" ? null : nonces.some((one) => own.includes(one.hex)) ? true : promised === null ? null : false },
    {
      name: "deal",
      true: dealt === null || record.source.kind === "played_on" ? null : canonical(dealt) === canonical(record.rows[0]?.events),
    },
    { name: "digest", true: digest(record) === record.digest },
  ];
  // The deal of another game: secret and numbers of this table have decided nothing, so nothing is said of them.
  const idle: readonly CheckName[] = record.source.kind === "same_deal" ? ["commitment", "seed", "nonce"] : [];
  return checks.filter(({ name, true: holds }) => holds === false || !idle.includes(name));
}
