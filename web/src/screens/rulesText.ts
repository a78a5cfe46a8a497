/** The texts of the rules pages, asked for before the page that shows them has come. */
import { fetched } from "../lib/fetched.svelte";
import { http } from "../lib/http";
import { markdown, type Block } from "../lib/markdown";
import type { Language } from "../lib/settings.svelte";

export interface RulesText {
  readonly blocks: Promise<readonly Block[]>;
  /** Every clause with its number, in English. */
  readonly clauses: Promise<readonly (readonly [string, string])[]>;
}

const TEXTS = import.meta.glob<string>("../../../src/igroteka/games/*/texts/rules.*.md", {
  query: "?raw",
  import: "default",
});
const CLAUSES = import.meta.glob<Record<string, string>>("../wire/clauses.*.json", { import: "default" });

/** What the page was built with, or what the server tells of a game that it was not built with. */
export function loadRules(game: string, language: Language): RulesText {
  const text = TEXTS[`../../../src/igroteka/games/${game}/texts/rules.${language}.md`];
  if (!text) return askRules(game, language);
  const clauses = CLAUSES[`../wire/clauses.${game}.json`];
  return {
    blocks: fetched(text).then(markdown),
    clauses: fetched(async () => clauses?.() ?? {}).then(Object.entries<string>),
  };
}

function askRules(game: string, language: Language): RulesText {
  const told = fetched(() => http.rules(game, language)).catch(() => ({ text: "", clauses: {} }));
  return {
    blocks: told.then(({ text }) => markdown(text)),
    clauses: told.then(({ clauses }) => Object.entries(clauses)),
  };
}
