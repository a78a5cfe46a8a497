/** Python's files: fetched once with progress, kept by their hashes, and there without a network afterwards. */
import { Lzma } from "./lzma";
import type { Begun } from "./words";

export interface File {
  readonly name: string;
  readonly bytes: number;
  readonly hash: string;
  /** Not needed for a first move: fetched while it is thought about. */
  readonly later: boolean;
}

type Bytes = Uint8Array<ArrayBuffer>;

const CACHE = "igroteka-python";
const LIST = "files.json";
/** A snapshot holds for the scripts that made it, and for their files. */
const SNAPSHOT = `snapshot-${self.location.pathname.split("/").at(-1)}`;
const PACKED = /\.lzma$/;
/** The next file is asked for when so many bytes of one are still to come: on a slow line they take a round trip. */
const AHEAD = 128_000;
/** The network's own, whatever Pyodide is given in its place. */
const network = globalThis.fetch.bind(globalThis);

export class Files {
  private listed: readonly File[] = [];
  /** What comes later, packed, where it was kept before: Python may call for it at any moment. */
  private readonly kept = new Map<string, Bytes>();
  private here = 0;
  private all = 1;

  constructor(
    private readonly base: string,
    /** Hears which share of the bytes for a first move is here. */
    private readonly progress: (share: number) => void,
    private readonly begun?: Begun,
  ) {}

  async list(): Promise<void> {
    this.listed = this.begun?.files ?? (await this.asked());
    this.all = this.listed.filter((file) => !file.later).reduce((sum, file) => sum + file.bytes, 0);
    for (const file of this.listed) if (file.later) void this.remember(file);
  }

  /** All that a first move needs, unpacked as it comes: one after the other as listed, which is how Python works on them. */
  first(): Map<string, Promise<Response>> {
    const files = this.listed.filter((file) => !file.later);
    const found = new Map<string, Promise<Response>>();
    let turn = Promise.resolve();
    for (const file of files) {
      const mine = turn;
      turn = new Promise((follow) => {
        const came = mine.then(() => this.unpacked(file, follow, file === files[0]));
        came.catch(follow);
        found.set(plain(file.name), came);
      });
    }
    return found;
  }

  /** What comes later, whole. */
  async later(): Promise<Map<string, Bytes>> {
    const files = this.listed.filter((file) => file.later);
    const read = async ({ name }: File): Promise<[string, Bytes]> => [plain(name), await this.read(plain(name))];
    const found = new Map(await Promise.all(files.map(read)));
    await this.dropOld();
    this.kept.clear();
    return found;
  }

  /** One file of them. */
  async read(name: string): Promise<Bytes> {
    const file = this.named(name);
    const answer = await this.fetched(file);
    if (!this.kept.has(file.name)) await put(this.url(file.name, file), answer.clone());
    return unpacked(file.name, new Uint8Array(await answer.arrayBuffer()));
  }

  /** A file that cannot be waited for, because Python is in the middle of something. */
  atOnce(name: string): Bytes {
    const file = this.named(name);
    const kept = this.kept.get(file.name);
    if (kept) return unpacked(file.name, kept);
    const request = new XMLHttpRequest();
    request.open("GET", this.url(file.name, file), false);
    request.responseType = "arraybuffer";
    request.send();
    if (request.status !== 200) throw new Error(`${name}: ${request.status}`);
    return unpacked(file.name, new Uint8Array(request.response as ArrayBuffer));
  }

  // Python's memory, as it was once it had started with these very files ---------------------------------

  async snapshot(): Promise<Response | undefined> {
    return (await cache())?.match(this.snapshotUrl());
  }

  async keepSnapshot(snapshot: Response): Promise<void> {
    await put(this.snapshotUrl(), snapshot);
  }

  async dropSnapshot(): Promise<void> {
    await (await cache())?.delete(this.snapshotUrl());
  }

  private snapshotUrl(): string {
    return `${this.base}${SNAPSHOT}?${this.listed.map((file) => file.hash).join("-")}`;
  }

  // One file ---------------------------------------------------------------------------------------------

