/** What is asked over HTTP: opening, finding and joining tables. */
import { request, type Answer } from "./reach";
import type { Refusal } from "./speech";
import type { Record as GameRecord } from "../wire/record";
import type { Review } from "../wire/review";
import type { Address, Again, DealResult, ExerciseAsk, GameInfo, Join, LessonAsk, LessonText, LessonTold, Listed, Move, Open, Replay, RulesText, TableSeen, Token, Verdict } from "../wire";

export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.reason);
  }
}

async function ask<T>(path: string, body?: unknown, token?: string): Promise<T> {
  let answer: Answer;
  try {
    const method = body === undefined ? "GET" : "POST";
    answer = await request(method, path, body === undefined ? undefined : JSON.stringify(body), token ?? null);
  } catch {
    throw new Refused({ reason: "no-server", clause: null, parameters: {} });
  }
  return read<T>(answer);
}

/** What was answered, or Refused. */
export function read<T>(answer: Answer): T {
  const told = parsed(answer.text);
  if (answer.ok && told) return told as T;
  const { reason = "no-server", clause = null, parameters = {} } = (told ?? {}) as Partial<Refusal>;
  throw new Refused({ reason, clause, parameters });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const of = (game: string, what: string, language: string) => `/api/games/${encodeURIComponent(game)}/${what}/${language}`;
const at = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

export const http = {
  games: () => ask<readonly GameInfo[]>("/api/games"),
  texts: (game: string, language: string) => ask<Readonly<Record<string, Readonly<Record<string, string>>>>>(of(game, "texts", language)),
  rules: (game: string, language: string) => ask<RulesText>(of(game, "rules", language)),
  lessonText: (game: string, name: string) => ask<LessonText>(of(game, "lessons", encodeURIComponent(name))),
  lesson: (game: string, name: string, asked: LessonAsk) => ask<LessonTold>(of(game, "lessons", encodeURIComponent(name)), asked),
  exercise: (game: string, asked: ExerciseAsk) => ask<LessonTold>(`/api/games/${encodeURIComponent(game)}/exercises`, asked),
  parts: (text: string) => ask<Record<string, unknown>>("/api/parts", { text }),
  open: (body: Open) => ask<Address>("/api/tables", body),
  byCode: (code: string) => ask<Address>(`/api/codes/${encodeURIComponent(code)}`),
  look: (table: string, token?: string) => ask<TableSeen>(at(table), undefined, token),
  join: (table: string, body: Join) => ask<Token>(`${at(table)}/people`, body),
  offerMove: (table: string, token: string, person: string | null = null) =>
    ask<Move>(`${at(table)}/moves`, { person }, token),
  listed: () => ask<readonly Listed[]>("/api/tables"),
  useMove: (table: string, move: string) => ask<Token>(`${at(table)}/moves/used`, { move }),
  record: (table: string, round: number, token?: string) =>
    ask<GameRecord>(`${at(table)}/rounds/${round}/record`, undefined, token),
  replay: (table: string, round: number, { start, seat, open }: { start: number; seat: number | null; open: boolean }, token?: string) =>
    ask<Replay>(`${at(table)}/rounds/${round}/replay?start=${start}${seat === null ? "" : `&seat=${seat}`}${open ? "&open=1" : ""}`, undefined, token),
  again: (body: Again) => ask<Address>("/api/tables/again", body),
  deal: (table: string, round: number) => ask<readonly DealResult[]>(`${at(table)}/rounds/${round}/deal`),
  review: (table: string, round: number) => ask<{ ahead: number; review: Review | null }>(`${at(table)}/rounds/${round}/review`),
  verify: (table: string, round: number, token?: string) =>
    ask<Verdict>(`${at(table)}/rounds/${round}/check`, undefined, token),
  qr: (table: string, screen = false) =>
    `${at(table)}/qr.svg?at=${encodeURIComponent(location.origin)}${screen ? "&screen=true" : ""}`,
};
