/** Python's files: fetched once with progress, kept by their hashes, and there without a network afterwards. */
import { Lzma } from "./lzma";

export interface File {
  readonly name: string;
  readonly bytes: number;
  readonly hash: string;
  /** Not needed for a first move: fetched while it is thought about. */
  readonly later: boolean;
}

const CACHE = "igroteka-python";
const LIST = "files.json";
const PACKED = /\.lzma$/;
/** The other files follow when this share of the largest is here: its content is worked on meanwhile. */
const FOLLOW = 0.7;
/** The network's own, whatever Pyodide is given in its place. */
const network = globalThis.fetch.bind(globalThis);

export class Files {
  private listed: readonly File[] = [];
  /** What comes later, packed, where it was kept before: Python may call for it at any moment. */
  private readonly kept = new Map<string, Uint8Array<ArrayBuffer>>();
  private here = 0;
  private all = 1;

  constructor(
    private readonly base: string,
    /** Hears which share of the bytes for a first move is here. */
    private readonly progress: (share: number) => void,
  ) {}

  async list(): Promise<void> {
    this.listed = await this.asked();
    this.all = this.listed.filter((file) => !file.later).reduce((sum, file) => sum + file.bytes, 0);
    for (const file of this.listed) if (file.later) void this.remember(file);
  }

  /** All that a first move needs: the largest file as a stream, since it can be worked on as it comes. */
  first(): { readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>; readonly others: Promise<Map<string, Uint8Array<ArrayBuffer>>> } {
    const [largest, ...others] = this.listed.filter((file) => !file.later).sort((one, other) => other.bytes - one.bytes);
    if (!largest) throw new Error("nothing is listed");
    let follow = (): void => undefined;
    const soon = new Promise<void>((resolve) => (follow = resolve));
    const came = (bytes: number) => {
      if ((seen += bytes) >= FOLLOW * largest.bytes) follow();
    };
    let seen = 0;
    const stream = this.stream(largest, came, follow);
    return { stream, others: soon.then(() => this.whole(others)) };
  }

  /** What comes later, whole. */
  async later(): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
    const found = await this.whole(this.listed.filter((file) => file.later));
    await this.dropOld();
    this.kept.clear();
    return found;
  }

  /** A file that cannot be waited for, because Python is in the middle of something. */
  atOnce(name: string): Uint8Array<ArrayBuffer> {
    const file = this.listed.find((one) => plain(one.name) === name);
    if (!file) throw new Error(`${name} is not listed`);
    const kept = this.kept.get(file.name);
    if (kept) return unpacked(file.name, kept);
    const request = new XMLHttpRequest();
    request.open("GET", this.url(file), false);
    request.responseType = "arraybuffer";
    request.send();
    if (request.status !== 200) throw new Error(`${name}: ${request.status}`);
    return unpacked(file.name, new Uint8Array(request.response as ArrayBuffer));
  }

  private async remember(file: File): Promise<void> {
    const kept = await (await cache())?.match(this.url(file));
    if (kept) this.kept.set(file.name, new Uint8Array(await kept.arrayBuffer()));
  }

  private async whole(files: readonly File[]): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
    const read = async (file: File): Promise<[string, Uint8Array<ArrayBuffer>]> => {
      const packed = await new Response(await this.body(file, () => undefined)).arrayBuffer();
      return [plain(file.name), unpacked(file.name, new Uint8Array(packed))];
    };
    return new Map(await Promise.all(files.map(read)));
  }

  private stream(file: File, came: (bytes: number) => void, end: () => void): ReadableStream<Uint8Array<ArrayBuffer>> {
    const lzma = new Lzma();
    const unpack = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (piece, out) => {
        const more = lzma.feed(piece);
        if (more.length) out.enqueue(more.slice());
      },
      flush: (out) => {
        out.enqueue(lzma.feed(new Uint8Array(0), true).slice());
        end();
      },
    });
    void this.body(file, came).then(
      (body) => body.pipeTo(unpack.writable),
      (error: unknown) => unpack.writable.abort(error),
    ).catch(end);
    return unpack.readable;
  }

  /** The bytes of a file, from what was kept or from the network; then they are kept. */
  private async body(file: File, came: (bytes: number) => void): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    const kept = await (await cache())?.match(this.url(file));
    const answer = kept ?? (await network(this.url(file)));
    if (!answer.ok || !answer.body) throw new Error(`${file.name}: ${answer.status}`);
    if (!kept) void this.keep(file, answer.clone());
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (piece, out) => {
        came(piece.byteLength);
        if (!file.later) this.progress(Math.min(1, (this.here += piece.byteLength) / this.all));
        out.enqueue(piece);
      },
    });
    return answer.body.pipeThrough(counted);
  }

  /** A browser without room fetches it again. */
  private async keep(file: File, answer: Response): Promise<void> {
    await (await cache())?.put(this.url(file), answer).catch(() => undefined);
  }

  private url(file: File): string {
    return `${this.base}${file.name}?${file.hash}`;
  }

  private async asked(): Promise<readonly File[]> {
    const url = this.base + LIST;
    try {
      const answer = await network(url, { cache: "no-cache" });
      if (!answer.ok) throw new Error(String(answer.status));
      await (await cache())?.put(url, answer.clone());
      return (await answer.json()) as File[];
    } catch (error) {
      const kept = await (await cache())?.match(url);
      if (!kept) throw error;
      return (await kept.json()) as File[];
    }
  }

  private async dropOld(): Promise<void> {
    const wanted = new Set([this.base + LIST, ...this.listed.map((file) => this.url(file))]);
    const kept = await cache();
    for (const { url } of (await kept?.keys()) ?? []) if (!wanted.has(url)) await kept?.delete(url);
  }
}

/** A browser has none where the page came without encryption; then the files are fetched every time. */
async function cache(): Promise<Cache | undefined> {
  return globalThis.caches?.open(CACHE);
}

const plain = (name: string): string => name.replace(PACKED, "");

function unpacked(name: string, data: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (!PACKED.test(name)) return data;
  const lzma = new Lzma();
  lzma.feed(data, true);
  return lzma.out;
}
