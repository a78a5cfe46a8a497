/** Floors and balls in a sentence: 7, 7 (ночной); beside others, where nothing says what they are, ночной этаж 7, шар 1. */
import type { Language } from "../../lib/settings.svelte";

const NIGHT: Readonly<Record<Language, string>> = { ru: "ночной", en: "night" };
const KINDS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  ru: { F: "этаж", N: "ночной этаж", B: "шар" },
  en: { F: "floor", N: "night floor", B: "ball" },
};

export function said(written: string, language: Language, listed = false): string | null {
  const [, kind = "", number] = /^([FNB])(\d+)$/.exec(written) ?? [];
  if (!number) return null;
  if (listed) return `${KINDS[language][kind]} ${number}`;
  return kind === "N" ? `${number} (${NIGHT[language]})` : number;
}
