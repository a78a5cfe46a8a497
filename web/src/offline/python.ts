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
  registerJsModule(name: string, module: object): void;
}

type Create = NonNullable<NonNullable<Parameters<typeof loadPyodide>[0]>["createPyodideModule"]>;
type Parts = Map<string, Promise<Response>>;

const FIRST = "first.wasm";
const SECOND = "second.wasm";
const REST = "rest.zip";
const LIBRARY = "library.zip";
/** Pyodide's list of packages: ours come with our own files. */
const LOCK = { info, packages: {} };
/** A module that is not found may lie in the rest of the library. */
const LOOK_IN_REST = `
import sys
from importlib.machinery import PathFinder
from rest_of_library import NAMES

class Rest:
    """Fetches the rest of the library for the first module that is there."""

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] not in NAMES or self not in sys.meta_path:
            return None
        sys.meta_path.remove(self)
        import igroteka_rest
        igroteka_rest.fetch()
        sys.path.append("/lib/${REST}")
        return PathFinder.find_spec(name, path)

sys.meta_path.append(Rest())
`;

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
  python.runPython("from igroteka.offline.warm import warm\nwarm()");
  await files.keepSnapshot(Snapshot.of(python._module, python.makeMemorySnapshot()));
}

async function anew(base: string, bridge: Bridge, files: Files, options: object): Promise<Python> {
  const parts = files.first();
  const python = await loaded(base, bridge, parts, options);
  await put(python._module, parts);
  python.runPython("import importlib; importlib.invalidate_caches()");
  return python;
}

/** A snapshot that does not fit is dropped. */
async function again(base: string, bridge: Bridge, files: Files, kept: Response): Promise<Python | null> {
  const parts = files.first();
  const placed = (create: Create) => async (settings: Parameters<Create>[0]) => {
    const machine = await create(settings);
    await put(machine as unknown as Machine, parts);
    (await snapshot).put(machine as unknown as Machine);
    return machine;
  };
  const snapshot = Snapshot.read(kept);
  try {
    const python = await loaded(base, bridge, parts, { _loadSnapshot: snapshot.then(({ memory }) => memory) }, placed);
    python.runPython("import random; random.seed()");
    return python;
  } catch {
    await files.dropSnapshot();
    return null;
  }
}

/** Packages lie in Python's file system. */
async function put({ FS, API }: Machine, parts: Parts): Promise<void> {
  for (const [name, part] of parts) {
    if (name === FIRST || name === LIBRARY) continue;
    for (const [path, data] of entries(new Uint8Array(await (await part).arrayBuffer()))) {
      const whole = `${API.sitePackages}/${path}`;
      FS.mkdirTree(whole.slice(0, whole.lastIndexOf("/")));
      FS.writeFile(whole, data, { canOwn: true });
    }
  }
}

/** The rest is fetched by itself when the tables stand, or at once for whoever cannot wait for it. */
function inTwoSteps(python: Python, bridge: Bridge, files: Files): () => Promise<void> {
  let isThere = false;
  const put = (rest: Uint8Array) => {
    if (!isThere) python._module.FS.writeFile(`/lib/${REST}`, rest);
    isThere = true;
  };
  python.registerJsModule("igroteka_rest", { fetch: () => isThere || put(files.atOnce(REST)) });
  python.runPython(LOOK_IN_REST);
  return async () => {
    const later = await files.later();
    await bridge.complete(later.get(SECOND)!);
    put(later.get(REST)!);
  };
}

async function loaded(
  base: string,
  bridge: Bridge,
  parts: Parts,
  options: object,
  changed: (create: Create) => Create = (create) => create,
): Promise<Python> {
  const [{ default: create }, { loadPyodide }] = await Promise.all([script(glue), script(loader)]);
  const [network, instantiate] = [self.fetch, WebAssembly.instantiateStreaming];
  self.fetch = (asked) => parts.get(String(asked).endsWith(".wasm") ? FIRST : LIBRARY)!;
  WebAssembly.instantiateStreaming = (source, imports) => bridge.start(source, imports ?? {});
  try {
    const settings = { indexURL: base, createPyodideModule: changed(create), lockFileContents: LOCK, ...options };
    return (await loadPyodide(settings)) as unknown as Python;
  } finally {
    [self.fetch, WebAssembly.instantiateStreaming] = [network, instantiate];
  }
}

/** Pyodide's scripts under names with their hashes: they are never another version's. */
function script(url: string): Promise<Pyodide> {
  return import(/* @vite-ignore */ new URL(url, import.meta.url).href) as Promise<Pyodide>;
}