  private named(name: string): File {
    const file = this.listed.find((one) => plain(one.name) === name);
    if (!file) throw new Error(`${name} is not listed`);
    return file;
  }

  private async remember(file: File): Promise<void> {
    const kept = await (await cache())?.match(this.url(file.name, file));
    if (kept) this.kept.set(file.name, new Uint8Array(await kept.arrayBuffer()));
  }

  /** A file for a first move, kept as it is used; `follow` is called when the next may be asked for. */
  private async unpacked(file: File, follow: () => void, isFirst: boolean): Promise<Response> {
    const name = plain(file.name);
    const kept = await (await cache())?.match(this.url(name, file));
    if (kept) {
      this.came(file.bytes);
      follow();
      return kept;
    }
    const port = isFirst ? this.begun?.first : undefined;
    const body = port ? pieces(port) : (await this.fetched(file)).body!;
    const counted = body.pipeThrough(this.counting(file, follow));
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    const plainly = new Response(PACKED.test(file.name) ? counted.pipeThrough(unpacking()) : counted, {
      headers: { "Content-Type": type },
    });
    void put(this.url(name, file), plainly.clone());
    return plainly;
  }

  private counting(file: File, follow: () => void): TransformStream<Bytes, Bytes> {
    let seen = 0;
    return new TransformStream({
      transform: (piece, out) => {
        this.came(piece.byteLength);
        if ((seen += piece.byteLength) >= file.bytes - AHEAD) follow();
        out.enqueue(piece);
      },
      flush: follow,
    });
  }

  private came(bytes: number): void {
    this.progress(Math.min(1, (this.here += bytes) / this.all));
  }

  /** As it is packed, from what was kept or from the network. */
  private async fetched(file: File): Promise<Response> {
    const url = this.url(file.name, file);
    const answer = (await (await cache())?.match(url)) ?? (await network(url));
    if (!answer.ok || !answer.body) throw new Error(`${file.name}: ${answer.status}`);
    return answer;
  }

  private url(name: string, file: File): string {
    return `${this.base}${name}?${file.hash}`;
  }

  private async asked(): Promise<readonly File[]> {
    const url = this.base + LIST;
    try {
      const answer = await network(url, { cache: "no-cache" });
      if (!answer.ok) throw new Error(String(answer.status));
      await put(url, answer.clone());
      return (await answer.json()) as File[];
    } catch (error) {
      const kept = await (await cache())?.match(url);
      if (!kept) throw error;
      return (await kept.json()) as File[];
    }
  }

  private async dropOld(): Promise<void> {
    const names = this.listed.map((file) => this.url(file.later ? file.name : plain(file.name), file));
    const wanted = new Set([this.base + LIST, this.snapshotUrl(), ...names]);
    const kept = await cache();
    for (const { url } of (await kept?.keys()) ?? []) if (!wanted.has(url)) await kept?.delete(url);
  }
}

/** A browser has none where the page came without encryption; then the files are fetched every time. */
async function cache(): Promise<Cache | undefined> {
  return globalThis.caches?.open(CACHE);
}

/** A browser without room fetches it again. */
async function put(url: string, answer: Response): Promise<void> {
  await (await cache())?.put(url, answer).catch(() => undefined);
}

const plain = (name: string): string => name.replace(PACKED, "");

/** A file that the page has asked for. */
function pieces(port: MessagePort): ReadableStream<Bytes> {
  return new ReadableStream({
    start: (out) => {
      port.onmessage = ({ data }: MessageEvent<Bytes | "failed" | null>) => {
        if (data === "failed") out.error(new Error(data));
        else if (data) out.enqueue(data);
        else out.close();
      };
    },
  });
}

function unpacking(): TransformStream<Bytes, Bytes> {
  const lzma = new Lzma();
  return new TransformStream({
    transform: (piece, out) => {
      const more = lzma.feed(piece);
      if (more.length) out.enqueue(more.slice());
    },
    flush: (out) => out.enqueue(lzma.feed(new Uint8Array(0), true).slice()),
  });
}

function unpacked(name: string, data: Bytes): Bytes {
  if (!PACKED.test(name)) return data;
  const lzma = new Lzma();
  lzma.feed(data, true);
  return lzma.out;
}
