/** Where a replay comes from: a table of the server or of this browser, or a record that was dropped on the page. */
import { fetched } from "../lib/fetched.svelte";
import { http } from "../lib/http";
import { places } from "../lib/places.svelte";
import { isHere } from "../lib/reach";
import type { Replay, TableSeen } from "../wire";

/** Whose eyes it is seen with: a seat's, one's own where there is none; `open` lays all hands beside it. */
export interface Eyes {
  readonly seat: number | null;
  readonly open: boolean;
}

export interface Source {
  /** The game from this moment on, as far as one answer goes; or Refused. */
  load(start: number, eyes: Eyes): Promise<Replay>;
  /** A new table: the same deal, or, with a row, the game as it was after it; the id of the table. */
  again(row: number | null, bots: readonly number[], level: string): Promise<string>;
  /** Friends can come to such a table. */
  readonly forFriends: boolean;
  /** Which share of what has to be fetched first is here; null where nothing has. */
  readonly share: number | null;
  /** Names the faces of bots and the colours of sides. */
  readonly id: string;
  readonly colours: readonly string[];
  /** The way back, where there is a table. */
  readonly table: string | null;
  readonly round: number;
  /** How many games were played there. */
  readonly rounds: number;
}

export class TableSource implements Source {
  readonly id: string;
  readonly table: string;
  readonly colours: readonly string[];
  readonly rounds: number;
  readonly share = null;

  private constructor(
    seen: TableSeen,
    readonly round: number,
    private readonly token: string | undefined,
  ) {
    this.id = this.table = seen.id;
    this.colours = seen.colours;
    this.rounds = seen.round;
  }

  /** The last game of a table, or the one with this number; or Refused. */
  static async at(table: string, round: number | null): Promise<TableSource> {
    const token = places.at(table)?.tokens[0];
    const seen = await fetched(() => http.look(table, token));
    return new TableSource(seen, round ?? Math.max(1, seen.round), token);
  }

  get forFriends(): boolean {
    return !isHere(this.table);
  }

  async again(row: number | null, bots: readonly number[], level: string): Promise<string> {
    return (await http.again({ table: this.table, round: this.round, row, bots, level })).table;
  }

  load(start: number, { seat, open }: Eyes): Promise<Replay> {
    return http.replay(this.table, this.round, { start, seat, open }, this.token);
  }
}
