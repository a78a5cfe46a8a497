/** SHA-256, because a page on plain http has no crypto.subtle. */

const K = new Uint32Array(64);
const START = new Uint32Array(8);

// The constants are the first bits of the roots of the first primes; computing them is shorter than a table.
function fraction(value: number): number {
  return ((value - Math.floor(value)) * 0x100000000) >>> 0;
}
for (let at = 0, prime = 2; at < 64; prime += 1) {
  let isPrime = true;
  for (let divisor = 2; divisor * divisor <= prime; divisor += 1) if (prime % divisor === 0) isPrime = false;
  if (!isPrime) continue;
  if (at < 8) START[at] = fraction(Math.sqrt(prime));
  K[at] = fraction(Math.cbrt(prime));
  at += 1;
}

const turn = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

function padded(bytes: Uint8Array): DataView {
  const length = ((bytes.length + 9 + 63) >> 6) << 6;
  const block = new Uint8Array(length);
  block.set(bytes);
  block[bytes.length] = 0x80;
  const view = new DataView(block.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(length - 4, bytes.length << 3);
  return view;
}

function mix(state: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let at = 0; at < 64; at += 1) {
    const up = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + up + ((e & f) ^ (~e & g)) + K[at]! + words[at]!) | 0;
    const down = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (down + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => (state[at] = (state[at]! + word) | 0));
}

export function sha256(bytes: Uint8Array): Uint8Array {
  const view = padded(bytes);
  const state = START.slice();
  const words = new Uint32Array(64);
  for (let start = 0; start < view.byteLength; start += 64) {
    for (let at = 0; at < 16; at += 1) words[at] = view.getUint32(start + 4 * at);
    for (let at = 16; at < 64; at += 1) {
      const [x, y] = [words[at - 15]!, words[at - 2]!];
      const low = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
      const high = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
      words[at] = (words[at - 16]! + low + words[at - 7]! + high) | 0;
    }
    mix(state, words);
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => out.setUint32(4 * at, word));
  return new Uint8Array(out.buffer);
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function joined(...pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

export function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function hexOf(text: string): string {
  return toHex(sha256(utf8(text)));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
