/** What of a log has come since it was looked at last: several rows may come at once, and none of them is passed over. */
import type { LogRow } from "./player.svelte";

/** More than this, all at once in an empty log, were played before: they have been fetched. */
const MOST = 8;

export class Fresh {
  private last: readonly LogRow[];

  constructor(private log: readonly LogRow[]) {
    this.last = log.slice(-1);
  }

  /** The rows that are new; of a log that was fetched, the last one, which says how it stands. */
  rows(log: readonly LogRow[]): readonly LogRow[] {
    if (log === this.log) return this.last;
    const before = this.log.length;
    const goesOn = before ? log[before - 1] === this.log[before - 1] : log.length <= MOST;
    this.log = log;
    return (this.last = goesOn ? log.slice(before) : log.slice(-1));
  }
}
