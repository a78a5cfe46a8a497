/** The words of hints in both languages, and why a move is good: fetched with the first hint. */
import { fetched } from "../lib/fetched.svelte";
import { i18n } from "../lib/i18n.svelte";
import { Speech, type Texts } from "../lib/sentences";
import type { Language } from "../lib/settings.svelte";
import { colourOf } from "../lib/sides.svelte";
import type { Table } from "../lib/table.svelte";
import { drawn } from "../tables/drawn";
import type { HintTold } from "../wire";

const WORDS = {
  ru: {
    hint: "Подсказка",
    look: (what: string) => `Смотри: ${what}`,
    more: "Показать ход",
    wait: "Пока ничего не делай",
    rule: "Правило",
  },
  en: {
    hint: "Hint",
    look: (what: string) => `Look: ${what}`,
    more: "Show the move",
    wait: "Do nothing for now",
    rule: "Rule",
  },
} as const;

export const words = () => WORDS[i18n.language];

const LOAD: Record<Language, () => Promise<Texts>> = {
  ru: async () => (await import("../wire/hints.ru.json")).default,
  en: async () => (await import("../wire/hints.en.json")).default,
};

/** The speech of a table that can also say why; the texts of a game that the page was not built with hold it already. */
export async function withReasons(table: Table, names = table.names): Promise<Speech> {
  const { language, texts } = i18n;
  const more = await fetched(LOAD[language]);
  const game = table.game ?? "";
  const all: Texts = {
    core: { ...texts["core"], ...more["core"] },
    [game]: { ...texts[game], ...more[game] },
  };
  return new Speech(language, all, game, names, colourOf, drawn(game)?.said, table.reader);
}

export function whySaid(speech: Speech, hint: HintTold): string {
  return speech.why(hint);
}
