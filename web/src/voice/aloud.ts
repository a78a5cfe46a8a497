/** A text of the screen as a voice says it: cards, numbers and signs in words, no brackets or quotation marks. */
import type { Language } from "../lib/settings.svelte";
import type { Event } from "../wire";
import { cardsInWords } from "./cards";
import { numbersInWords } from "./numerals";

/** What aloud.ts of a game may export. */
export interface Aloud {
  /** The game's own way to say what it writes. */
  readonly text?: (written: string, language: Language) => string;
  /** What is worth saying of an event besides its sentence, by all that came before it. */
  readonly besides?: (event: Event, earlier: readonly Event[], language: Language) => string;
}

const GAMES = import.meta.glob<Aloud>("../tables/*/aloud.ts", { eager: true, import: "aloud" });

const SIGNS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  ru: { "+": "плюс", "−": "минус", "=": "это", "±": "плюс-минус" },
  en: { "+": "plus", "−": "minus", "=": "is", "±": "plus or minus" },
};

function own(game: string | null): Aloud | undefined {
  return game === null ? undefined : GAMES[`../tables/${game}/aloud.ts`];
}

export function aloud(text: string, language: Language, game: string | null = null): string {
  const written = own(game)?.text?.(text, language) ?? text;
  const signs = cardsInWords(written, language).replace(/\s*([+−=±])\s*(?=\d)/g, (_, sign: string) => ` ${SIGNS[language][sign]} `);
  return tidy(numbersInWords(signs.replace(/[«»“”"()]/g, (mark) => (mark === "(" ? ", " : "")), language));
}

/** Dashes, arrows and bars are pauses; one pause is enough. */
function tidy(text: string): string {
  return text
    .replace(/\s*[—–→|·/]\s*/g, ", ")
    .replace(/…/g, ".")
    .replace(/\uFE0E/g, "")
    .replace(/\s+/g, " ")
    .replace(/\s*,(?:\s*,)+/g, ",")
    .replace(/\s+([.,!?:;])/g, "$1")
    .trim();
}

export function besides(event: Event, earlier: readonly Event[], language: Language, game: string): string {
  return own(game)?.besides?.(event, earlier, language) ?? "";
}
