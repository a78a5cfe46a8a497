/** The tables this browser has a place at; one table may have several hands, for playing on one device. */
import { keep, kept } from "./keep";

export interface Place {
  readonly table: string;
  readonly game: string;
  /** Secrets of the seats, one for each hand on this device. */
  readonly tokens: readonly string[];
  /** How many rows of the game this browser has shown, and of which round. */
  readonly seen: readonly [round: number, rows: number];
  readonly time: number;
}

class Places {
  list: readonly Place[] = $state.raw(kept<readonly Place[]>("places", []));

  constructor() {
    addEventListener("storage", (event) => {
      if (event.key === "igroteka.places") this.list = kept<readonly Place[]>("places", []);
    });
  }

  at(table: string): Place | undefined {
    return this.list.find((place) => place.table === table);
  }

  addToken(table: string, game: string, token: string): void {
    const old = this.at(table);
    const tokens = [...(old?.tokens ?? []).filter((one) => one !== token), token];
    this.put({ table, game, tokens, seen: old?.seen ?? [0, 0], time: Date.now() });
  }

  dropToken(table: string, token: string): void {
    const old = this.at(table);
    if (!old) return;
    const tokens = old.tokens.filter((one) => one !== token);
    if (tokens.length) this.put({ ...old, tokens });
    else this.drop(table);
  }

  /** A log that is short until the record has come does not make unseen what was seen before. */
  saw(table: string, round: number, rows: number): void {
    const old = this.at(table);
    if (old && (old.seen[0] !== round || old.seen[1] < rows)) {
      this.put({ ...old, seen: [round, rows], time: Date.now() });
    }
  }

  drop(table: string): void {
    this.save(this.list.filter((place) => place.table !== table));
  }

  /** A place that was dropped by mistake, with the secrets of its seats. */
  restore(place: Place): void {
    if (!this.at(place.table)) this.put(place);
  }

  private put(place: Place): void {
    this.save([place, ...this.list.filter((one) => one.table !== place.table)].slice(0, 50));
  }

  private save(list: readonly Place[]): void {
    this.list = list;
    keep("places", list);
  }
}

export const places = new Places();

/** As many as the promises kept, for several hands on one device: who knows of a promise looks for a number. */
const MOST_NONCES = 1000;

/** The numbers this browser has given for shuffles: looked for in the record afterwards. */
export function rememberNonce(nonce: string): void {
  keep("nonces", [nonce, ...ownNonces()].slice(0, MOST_NONCES));
}

/** There was one of this hand already: it took no part, and would only push out those that did. */
export function forgetNonce(nonce: string): void {
  keep("nonces", ownNonces().filter((one) => one !== nonce));
}

export function ownNonces(): readonly string[] {
  return kept<string[]>("nonces", []);
}

/** The server's promise for a round, as this browser was shown it before the game; whether it is news here. */
export function rememberPromise(table: string, round: number, commitment: string): boolean {
  const line = `${table} ${round} ${commitment}`;
  const lines = kept<string[]>("promises", []);
  if (lines.includes(line)) return false;
  keep("promises", [line, ...lines].slice(0, 200));
  return true;
}

/** No number of this browser is looked for in that round: its person has given one at another device. */
export function forgetPromise(table: string, round: number): void {
  keep("promises", kept<string[]>("promises", []).filter((line) => !line.startsWith(`${table} ${round} `)));
}

export function promised(table: string, round: number): string | null {
  const found = kept<string[]>("promises", []).find((line) => line.startsWith(`${table} ${round} `));
  return found?.split(" ")[2] ?? null;
}
