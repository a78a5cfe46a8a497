/** The address of a moment: /t/:table/replay?round=2&moment=31&seat=0, or with &open. What is usual is left out. */
import { absolute } from "../lib/router.svelte";
import type { Replaying } from "./replaying.svelte";

interface Place {
  readonly table: string;
  readonly round?: number;
  readonly moment?: number;
  readonly seat?: number | null;
  readonly open?: boolean;
}

export function addressOf({ table, round, moment, seat, open }: Place): string {
  const asked = new URLSearchParams();
  if (round) asked.set("round", String(round));
  if (moment && moment > 1) asked.set("moment", String(moment));
  if (seat !== null && seat !== undefined) asked.set("seat", String(seat));
  if (open) asked.set("open", "1");
  const words = asked.toString();
  return `/t/${encodeURIComponent(table)}/replay${words && `?${words}`}`;
}

export function placeOf({ source, at, eyes }: Replaying): string | null {
  const { table, round, rounds } = source;
  if (table === null) return null;
  return addressOf({ table, ...(round !== rounds && { round }), moment: at, seat: eyes.seat, open: eyes.open });
}

/** The same for others: a finished game is shown to them through the same eyes. */
export function linkOf(replaying: Replaying): string {
  const { source, at, eyes, about } = replaying;
  const { table, round } = source;
  const seat = replaying.over ? (about?.eyes ?? null) : null;
  return absolute(addressOf({ table: table ?? "", round, moment: at, seat, open: eyes.open }));
}
