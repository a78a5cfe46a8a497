/** A new table from a game that was played, with bots at once or for friends to come to. */
import { begun, join, usualLevel } from "../lib/coming";
import type { Source } from "./source";

export interface Fork {
  readonly source: Source;
  readonly game: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly seats: number;
  /** Null for the same deal. */
  readonly row: number | null;
  /** Where whoever opens it sits. */
  readonly seat: number;
}

export async function withBots({ source, game, options, seats, row, seat }: Fork): Promise<string> {
  const bots = Array.from({ length: seats }, (_, at) => at).filter((one) => one !== seat);
  const table = await source.again(row, bots, usualLevel(game, options));
  await begun(table, await join(table, game), { kind: "start" });
  return table;
}

export async function withFriends({ source, game, row, seat }: Fork): Promise<string> {
  const table = await source.again(row, [], "player");
  const token = await join(table, game);
  if (seat > 0) await begun(table, token, { kind: "sit", seat });
  return table;
}
