/** Python itself, from the files that were fetched: ready with what a first move needs, whole a little later. */
import type { loadPyodide } from "pyodide";
import { info } from "pyodide/pyodide-lock.json";
import glue from "../../node_modules/.browser/glue.js?url";
import loader from "../../node_modules/.browser/pyodide.js?url";
import { Bridge } from "./bridge";
import type { Files } from "./files";

interface Pyodide {
  readonly default: NonNullable<NonNullable<Parameters<typeof loadPyodide>[0]>["createPyodideModule"]>;
  readonly loadPyodide: (options: object) => Promise<unknown>;
}

/** What is used of Pyodide. */
export interface Python {
  readonly FS: { writeFile(path: string, data: Uint8Array): void };
  unpackArchive(data: Uint8Array, format: string, options?: { extractDir: string }): void;
  pyimport(name: string): never;
  runPython(code: string): string;
  registerJsModule(name: string, module: object): void;
}

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

export async function started(base: string, files: Files): Promise<Started> {
  await files.list();
  const bridge = new Bridge(() => files.atOnce(SECOND));
  const { stream, others } = files.first();
  const python = await loaded(base, bridge, stream, others);
  const folder = python.runPython("import site; site.getsitepackages()[0]");
  for (const [name, data] of await others) {
    if (name !== LIBRARY) python.unpackArchive(data, "zip", { extractDir: folder });
  }
  return { python, complete: inTwoSteps(python, bridge, files) };
}

/** The rest is fetched by itself when the tables stand, or at once for whoever cannot wait for it. */
function inTwoSteps(python: Python, bridge: Bridge, files: Files): () => Promise<void> {
  let isThere = false;
  const put = (rest: Uint8Array) => {
    if (!isThere) python.FS.writeFile(`/lib/${REST}`, rest);
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
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  others: Promise<Map<string, Uint8Array<ArrayBuffer>>>,
): Promise<Python> {
  const [{ default: createPyodideModule }, { loadPyodide }] = await Promise.all([script(glue), script(loader)]);
  const [network, instantiate] = [self.fetch, WebAssembly.instantiateStreaming];
  self.fetch = async (asked) => {
    const name = String(asked).split("/").at(-1);
    if (name === "pyodide.asm.wasm") return new Response(stream, { headers: { "Content-Type": "application/wasm" } });
    return new Response((await others).get(LIBRARY));
  };
  WebAssembly.instantiateStreaming = (source, imports) => bridge.start(source, imports ?? {});
  try {
    return (await loadPyodide({ indexURL: base, createPyodideModule, lockFileContents: LOCK })) as unknown as Python;
  } finally {
    [self.fetch, WebAssembly.instantiateStreaming] = [network, instantiate];
  }
}

/** Pyodide's scripts under names with their hashes: they are never another version's. */
function script(url: string): Promise<Pyodide> {
  return import(/* @vite-ignore */ new URL(url, import.meta.url).href) as Promise<Pyodide>;
}
