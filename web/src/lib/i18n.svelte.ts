/** The language of the page, and everything said in it. */
import { set, settings, type Language } from "./settings.svelte";
import type { Texts } from "./sentences";
import { en } from "./ui.en";
import { ru, type Ui } from "./ui.ru";
import { SHELF, type GameName } from "../wire/shelf";

const LOAD: Record<Language, () => Promise<Texts>> = {
  ru: async () => (await import("../wire/texts.ru.json")).default,
  en: async () => (await import("../wire/texts.en.json")).default,
};

class I18n {
  language: Language = $state(settings.language);
  texts: Texts = $state.raw({});
  readonly t: Ui = $derived(this.language === "ru" ? ru : en);
  /** Done when the texts of the games have come; the page's own words are there before. */
  readonly begun: Promise<void> = this.speak(settings.language);

  /** Speak this language from now on. */
  async speak(language: Language): Promise<void> {
    this.texts = await LOAD[language]();
    this.language = language;
    document.documentElement.lang = language;
    if (settings.language !== language) set("language", language);
  }

  title(game: string): string {
    return game in SHELF ? SHELF[game as GameName].title[this.language] : game;
  }
}

export const i18n = new I18n();
