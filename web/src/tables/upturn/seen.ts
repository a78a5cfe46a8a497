/** The table as the eye has it so far: the view without the events that are still to be shown. */
import type { upturn } from "../../wire";

export interface Seen {
  readonly rows: string[][];
  readonly rack: string[] | null;
  readonly sizes: number[];
  bag: number;
}

export function seen(view: upturn.View, ahead: readonly upturn.Event[]): Seen {
  const so: Seen = {
    rows: view.rows.map((row) => [...row]),
    rack: view.rack && [...view.rack],
    sizes: [...view.rack_sizes],
    bag: view.bag_size,
  };
  for (const event of [...ahead].reverse()) undo(so, event, view.seat);
  return so;
}

function undo(so: Seen, event: upturn.Event, own: number | null): void {
  switch (event.kind) {
    case "opened":
    case "laid":
    case "steered":
    case "tucked":
      unlay(so, event.tile);
      grow(so, event.seat, 1);
      break;
    case "gave":
      untake(so, event.to, event.tile, own);
      break;
    case "drew":
    case "fined":
      untake(so, event.seat, event.tile, own);
      break;
    case "recycled":
      so.bag = Math.max(0, so.bag - event.count);
      break;
  }
}

function unlay({ rows }: Seen, tile: string): void {
  const row = rows.at(-1);
  const at = row?.lastIndexOf(tile) ?? -1;
  if (!row || at < 0) return;
  row.splice(at, 1);
  if (!row.length && rows.length > 1) rows.pop();
}

function untake(so: Seen, seat: number, tile: string | null, own: number | null): void {
  grow(so, seat, -1);
  so.bag += 1;
  const at = seat === own && tile !== null ? (so.rack?.lastIndexOf(tile) ?? -1) : -1;
  if (at >= 0) so.rack?.splice(at, 1);
}

function grow({ sizes }: Seen, seat: number, by: number): void {
  sizes[seat] = Math.max(0, (sizes[seat] ?? 0) + by);
}
