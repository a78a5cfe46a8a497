/** Everything that the page says about these events; for tests, which have no page around it. */
import { Speech, type Refusal, type Said, type Texts } from "./sentences";
import type { Language } from "./settings.svelte";
import { en } from "./ui.en";
import { ru } from "./ui.ru";
import { victory, type Ended } from "../screens/victory";
import { zonesOf, type Zones } from "../tables/plain/zones";
import type { Event, Intent, Outcome, View } from "../wire";

type Reason = Pick<Refusal, "reason" | "parameters">;

const SAID = import.meta.glob<Said>("../tables/*/said.ts", { eager: true, import: "said" });

function speechOf(language: Language, texts: Texts, game: string, names: readonly string[], reader: number | null = null): Speech {
  return new Speech(language, texts, game, names, undefined, SAID[`../tables/${game}/said.ts`], reader);
}

export function part(written: string, language: Language, game: string, listed = false): string {
  return speechOf(language, {}, game, []).part(written, listed);
}

/** What one row tells. */
export function row(language: Language, texts: Texts, game: string, names: readonly string[], events: readonly Event[], reader: number | null = null): string {
  return speechOf(language, texts, game, names, reader).row(events);
}

export function spoken(
  language: Language,
  texts: Texts,
  game: string,
  names: readonly string[],
  events: readonly Event[],
  reader: number | null = null,
  quiet = false,
): string[] {
  const speech = speechOf(language, texts, game, names, reader);
  return events.map((event) => speech.event(event, quiet));
}

/** What these intents would do. */
export function offered(language: Language, texts: Texts, game: string, intents: readonly Intent[]): string[] {
  const speech = speechOf(language, texts, game, []);
  return intents.map((intent) => speech.intent(intent));
}

/** Why moves are good: each is told of the seat. */
export function reasons(language: Language, texts: Texts, game: string, names: readonly string[], all: readonly Reason[], of: number, reader: number | null): string[] {
  const speech = speechOf(language, texts, game, names, reader);
  return all.map((one) => speech.why(one, of));
}

/** What the end of a game says to a winner, or to others. */
export function won(language: Language, ended: Ended): string {
  return victory(ended, language === "ru" ? ru : en);
}

/** Why a game ended, as its table says it. */
export function ended(language: Language, texts: Texts, game: string, names: readonly string[], outcome: Outcome, reader: number | null): string {
  return speechOf(language, texts, game, names, reader).outcome(outcome);
}

/** What the plain table shows of a view. */
export function laid(language: Language, texts: Texts, game: string, view: View, seats: number): Zones {
  return zonesOf(view, seats, speechOf(language, texts, game, []));
}
