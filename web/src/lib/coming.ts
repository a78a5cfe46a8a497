/** Ways to a table: opened with bots, opened for friends, joined. */
import { http, Refused } from "./http";
import { i18n } from "./i18n.svelte";
import { keep, kept } from "./keep";
import { anyAvatar, funnyName } from "./names";
import { places, rememberPromise } from "./places.svelte";
import { set, settings } from "./settings.svelte";
import { Line } from "./line.svelte";
import { usualNumber } from "./seats";
import { shelf } from "./shelf.svelte";
import { sentence } from "./speech";
import { drawn, screenOf } from "../tables/drawn";
import { LEVELS } from "../wire/shelf";
import type { TableIntent } from "../wire";

export interface Person {
  readonly name: string;
  readonly avatar: string;
}

/** The name and face this person used last, or ready-made ones. */
export function me(): Person {
  if (!settings.avatar) set("avatar", anyAvatar());
  if (!settings.name) set("name", funnyName(settings.avatar));
  return { name: settings.name, avatar: settings.avatar };
}

export async function join(table: string, game: string, who = me(), watch = false): Promise<string> {
  const { token, round, commitment } = await http.join(table, { ...who, watch });
  rememberPromise(table, round, commitment); // our own number follows, once the promise is here
  places.addToken(table, game, token);
  return token;
}

/** Bots in all other seats, and off it goes. */
export async function playBots(game: string, { seats, options, level }: Setup): Promise<string> {
  void screenOf(game); // it comes while the table is opened
  const bots = Array.from({ length: seats - 1 }, (_, at) => at + 1);
  const { table } = await http.open({ game, seats, options: { ...drawn(game)?.withBots, ...options }, bots, level });
  const token = await join(table, game);
  await started(table, token);
  return table;
}

export async function openTable(game: string, seats: number, options: Setup["options"]): Promise<string> {
  const { table } = await http.open({ game, seats, options });
  await join(table, game);
  return table;
}

/** Everybody at one screen: each has a seat, and it begins at once. */
export async function playTogether(game: string, options: Setup["options"], who: readonly Person[]): Promise<string> {
  void screenOf(game);
  const { table } = await http.open({ game, seats: who.length, options });
  const tokens: string[] = [];
  for (const person of who) tokens.push(await join(table, game, person));
  await started(table, tokens[0] ?? "", true);
  return table;
}

/** Asked for by whoever has just come, once their number is among those of the shuffle. */
export async function begun(table: string, token: string, ...intents: readonly TableIntent[]): Promise<void> {
  const line = new Line(table, token);
  await line.added;
  const answers = [];
  for (const intent of intents) answers.push(await line.do(intent));
  line.close();
  for (const answer of answers) if (!answer.ok) throw new Refused(answer.refusal);
}

/** Who shares a screen sees who takes a hint, so that there is no reason against them. */
function started(table: string, token: string, shared = false): Promise<void> {
  const start: TableIntent = { kind: "start" };
  return shared ? begun(table, token, { kind: "set_table", hints: true }, start) : begun(table, token, start);
}

/** Whoever has not won yet meets beginners, and so do small children: the first of a game's rule sets is theirs. */
export function usualLevel(game: string, options: Setup["options"]): string {
  const { option = "", values = [] } = drawn(game)?.variants ?? {};
  const youngest = values[0] !== undefined && options[option] === values[0].value;
  return youngest || !kept("won", false) ? "beginner" : "player";
}

export function rememberWin(): void {
  keep("won", true);
}

/** How this person plays against bots: the one-tap button does the same as last time. */
export interface Setup {
  readonly seats: number;
  readonly options: Readonly<Record<string, unknown>>;
  readonly level: string;
}

export type Setups = Readonly<Partial<Record<string, Partial<Setup>>>>;

export function lastSetups(): Setups {
  return kept<Setups>("setups", {});
}

/** As last time, and what was not chosen then as usual. */
export function setupOf(game: string, last: Setups): Setup {
  const { seats, options = {} } = last[game] ?? {};
  const { level = usualLevel(game, options) } = last[game] ?? {};
  const possible = shelf.games[game]?.seats ?? [2];
  return {
    seats: seats !== undefined && possible.includes(seats) ? seats : usualSeats(game),
    options,
    level: LEVELS.some((one) => one === level) ? level : usualLevel(game, options),
  };
}

export function usualSeats(game: string): number {
  return drawn(game)?.seats ?? usualNumber(shelf.games[game]?.seats ?? [2]);
}

export function keepSetups(setups: Setups): void {
  keep("setups", setups);
}

export function told(error: unknown): string {
  return error instanceof Refused ? sentence(error.refusal) : i18n.t.noServer;
}
