/** The language of the page, and everything said in it. */
import { fetched } from "./fetched.svelte";
import { http } from "./http";
import { set, settings, type Language } from "./settings.svelte";
import type { Texts } from "./sentences";
import { shelf } from "./shelf.svelte";
import { ru, type Ui } from "./ui.ru";

const LOAD: Record<Language, () => Promise<Texts>> = {
  ru: async () => (await import("../wire/texts.ru.json")).default,
  en: async () => (await import("../wire/texts.en.json")).default,
};

/** What the page itself says: Russian comes with it, another language only to whoever reads that. */
const WORDS: Record<Language, () => Promise<Ui>> = {
  ru: () => Promise.resolve(ru),
  en: async () => (await import("./ui.en")).en,
};

/** Milliseconds that a page without its words waits for them. */
const WORDLESS = 4000;

class I18n {
  language: Language = $state(settings.language);
  texts: Texts = $state.raw({});
  t: Ui = $state.raw(ru);
  /** Games whose texts the page was not built with. */
  private readonly further = new Set<string>();
  /** Done when the page's own words have come: nothing is shown before. Where they are long in coming, Russian ones are. */
  readonly ready: Promise<void> = Promise.race([this.learn(settings.language), new Promise<void>((done) => setTimeout(done, WORDLESS))]);
  /** Done when the texts of the games have come; the page's own words are there before. */
  readonly begun: Promise<void> = this.speak(settings.language);

  private async learn(language: Language): Promise<void> {
    this.t = await fetched(WORDS[language]);
  }

  /** Speak this language from now on. */
  async speak(language: Language): Promise<void> {
    const [words, loaded] = await Promise.all([fetched(WORDS[language]), fetched(LOAD[language])]);
    const texts = { ...loaded };
    for (const game of this.further) texts[game] = await fetched(() => http.texts(game, language));
    this.texts = texts;
    this.t = words;
    this.language = language;
    document.documentElement.lang = language;
    if (settings.language !== language) set("language", language);
  }

  /** The texts of a game, asked from the server where the page has none. */
  async need(game: string): Promise<void> {
    await this.begun;
    if (game in this.texts) return;
    this.further.add(game);
    const [told] = await Promise.all([fetched(() => http.texts(game, this.language)), shelf.ask()]);
    this.texts = { ...this.texts, [game]: told };
  }

  title(game: string): string {
    return shelf.games[game]?.title[this.language] ?? game;
  }
}

export const i18n = new I18n();
