import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { ahead } from "./ahead.ts";

declare const process: { env: { [name: string]: string | undefined } };
const server = process.env["IGROTEKA_SERVER"] ?? "http://127.0.0.1:8000";

/** Style sheets come after what index.html shows by itself, so that a slow phone paints it without waiting for them. */
const shownFirst: Plugin = {
  name: "shown-first",
  transformIndexHtml: {
    order: "post",
    handler: (html) => {
      const sheets = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? [];
      const rest = sheets.reduce((text, sheet) => text.replace(sheet, ""), html);
      return rest.replace("  </body>", `${sheets.join("")}  </body>`);
    },
  },
};

/** What tables share, and what of it is fetched only when somebody opens it. */
const ofTables = /web\/src\/((frame|parts|screens|tables)\/[^/]+|lib\/share\.ts|wire\/\w+\.ts)$/;
const opened = /\/(Again|Confetti|DeviceSheet|Log|PersonSheet|Series|SettingsList|Winners)\.svelte/;

/** A game's table says in its name whose it is: a test weighs it with that game's texts. */
function named({ facadeModuleId }: { facadeModuleId: string | null }): string {
  const [, game] = /\/tables\/(\w+)\/screen\.ts$/.exec(facadeModuleId ?? "") ?? [];
  return `assets/${game ? `screen.${game}` : "[name]"}-[hash].js`;
}

export default defineConfig({
  plugins: [svelte(), shownFirst, ahead],
  publicDir: "public",
  // Scripts find one another wherever the page lies; the page itself is at the top of a server.
  experimental: { renderBuiltUrl: (file, { hostType }) => (hostType === "html" ? `/${file}` : { relative: true }) },
  build: {
    outDir: "../src/igroteka/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { pluginTimings: false },
      // All that the first screen needs is one file: on a slow line every further one costs a round trip.
      // What several games' tables share is one more, that comes with the table's page.
      output: {
        chunkFileNames: named,
        codeSplitting: {
          groups: [
            { name: "page", tags: ["$initial"], priority: 2 },
            { name: "table", test: (id) => ofTables.test(id) && !opened.test(id), minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  worker: { format: "es", rolldownOptions: { checks: { pluginTimings: false } } },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": server, "/ws": { target: server, ws: true, changeOrigin: true } },
  },
});
