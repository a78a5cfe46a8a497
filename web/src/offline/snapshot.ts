/** Python's memory after its start, made once in this browser: from then on Python begins with it, and imports nothing. */

/** A compiled module of a package: where its data and its functions lie. */
interface Placed {
  readonly path: string;
  readonly handle: number;
  readonly memory: number;
  readonly table: number;
}

/** What is used of Emscripten's module. */
export interface Machine {
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
  readonly HEAPU32: Uint32Array<ArrayBuffer>;
  readonly FS: {
    mkdirTree(path: string): void;
    writeFile(path: string, data: Uint8Array, options?: { canOwn: boolean }): void;
  };
  readonly API: { readonly sitePackages: string };
  readonly LDSO: {
    readonly loadedLibsByName: Record<string, unknown>;
    readonly loadedLibsByHandle: Record<number, { readonly name: string }>;
  };
  readonly wasmTable: WebAssembly.Table;
  /** Where modules have to lie that are loaded next (scripts/browser_python/glue.py). */
  placed?: Record<string, number>;
  loadDynamicLibrary(path: string, flags: object, scope: object): void;
}

const PLACED = "Placed";

export class Snapshot {
  private constructor(
    readonly memory: Uint8Array<ArrayBuffer>,
    private readonly placed: readonly Placed[],
  ) {}

  static async read(answer: Response): Promise<Snapshot> {
    const placed = JSON.parse(answer.headers.get(PLACED) ?? "[]") as Placed[];
    return new Snapshot(new Uint8Array(await answer.arrayBuffer()), placed);
  }

  /** `memory` is Pyodide's own form of it; zeros at its end need not be kept. */
  static of(machine: Machine, memory: Uint8Array<ArrayBuffer>): Response {
    const placed = Object.entries(machine.LDSO.loadedLibsByHandle)
      .filter(([handle]) => Number(handle) !== 0)
      .map(([handle, { name }]) => ({ path: name, ...place(machine, Number(handle)) }));
    return new Response(memory.subarray(0, end(memory)), { headers: { [PLACED]: JSON.stringify(placed) } });
  }

  /** Compiled modules have to lie where they lay; to be called before the memory is put back. */
  put(machine: Machine): void {
    for (const { path, handle, memory, table } of this.placed) {
      if (machine.wasmTable.length > table) throw new Error(`${path} does not fit`);
      machine.wasmTable.grow(table - machine.wasmTable.length);
      machine.placed = { [path]: memory };
      machine.loadDynamicLibrary(path, { global: false, nodelete: true, loadAsync: false }, {});
      machine.LDSO.loadedLibsByHandle[handle] = machine.LDSO.loadedLibsByName[path] as { name: string };
    }
    delete machine.placed;
  }
}

/** What Emscripten notes about a module that it has loaded (struct dso). */
function place({ HEAPU32 }: Machine, handle: number): Omit<Placed, "path"> {
  return { handle, memory: HEAPU32[(handle + 12) >>> 2]!, table: HEAPU32[(handle + 20) >>> 2]! };
}

function end(memory: Uint8Array): number {
  let length = memory.length;
  while (length > 0 && memory[length - 1] === 0) length--;
  return Math.ceil(length / 16) * 16;
}
