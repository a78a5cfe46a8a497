/** Sums as they are said: over the roof and through the cellar, for there is nothing above 9 and below 0. */
import type { Language } from "../../lib/settings.svelte";
import type { Aloud } from "../../voice/aloud";
import type { etazhiki } from "../../wire";
import { isFloor, numberOn, sum } from "./cards";

type Way = "plus" | "minus" | "roof" | "cellar";

const WAYS: Readonly<Record<Language, Readonly<Record<Way, (from: string, by: string, to: string) => string>>>> = {
  ru: {
    plus: (from, by, to) => `${from} плюс ${by}, это ${to}`,
    minus: (from, by, to) => `${from} минус ${by}, это ${to}`,
    roof: (from, by, to) => `${from} плюс ${by}: иди через крышу, это ${to}`,
    cellar: (from, by, to) => `${from} минус ${by}: иди через подвал, это ${to}`,
  },
  en: {
    plus: (from, by, to) => `${from} plus ${by} is ${to}`,
    minus: (from, by, to) => `${from} minus ${by} is ${to}`,
    roof: (from, by, to) => `${from} plus ${by}: go over the roof, that is ${to}`,
    cellar: (from, by, to) => `${from} minus ${by}: go through the cellar, that is ${to}`,
  },
};
/** As `sum` writes them. */
const WRITTEN: readonly (readonly [RegExp, Way])[] = [
  [/(\d) \+ (\d+) = \d+ → (\d)/, "roof"],
  [/(\d) → \d+, \d+ − (\d+) = (\d)/, "cellar"],
  [/(\d) \+ (\d+) = (\d)(?!\d)/, "plus"],
  [/(\d) − (\d+) = (\d)(?!\d)/, "minus"],
];

function text(written: string, language: Language): string {
  const [pattern, way] = WRITTEN.find(([one]) => one.test(written)) ?? [];
  if (!pattern || !way) return written;
  return written.replace(pattern, (_, from: string, by: string, to: string) => WAYS[language][way](from, by, to));
}

/** The sum that a floor has just answered. */
function besides(event: etazhiki.Event, earlier: readonly etazhiki.Event[], language: Language): string {
  if (event.kind !== "floor_laid" && event.kind !== "intercepted") return "";
  const ball = numberOn(earlier.map(ballOf).findLast((card) => card !== null) ?? "");
  const from = numberOn(earlier.map(floorOf).findLast((card) => card !== null) ?? "");
  const to = numberOn(event.card);
  const written = ball === null || from === null || to === null || from === to ? null : sum(from, ball, to);
  return written === null ? "" : `${text(written, language)}.`;
}

function ballOf(event: etazhiki.Event): string | null {
  if (event.kind === "ball_laid") return event.card;
  if (event.kind === "balls_shed") return event.top;
  return event.kind === "dealt" ? (event.centre.find((card) => !isFloor(card)) ?? null) : null;
}

function floorOf(event: etazhiki.Event): string | null {
  if (event.kind === "floor_laid" || event.kind === "intercepted") return event.card;
  return event.kind === "dealt" ? (event.centre.find(isFloor) ?? null) : null;
}

export const aloud: Aloud = { text, besides: besides as NonNullable<Aloud["besides"]> };
