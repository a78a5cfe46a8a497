// Python as a browser starts it the first time, in Node: node first_table.mjs FOLDER
// FOLDER has what the page fetches, unpacked. The rest of Python is not there: whoever calls for it is told.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const web = path.resolve(import.meta.dirname, "../../web");
const folder = process.argv[2];
const find = createRequire(path.join(web, "package.json"));
const { runnerImport } = await import(pathToFileURL(find.resolve("vite")).href);
const ours = async (name) =>
  (await runnerImport(path.join(web, "src/offline", name), { root: web, configFile: false, logLevel: "error" })).module;
const [{ Bridge }, { entries }] = [await ours("bridge.ts"), await ours("unzip.ts")];
const data = (name) => new Uint8Array(readFileSync(path.join(folder, name)));
const missing = (what) => {
  console.log(`${what} was called for`);
  process.exit(1);
};

// Pyodide's scripts see a browser's worker, of the kind that imports modules.
const importScripts = () => {
  throw new TypeError();
};
Object.assign(process, { type: "renderer", browser: true });
Object.assign(globalThis, { self: globalThis, WorkerGlobalScope: Object, importScripts });
globalThis.location = new URL("http://localhost/worker.js");
globalThis.igrotekaRest = () => missing("the rest of the library");

const built = (name) => import(pathToFileURL(path.join(web, "node_modules/.browser", name)).href);
const [{ default: create }, { loadPyodide }] = [await built("glue.js"), await built("pyodide.js")];
const bridge = new Bridge(() => missing("the second half of Python"));
globalThis.fetch = async (asked) =>
  String(asked).endsWith(".wasm")
    ? new Response(data("first.wasm"), { headers: { "Content-Type": "application/wasm" } })
    : new Response(data("library.zip"));
WebAssembly.instantiateStreaming = (source, imports) => bridge.start(source, imports ?? {});
const python = await loadPyodide({
  indexURL: "http://localhost/",
  createPyodideModule: create,
  lockFileContents: { info: JSON.parse(readFileSync(find.resolve("pyodide/pyodide-lock.json"))).info, packages: {} },
});
const { FS, API } = python._module;
python.runPython("import rest_of_library; rest_of_library.ahead()");
for (const name of ["packages.zip", "igroteka.zip"]) {
  for (const [file, content] of entries(data(name))) {
    const whole = `${API.sitePackages}/${file}`;
    FS.mkdirTree(path.dirname(whole));
    FS.writeFile(whole, content);
  }
  python.runPython("import sys; sys.path_importer_cache.clear(); import msgspec.structs");
}

// A first table of every game with bots, opened, joined and begun as the page does it.
const keeper = { keep: async () => undefined, forget: async () => undefined };
const house = python.pyimport("igroteka.offline.house").House(keeper, "http://localhost");
house.start([]);
const ask = async (method, way, body = null) => {
  const [granted, text] = (await house.ask(method, way, JSON.stringify(body), undefined)).toJs();
  if (!granted) throw new Error(text);
  return JSON.parse(text);
};
const nonce = { kind: "nonce", nonce: "ab".repeat(16) };
for (const { name, seats } of await ask("GET", "/api/games")) {
  const bots = Array.from({ length: seats[0] - 1 }, (_, at) => at + 1);
  const { table } = await ask("POST", "/api/tables", { game: name, seats: seats[0], bots, level: "beginner" });
  const who = { name: "Ёж Zoë Świą ქალი", avatar: "fox", watch: false };
  const { token } = await ask("POST", `/api/tables/${table}/people`, who);
  await new Promise((shown) => {
    const frames = [];
    const heard = (frame) => {
      frames.push(frame);
      if (!frame.includes('"told"')) return;
      if (!frames.join("").includes(who.name)) missing("a table of letters");
      shown();
    };
    const line = house.connect(table, heard, () => undefined);
    line.hear(JSON.stringify({ kind: "hello", token }));
    for (const [id, intent] of [nonce, { kind: "start" }].entries())
      line.hear(JSON.stringify({ kind: "do", id: String(id), intent }));
  });
}
console.log("begun");
process.exit(0);
