/** The language of the page, and everything said in it. */
import { fetched } from "./fetched.svelte";
import { http } from "./http";
import { set, settings, type Language } from "./settings.svelte";
import type { Texts } from "./sentences";
import { shelf } from "./shelf.svelte";
import { ru, type Ui } from "./ui.ru";

/** Texts that the page was built with: of a game, or `core` for what all games say. */
const BUILT = import.meta.glob<Texts[string]>("../wire/texts.*.json", { import: "default" });

function textsOf(game: string, language: Language): Promise<Texts[string]> {
  return fetched(BUILT[`../wire/texts.${game}.${language}.json`] ?? (() => http.texts(game, language)));
}

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
  /** Whose texts are wanted here. */
  private readonly needed = new Set(["core"]);
  /** Done when the page's own words have come: nothing is shown before. Where they are long in coming, Russian ones are. */
  readonly ready: Promise<void> = Promise.race([this.learn(settings.language), new Promise<void>((done) => setTimeout(done, WORDLESS))]);
  /** Done when the texts that all games share have come; the page's own words are there before. */
  readonly begun: Promise<void> = this.speak(settings.language);

  private async learn(language: Language): Promise<void> {
    this.t = await fetched(WORDS[language]);
  }

  /** Speak this language from now on. */
  async speak(language: Language): Promise<void> {
    let words: Ui, texts: Texts;
    do [words, texts] = await Promise.all([fetched(WORDS[language]), this.gather(language)]);
    while ([...this.needed].some((game) => !(game in texts))); // needed while these came
    this.texts = texts;
    this.t = words;
    this.language = language;
    document.documentElement.lang = language;
    if (settings.language !== language) set("language", language);
  }

  private async gather(language: Language): Promise<Texts> {
    const all = [...this.needed].map(async (game) => [game, await textsOf(game, language)] as const);
    return Object.fromEntries(await Promise.all(all));
  }

  /** The texts of a game, asked from the server where the page has none. */
  async need(game: string): Promise<void> {
    this.needed.add(game);
    await this.begun;
    const { language } = this;
    if (game in this.texts) return;
    const [told] = await Promise.all([textsOf(game, language), game in shelf.games ? undefined : shelf.ask()]);
    if (language !== this.language) return this.need(game);
    this.texts = { ...this.texts, [game]: told };
  }

  title(game: string): string {
    return shelf.games[game]?.title[this.language] ?? game;
  }
}

export const i18n = new I18n();
