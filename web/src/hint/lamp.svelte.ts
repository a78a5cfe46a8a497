/** The lamp of a table: a hint in two presses, where to look, then the move and why; a third puts it away. */
import type { Table } from "../lib/table.svelte";

export class Lamp {
  private pressed = $state(0);
  /** Whether it can be lit now. */
  readonly isThere: boolean = $derived.by(() => this.table.info?.hints === true && this.isMine() && this.table.line?.askHint !== undefined);
  /** 0 while it is dark. To wait is told at once, with its reason: there is no move to show. */
  readonly stage: number = $derived.by(() => {
    const { hinted } = this.table;
    return this.isThere && hinted && this.pressed ? (hinted.intent ? this.pressed : 2) : 0;
  });

  constructor(
    private readonly table: Table,
    /** Whether it is for this seat to act. */
    private readonly isMine: () => boolean,
  ) {}

  press(): void {
    const { hinted } = this.table;
    this.pressed = hinted ? (this.stage + 1) % 3 : 1;
    if (!hinted) void this.table.askHint();
  }

  putOut(): void {
    this.pressed = 0;
  }
}
