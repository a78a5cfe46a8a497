/** The honest shuffle, computed again: docs/shuffle.md, docs/chance.md and docs/record.md. */
import { fromHex, joined, sha256, toHex, utf8 } from "./sha256";
import type { Record as GameRecord } from "../wire/record";

function u32(value: number): Uint8Array {
  const out = new DataView(new ArrayBuffer(4));
  out.setUint32(0, value);
  return new Uint8Array(out.buffer);
}

function u64(value: number): Uint8Array {
  return joined(u32(Math.floor(value / 0x100000000)), u32(value >>> 0));
}

const sized = (bytes: Uint8Array) => joined(u32(bytes.length), bytes);

/** JSON written in exactly one way: keys sorted by their bytes, no spaces. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value as Record<string, unknown>).filter(([, held]) => held !== undefined);
  entries.sort(([one], [other]) => compare(utf8(one), utf8(other)));
  return `{${entries.map(([key, held]) => `${JSON.stringify(key)}:${canonical(held)}`).join(",")}}`;
}

function compare(one: Uint8Array, other: Uint8Array): number {
  for (let at = 0; at < Math.min(one.length, other.length); at += 1) {
    if (one[at] !== other[at]) return one[at]! - other[at]!;
  }
  return one.length - other.length;
}

export function commitment(secret: string): string {
  return toHex(sha256(joined(utf8("igroteka-commitment/1"), fromHex(secret))));
}

export function seed(secret: string, terms: string, nonces: readonly { who: string; hex: string }[]): string {
  const given = nonces.flatMap(({ who, hex }) => [sized(utf8(who)), sized(fromHex(hex))]);
  return toHex(sha256(joined(utf8("igroteka-seed/1"), fromHex(secret), sized(utf8(terms)), ...given)));
}

export function digest(record: GameRecord): string {
  const rest: Record<string, unknown> = { ...record };
  delete rest["digest"];
  return toHex(sha256(utf8(canonical(rest))));
}

/** The first words of a row's stream, as docs/chance.md lists them. */
export function firstWords(seedHex: string, row: number, count: number): number[] {
  const chance = new Chance(seedHex, row);
  return Array.from({ length: count }, () => chance.next());
}

/** The stream of one row of a log. */
export class Chance {
  private readonly head: Uint8Array;
  private words: number[] = [];
  private block = 0;

  constructor(seedHex: string, row: number) {
    this.head = joined(utf8("igroteka-chance/1"), fromHex(seedHex), u64(row));
  }

  below(limit: number): number {
    const fair = 0x100000000 - (0x100000000 % limit);
    for (;;) {
      const word = this.next();
      if (word < fair) return word % limit;
    }
  }

  shuffled<T>(parts: readonly T[]): T[] {
    const mixed = [...parts];
    for (let last = mixed.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      [mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T];
    }
    return mixed;
  }

  next(): number {
    if (!this.words.length) {
      const bytes = new DataView(sha256(joined(this.head, u64(this.block))).buffer);
      this.block += 1;
      this.words = Array.from({ length: 8 }, (_, at) => bytes.getUint32(4 * at));
    }
    return this.words.shift() as number;
  }
}
