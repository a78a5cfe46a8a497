/** Floors and balls in a sentence: 7, 7 (ночной). */
import type { Language } from "../../lib/settings.svelte";

const NIGHT: Readonly<Record<Language, string>> = { ru: "ночной", en: "night" };

export function said(written: string, language: Language): string | null {
  const card = /^([FNB])(\d+)$/.exec(written);
  return card ? `${card[2]}${card[1] === "N" ? ` (${NIGHT[language]})` : ""}` : null;
}
