/** The two halves of Python's WebAssembly: the first starts alone and calls for the second (scripts/browser_python). */

type Exports = Record<string, WebAssembly.ExportValue>;

/** A module that hands on one function: tables hold only functions of modules. */
// prettier-ignore
const HANDED_ON = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 5, 1, 0, 0, 0, 0, 7, 5, 1, 1, 102, 0, 0,
]);

export class Bridge {
  private imports: WebAssembly.Imports = {};
  private first: Exports | null = null;

  /** `atOnce` gives the second half when the first cannot wait for it. */
  constructor(private readonly atOnce: () => Uint8Array<ArrayBuffer>) {}

  /** Instantiates the first half, in place of the browser's own function while Pyodide starts. */
  async start(source: Response | PromiseLike<Response>, imports: WebAssembly.Imports): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
    const made = await WebAssembly.compileStreaming(source);
    const instance = await WebAssembly.instantiate(made, imports);
    this.imports = imports;
    this.first = instance.exports;
    const load = () => this.finish(new WebAssembly.Instance(new WebAssembly.Module(this.atOnce()), this.all()));
    const handed = new WebAssembly.Instance(new WebAssembly.Module(HANDED_ON), { "": { "": load } });
    const bridge = this.first["/table3"] as WebAssembly.Table;
    bridge.set(bridge.length - 1, handed.exports["f"]);
    return { instance, module: made };
  }

  /** The second half has come by itself. */
  async complete(second: Uint8Array<ArrayBuffer>): Promise<void> {
    if (this.isWhole) return;
    const { instance } = await WebAssembly.instantiate(second, this.all());
    if (!this.isWhole) this.finish(instance);
  }

  private get isWhole(): boolean {
    return (this.first?.["/here"] as WebAssembly.Global | undefined)?.value === 1;
  }

  private all(): WebAssembly.Imports {
    return { ...this.imports, first: this.first! };
  }

  private finish(second: WebAssembly.Instance): void {
    void second;
    (this.first!["/here"] as WebAssembly.Global).value = 1;
  }
}
