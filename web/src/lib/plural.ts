import type { Language } from "./settings.svelte";

const RULES = { ru: new Intl.PluralRules("ru"), en: new Intl.PluralRules("en") };

/** 1 карта, 2 карты, 5 карт; 1 card, 2 cards. */
export function plural(language: Language, count: number, forms: readonly string[]): string {
  const [one = "", few = one] = forms;
  const many = forms.at(-1) ?? one;
  const rule = RULES[language].select(count);
  if (rule === "one") return one;
  return language === "ru" && rule === "few" ? few : many;
}

/** The number with its word. */
export function counted(language: Language, count: number, forms: string): string {
  return `${count} ${plural(language, count, forms.split("/"))}`;
}
