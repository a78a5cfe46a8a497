/** Ways to a table: opened with bots, opened for friends, joined. */
import { http } from "./http";
import { i18n } from "./i18n.svelte";
import { keep, kept } from "./keep";
import { anyAvatar, funnyName } from "./names";
import { places, rememberNonce } from "./places.svelte";
import { randomHex } from "./random";
import { set, settings } from "./settings.svelte";
import { Line } from "./line.svelte";
import { LEVELS, type GameName } from "../wire/shelf";

/** The name and face this person used last, or ready-made ones. */
export function me(): { name: string; avatar: string } {
  if (!settings.avatar) set("avatar", anyAvatar());
  if (!settings.name) set("name", funnyName(settings.avatar));
  return { name: settings.name, avatar: settings.avatar };
}

export function newName(avatar: string): void {
  set("avatar", avatar);
  set("name", funnyName(avatar));
}

export async function join(table: string, game: GameName, who = me(), watch = false): Promise<string> {
  const nonce = randomHex(16);
  rememberNonce(nonce);
  const { token } = await http.join(table, { ...who, nonce, watch });
  places.addToken(table, game, token);
  return token;
}

/** Bots in all other seats, and off it goes. */
export async function playBots(game: GameName, { seats, variant, level }: Setup): Promise<string> {
  const options = game === "etazhiki" ? { variant } : {};
  const bots = Array.from({ length: seats - 1 }, (_, at) => at + 1);
  const { table } = await http.open({ game, seats, options, bots, level });
  const token = await join(table, game);
  await started(table, token);
  return table;
}

export async function openTable(game: GameName, seats: number): Promise<string> {
  const { table } = await http.open({ game, seats });
  await join(table, game);
  return table;
}

function started(table: string, token: string): Promise<void> {
  const line = new Line(table, token);
  return line.do({ kind: "start" }).then((answer) => {
    line.close();
    if (!answer.ok) throw new Error(answer.refusal.reason);
  });
}

const USUAL_LEVEL = "player";

/** How this person plays against bots: the one-tap button does the same as last time. */
export interface Setup {
  readonly seats: number;
  readonly variant: "beginner" | "medium" | "full";
  readonly level: string;
}

export function lastSetups(): Record<GameName, Setup> {
  const last = kept<Partial<Record<GameName, Partial<Setup>>>>("setups", {});
  const setup = (game: GameName, seats: number): Setup => {
    const { level = USUAL_LEVEL, ...rest } = last[game] ?? {};
    return { seats, variant: "full", ...rest, level: LEVELS.some((one) => one === level) ? level : USUAL_LEVEL };
  };
  return { upturn: setup("upturn", 3), etazhiki: setup("etazhiki", 3), sequence: setup("sequence", 2) };
}

export function keepSetups(setups: Record<GameName, Setup>): void {
  keep("setups", setups);
}

export const AGES: Record<GameName, number> = { upturn: 6, etazhiki: 4, sequence: 7 };
export const MINUTES: Record<GameName, number> = { upturn: 20, etazhiki: 20, sequence: 30 };

export function told(error: unknown): string {
  const reason = error instanceof Error ? error.message : "";
  return i18n.texts["core"]?.["reasons"]?.[reason] ?? i18n.t.noServer;
}
