/** The tables of the games, each loaded when it is played. */
import type { GameTable } from "./table";
import type { GameName } from "../wire/shelf";

export const TABLES: Record<GameName, () => Promise<GameTable>> = {
  upturn: async () => (await import("./upturn/game")).game,
  etazhiki: async () => (await import("./etazhiki/game")).game,
  sequence: async () => (await import("./sequence/game")).game,
};
