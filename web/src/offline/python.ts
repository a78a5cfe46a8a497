/** Python itself, from the files that were fetched: ready with what a first move needs, whole a little later. */
import type { loadPyodide } from "pyodide";
import { info } from "pyodide/pyodide-lock.json";
import glue from "../../node_modules/.browser/glue.js?url";
import loader from "../../node_modules/.browser/pyodide.js?url";
import { Bridge } from "./bridge";
import type { Files } from "./files";
import { Snapshot, type Machine } from "./snapshot";
import { entries } from "./unzip";

interface Pyodide {
  readonly default: Create;
  readonly loadPyodide: (options: object) => Promise<unknown>;
}

/** What is used of Pyodide. */
export interface Python {
  readonly _module: Machine;
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
  pyimport(name: string): never;
  runPython(code: string): string;
}

type Create = NonNullable<NonNullable<Parameters<typeof loadPyodide>[0]>["createPyodideModule"]>;
type Parts = Map<string, Promise<Response>>;

const FIRST = "first.wasm";
const SECOND = "second.wasm";
const REST = "rest.zip";
const LIBRARY = "library.zip";
/** Pyodide's list of packages: ours come with our own files. */
const LOCK = { info, packages: {} };
/** Python, and what brings the rest of it. */
export interface Started {
  readonly python: Python;
  complete(): Promise<void>;
}

/** With its memory as it was once, if that was kept, or else from the beginning. */
export async function started(base: string, files: Files): Promise<Started> {
  await files.list();
  const kept = await files.snapshot();
  const bridge = new Bridge(() => files.atOnce(SECOND));
  const python = (kept && (await again(base, bridge, files, kept))) || (await anew(base, bridge, files, {}));
  return { python, complete: inTwoSteps(python, bridge, files) };
}

/** Keeps the memory of a Python that has started and has done what a first table needs. */
export async function remembered(base: string, files: Files): Promise<void> {
  await files.list();
  if (await files.snapshot()) return;
  const python = await anew(base, new Bridge(() => files.atOnce(SECOND)), files, { _makeSnapshot: true });
  python._module.FS.writeFile(`/lib/${REST}`, await files.read(REST));
  python.runPython("from igroteka.offline.warm import warm\nwarm()");
  await files.keepSnapshot(Snapshot.of(python._module, python.makeMemorySnapshot()));
}

async function anew(base: string, bridge: Bridge, files: Files, options: object): Promise<Python> {
  const parts = files.first();
  const python = await loaded(base, bridge, files, parts, options);
  // What tables import is imported as it comes: our own code last, when the line is quiet and everybody waits.
  python.runPython("import rest_of_library; rest_of_library.ahead()");
  for (const part of packages(parts)) {
    await put(python._module, part);
    python.runPython("import sys; sys.path_importer_cache.clear(); import msgspec.structs");
  }
  return python;
}

/** A snapshot that does not fit is dropped. */
async function again(base: string, bridge: Bridge, files: Files, kept: Response): Promise<Python | null> {
  const parts = files.first();
  const placed = (create: Create) => async (settings: Parameters<Create>[0]) => {
    const machine = await create(settings);
    for (const part of packages(parts)) await put(machine as unknown as Machine, part);
    (await snapshot).put(machine as unknown as Machine);
    return machine;
  };
  const snapshot = Snapshot.read(kept);
  try {
    const python = await loaded(base, bridge, files, parts, { _loadSnapshot: snapshot.then(({ memory }) => memory) }, placed);
    python.runPython("import random; random.seed()");
    return python;
  } catch {
    await files.dropSnapshot();
    return null;
  }
}

/** What lies in Python's file system: msgspec, then our own code. */
function packages(parts: Parts): readonly Promise<Response>[] {
  return [...parts].filter(([name]) => name !== FIRST && name !== LIBRARY).map(([, part]) => part);
}

async function put({ FS, API }: Machine, part: Promise<Response>): Promise<void> {
  for (const [path, data] of entries(new Uint8Array(await (await part).arrayBuffer()))) {
    const whole = `${API.sitePackages}/${path}`;
    FS.mkdirTree(whole.slice(0, whole.lastIndexOf("/")));
    FS.writeFile(whole, data, { canOwn: true });
  }
}

/** The rest is fetched by itself when the tables stand, or at once for whoever cannot wait for it. */
function inTwoSteps(python: Python, bridge: Bridge, files: Files): () => Promise<void> {
  return async () => {
    const later = await files.later();
    await bridge.complete(later.get(SECOND)!);
    python._module.FS.writeFile(`/lib/${REST}`, later.get(REST)!);
    python.runPython("import rest_of_library; rest_of_library.renew()");
  };
}

async function loaded(
  base: string,
  bridge: Bridge,
  files: Files,
  parts: Parts,
  options: object,
  changed: (create: Create) => Create = (create) => create,
): Promise<Python> {
  const [{ default: create }, { loadPyodide }] = await scripts;
  const [network, instantiate] = [self.fetch, WebAssembly.instantiateStreaming];
  self.fetch = (asked) => parts.get(String(asked).endsWith(".wasm") ? FIRST : LIBRARY)!;
  WebAssembly.instantiateStreaming = (source, imports) => bridge.start(source, imports ?? {});
  const calling: Create = (machine) => {
    // What Python itself calls when it cannot wait (scripts/browser_python/rest_of_library.py).
    const fetchRest = () => (machine as unknown as Machine).FS.writeFile(`/lib/${REST}`, files.atOnce(REST));
    Object.assign(globalThis, { igrotekaRest: fetchRest });
    return changed(create)(machine);
  };
  try {
    const settings = { indexURL: base, createPyodideModule: calling, lockFileContents: LOCK, ...options };
    return (await loadPyodide(settings)) as unknown as Python;
  } finally {
    [self.fetch, WebAssembly.instantiateStreaming] = [network, instantiate];
  }
}

/** Asked for at once: they come while the list of files does. */
const scripts = Promise.all([script(glue), script(loader)]);
scripts.catch(() => undefined); // whoever starts Python hears of it

/** Pyodide's scripts under names with their hashes: they are never another version's. */
function script(url: string): Promise<Pyodide> {
  return import(/* @vite-ignore */ new URL(url, import.meta.url).href) as Promise<Pyodide>;
}
