// Calls functions of the page from a test: JSON of calls on stdin, JSON of results on stdout.
import { createRequire } from "node:module";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const web = path.resolve(import.meta.dirname, "../../web");
const find = createRequire(path.join(web, "package.json"));
const { runnerImport } = await import(pathToFileURL(find.resolve("vite")).href);

const loaded = new Map();
async function load(name) {
  if (!loaded.has(name)) {
    const file = path.join(web, "src", name);
    const config = { root: web, configFile: path.join(web, "vite.config.ts"), logLevel: "error" };
    loaded.set(name, (await runnerImport(file, config)).module);
  }
  return loaded.get(name);
}

const results = [];
for (const [name, called, ...args] of JSON.parse(await text(process.stdin))) {
  const module = await load(name);
  const result = module[called](...args);
  results.push(result === undefined ? null : result);
}
process.stdout.write(JSON.stringify(results));
