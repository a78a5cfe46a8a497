/** The texts of the rules pages, asked for before the page that shows them has come. */
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

export function loadRules(game: string, language: Language): RulesText {
  const text = TEXTS[`../../../src/igroteka/games/${game}/texts/rules.${language}.md`]?.();
  const clauses = CLAUSES[`../wire/clauses.${game}.json`]?.();
  return {
    blocks: Promise.resolve(text ?? "").then(markdown),
    clauses: Promise.resolve(clauses ?? {}).then(Object.entries<string>),
  };
}
