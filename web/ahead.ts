/**
 * What the page asks for only once its first script runs, and shows nothing without: listed in ahead.json, so that a
 * server names it with the page and it comes a round trip earlier. What waits for the server's answer anyway is not
 * listed: it would only delay that script.
 */
import type { Plugin, Rolldown } from "vite";

/** For addresses that match, and readers of this language (`""`: of any): paths of files. */
interface Ahead {
  readonly at: string;
  readonly language: string;
  readonly files: readonly string[];
}

/** By the file that is imported: at which addresses (`lib/router.svelte.ts`), in which language. */
type Where = (module: string) => Omit<Ahead, "files"> | undefined;
const SCREENS: Readonly<Record<string, string>> = { Rules: "/rules/[^/]+", PracticePage: "/practice/[^/]+", PrintPage: "/print/[^/]+" };
const WORDS: Where = (module) => {
  const [, language] = /\/lib\/ui\.(\w+)\.ts$/.exec(module) ?? [];
  return language ? { at: ".*", language } : undefined;
};
const SCREEN: Where = (module) => {
  const at = SCREENS[/\/src\/(?:screens|practice|print)\/(\w+)\.svelte$/.exec(module)?.[1] ?? ""];
  return at ? { at, language: "" } : undefined;
};
const RULES: Where = (module) => {
  const [, game, language] = /\/games\/(\w+)\/texts\/rules\.(\w+)\.md/.exec(module) ?? [];
  return game && language ? { at: `/rules/${game}`, language } : undefined;
};

export const ahead: Plugin = {
  name: "ahead",
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
    const first = new Set(chunks.filter((one) => one.isEntry).flatMap((one) => withImports(one, bundle)));
    const listed: Ahead[] = [WORDS, SCREEN, RULES].flatMap((where) =>
      chunks.flatMap((chunk) => {
        const found = chunk.moduleIds.map(where).find((one) => one !== undefined);
        const files = withImports(chunk, bundle).filter((name) => !first.has(name));
        return found && files.length ? [{ ...found, files }] : [];
      }),
    );
    // Together with others it comes first all the same: a browser asks for six files at a time.
    const scripts = [...first].filter((name) => name.endsWith(".js"));
    this.emitFile({ type: "asset", fileName: "ahead.json", source: JSON.stringify({ scripts, listed }) });
  },
};

/** The files that are fetched before this one runs, itself first. */
function withImports(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string[] {
  const further = chunk.imports.map((name) => bundle[name]).filter((one) => one?.type === "chunk");
  return [chunk.fileName, ...further.flatMap((one) => withImports(one, bundle)), ...(chunk.viteMetadata?.importedCss ?? [])];
}
