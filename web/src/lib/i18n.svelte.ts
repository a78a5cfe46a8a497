/** The language of the page, and everything said in it. */
import { http } from "./http";
import { set, settings, type Language } from "./settings.svelte";
import type { Texts } from "./sentences";
import { shelf } from "./shelf.svelte";
import { en } from "./ui.en";
import { ru, type Ui } from "./ui.ru";

const LOAD: Record<Language, () => Promise<Texts>> = {
  ru: async () => (await import("../wire/texts.ru.json")).default,
  en: async () => (await import("../wire/texts.en.json")).default,
};

class I18n {
  language: Language = $state(settings.language);
  texts: Texts = $state.raw({});
  readonly t: Ui = $derived(this.language === "ru" ? ru : en);
  /** Games whose texts the page was not built with. */
  private readonly further = new Set<string>();
  /** Done when the texts of the games have come; the page's own words are there before. */
  readonly begun: Promise<void> = this.speak(settings.language);

  /** Speak this language from now on. */
  async speak(language: Language): Promise<void> {
    const texts = { ...(await LOAD[language]()) };
    for (const game of this.further) texts[game] = await http.texts(game, language);
    this.texts = texts;
    this.language = language;
    document.documentElement.lang = language;
    if (settings.language !== language) set("language", language);
  }

  /** The texts of a game, asked from the server where the page has none. */
  async need(game: string): Promise<void> {
    await this.begun;
    if (game in this.texts) return;
    this.further.add(game);
    const [told] = await Promise.all([http.texts(game, this.language), shelf.ask()]);
    this.texts = { ...this.texts, [game]: told };
  }

  title(game: string): string {
    return shelf.games[game]?.title[this.language] ?? game;
  }
}

export const i18n = new I18n();
