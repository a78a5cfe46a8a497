/** Python's files: fetched once with progress, kept by their hashes, and there without a network afterwards. */

interface File {
  readonly name: string;
  readonly bytes: number;
  readonly hash: string;
}

const CACHE = "igroteka-python";
const LIST = "files.json";
const TYPES: Readonly<Record<string, string>> = { mjs: "text/javascript", wasm: "application/wasm", json: "application/json" };

export class Files {
  private readonly got = new Map<string, Response>();

  constructor(private readonly base: string) {}

  /** All files; `progress` hears which share of the bytes is here. */
  async fetch(progress: (share: number) => void): Promise<void> {
    const files = await this.list();
    const all = files.reduce((sum, file) => sum + file.bytes, 0);
    let here = 0;
    const came = (bytes: number) => progress((here += bytes) / all);
    await Promise.all(files.map((file) => this.one(file, came)));
    await this.dropOld(files);
  }

  /** The file under the name by which Python asks for it. */
  async read(name: string): Promise<Response | undefined> {
    return this.got.get(name)?.clone();
  }

  names(): readonly string[] {
    return [...this.got.keys()];
  }

  private async list(): Promise<readonly File[]> {
    const url = this.base + LIST;
    try {
      const answer = await fetch(url, { cache: "no-cache" });
      if (!answer.ok) throw new Error(String(answer.status));
      await (await cache())?.put(url, answer.clone());
      return (await answer.json()) as File[];
    } catch (error) {
      const kept = await (await cache())?.match(url);
      if (!kept) throw error;
      return (await kept.json()) as File[];
    }
  }

  private async one(file: File, came: (bytes: number) => void): Promise<void> {
    const url = `${this.base}${file.name}?${file.hash}`;
    const kept = await (await cache())?.match(url);
    const packed = kept ? await kept.arrayBuffer() : await fetched(url, came);
    if (kept) came(file.bytes);
    else await (await cache())?.put(url, new Response(packed, { headers: { "Content-Type": type(file.name) } }));
    const name = file.name.replace(/\.gz$/, "");
    const headers = { "Content-Type": type(name) };
    this.got.set(name, new Response(name === file.name ? packed : unpacked(packed), { headers }));
  }

  private async dropOld(files: readonly File[]): Promise<void> {
    const wanted = new Set([LIST, ...files.map((file) => `${file.name}?${file.hash}`)].map((name) => this.base + name));
    const kept = await cache();
    for (const { url } of (await kept?.keys()) ?? []) if (!wanted.has(url)) await kept?.delete(url);
  }
}

/** A browser has none where the page came without encryption; then the files are fetched every time. */
async function cache(): Promise<Cache | undefined> {
  return globalThis.caches?.open(CACHE);
}

function type(name: string): string {
  return TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
}

async function fetched(url: string, came: (bytes: number) => void): Promise<ArrayBuffer> {
  const answer = await fetch(url);
  if (!answer.ok || !answer.body) throw new Error(`${url}: ${answer.status}`);
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, out) => {
      came(piece.byteLength);
      out.enqueue(piece);
    },
  });
  return new Response(answer.body.pipeThrough(counted)).arrayBuffer();
}

/** Some web spaces unpack by themselves what ends in .gz. */
function unpacked(packed: ArrayBuffer): BodyInit {
  const [first, second] = new Uint8Array(packed, 0, 2);
  if (first !== 0x1f || second !== 0x8b) return packed;
  return new Response(packed).body!.pipeThrough(new DecompressionStream("gzip"));
}
