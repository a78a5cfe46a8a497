/** Tiles in words that are the same in every case, for signs are not read aloud and not found in every font. */
import type { Language } from "../../lib/settings.svelte";

const TILES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  ru: {
    U: "«вверх»",
    D: "«вниз»",
    UD: "«вверх-вниз»",
    S1: "«пропуск»",
    S2: "«двойной пропуск»",
    J: "«джокер»",
    h: "с рукой",
    t: "(близнец)",
  },
  en: { U: "“up”", D: "“down”", UD: "“up or down”", S1: "“skip”", S2: "“double skip”", J: "“joker”", h: "with a hand", t: "(twin)" },
};

export function said(written: string, language: Language): string | null {
  const number = /^(\d+)([ht])$/.exec(written);
  if (number) return `${number[1]} ${TILES[language][number[2] ?? ""]}`;
  return /^[UDSJ]/.test(written) ? (TILES[language][written] ?? null) : null;
}
