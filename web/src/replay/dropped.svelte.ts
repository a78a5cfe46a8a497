/** A record that was dropped on the page: Python in this browser replays it, and nothing of it is sent anywhere. */
import { read } from "../lib/http";
import { askHere } from "../lib/reach";
import { router } from "../lib/router.svelte";
import { house } from "../offline/house.svelte";
import type { Address, Replay } from "../wire";
import type { Eyes, Source } from "./source";

/** Bytes; a record of a long game has some hundred thousand. */
const LONGEST = 20_000_000;

export class RecordSource implements Source {
  readonly id: string;
  readonly colours = [];
  readonly table = null;
  readonly round = 1;
  readonly rounds = 1;
  readonly forFriends = false;

  constructor(private readonly record: string) {
    this.id = String(record.length);
  }

  get share(): number | null {
    return house.ready ? null : (house.share ?? 0);
  }

  async load(start: number, { seat, open }: Eyes): Promise<Replay> {
    return read<Replay>(await askHere("POST", "/records/replay", JSON.stringify({ record: this.record, start, seat, open }), null));
  }

  async again(row: number | null, bots: readonly number[], level: string): Promise<string> {
    const asked = { record: this.record, row, bots, level };
    return read<Address>(await askHere("POST", "/records/again", JSON.stringify(asked), null)).table;
  }
}

class Dropped {
  source: RecordSource | null = $state.raw(null);
  problem: "large" | "unreadable" | null = $state(null);

  /** To the replay of the record in this file, or why there is none. */
  async take(file: File | undefined): Promise<void> {
    this.problem = null;
    if (!file) return;
    if (file.size > LONGEST) {
      this.problem = "large";
      return;
    }
    try {
      this.source = new RecordSource(await file.text());
    } catch {
      this.problem = "unreadable";
      return;
    }
    router.go("/replay");
  }
}

export const dropped = new Dropped();
