/** Unpacks LZMA (the format of `.lzma` files) piece by piece as it arrives, or all at once. */

const HEADER = 13;
/** No symbol takes more bytes than this. */
const LONGEST = 32;
const HALF = 1024;
const TOP = 2 ** 24;
const STATES = 12;
const LENGTHS = { choice: 0, low: 2, mid: 2 + 128, high: 2 + 256, size: 2 + 256 + 256 } as const;

export class Lzma {
  /** Everything that has been unpacked; its length is what will come in all. */
  out = new Uint8Array(0);
  /** How much of `out` is there. */
  length = 0;

  private input = new Uint8Array(0);
  private at = 0;
  private range = 0xffffffff;
  private code = 0;
  private begun = false;
  private state = 0;
  private readonly back: [number, number, number, number] = [1, 1, 1, 1];
  private lc = 0;
  private literalMask = 0;
  private positionMask = 0;
  private literals = odds(0);
  private readonly isMatch = odds(STATES * 16);
  private readonly isBack = odds(STATES);
  private readonly isBack0 = odds(STATES);
  private readonly isLong0 = odds(STATES * 16);
  private readonly isBack1 = odds(STATES);
  private readonly isBack2 = odds(STATES);
  private readonly slots = odds(4 * 64);
  private readonly special = odds(128);
  private readonly align = odds(16);
  private readonly lengths = odds(LENGTHS.size);
  private readonly backLengths = odds(LENGTHS.size);

  /** The next bytes of the file; answers what has been unpacked by them. */
  feed(piece: Uint8Array, isLast = false): Uint8Array {
    this.input = joined(this.input.subarray(this.at), piece);
    this.at = 0;
    const before = this.length;
    if (!this.begun && this.input.length >= HEADER + 5) this.begin();
    if (this.begun) this.run(isLast ? this.input.length : this.input.length - LONGEST);
    if (isLast && this.length < this.out.length) throw new Error("the packed file is not whole");
    return this.out.subarray(before, this.length);
  }

  private begin(): void {
    const header = new DataView(this.input.buffer, this.input.byteOffset);
    const properties = header.getUint8(0);
    this.lc = properties % 9;
    const lp = Math.floor(properties / 9) % 5;
    this.literalMask = (1 << lp) - 1;
    this.positionMask = (1 << Math.floor(properties / 45)) - 1;
    this.literals = odds(0x300 << (this.lc + lp));
    this.out = new Uint8Array(header.getUint32(5, true));
    this.code = header.getUint32(HEADER + 1);
    this.at = HEADER + 5;
    this.begun = true;
  }

  private run(until: number): void {
    const size = this.out.length;
    while (this.length < size && this.at <= until) {
      const place = this.length & this.positionMask;
      if (!this.bit(this.isMatch, (this.state << 4) + place)) this.literal();
      else if (this.bit(this.isBack, this.state)) this.again(place);
      else this.match(place);
    }
  }

  private bit(model: Uint16Array, index: number): number {
    const odd = model[index]!;
    const bound = (this.range >>> 11) * odd;
    let bit = 0;
    if (this.code < bound) {
      this.range = bound;
      model[index] = odd + ((2048 - odd) >> 5);
    } else {
      this.range -= bound;
      this.code -= bound;
      model[index] = odd - (odd >> 5);
      bit = 1;
    }
    if (this.range < TOP) this.shift();
    return bit;
  }

  private shift(): void {
    this.range = (this.range << 8) >>> 0;
    this.code = ((this.code << 8) | this.input[this.at++]!) >>> 0;
  }

  private tree(model: Uint16Array, base: number, bits: number): number {
    let found = 1;
    for (let count = 0; count < bits; count++) found = (found << 1) | this.bit(model, base + found);
    return found - (1 << bits);
  }

  private reverseTree(model: Uint16Array, base: number, bits: number): number {
    let node = 1;
    let found = 0;
    for (let count = 0; count < bits; count++) {
      const bit = this.bit(model, base + node);
      node = (node << 1) | bit;
      found |= bit << count;
    }
    return found;
  }

  private direct(bits: number): number {
    let found = 0;
    for (let count = 0; count < bits; count++) {
      this.range >>>= 1;
      const bit = this.code >= this.range ? 1 : 0;
      if (bit) this.code -= this.range;
      if (this.range < TOP) this.shift();
      found = found * 2 + bit;
    }
    return found;
  }

  private literal(): void {
    const before = this.length ? this.out[this.length - 1]! : 0;
    const base = 0x300 * (((this.length & this.literalMask) << this.lc) + (before >> (8 - this.lc)));
    let found = 1;
    if (this.state >= 7) found = this.differing(base);
    while (found < 0x100) found = (found << 1) | this.bit(this.literals, base + found);
    this.out[this.length++] = found;
    this.state = this.state < 4 ? 0 : this.state < 10 ? this.state - 3 : this.state - 6;
  }

  /** A byte after a match, which is likely to differ from the one that would have gone on with it. */
  private differing(base: number): number {
    let other = this.out[this.length - this.back[0]]!;
    let found = 1;
    while (found < 0x100) {
      const expected = (other >> 7) & 1;
      other <<= 1;
      const bit = this.bit(this.literals, base + ((1 + expected) << 8) + found);
      found = (found << 1) | bit;
      if (bit !== expected) break;
    }
    return found;
  }

  private match(place: number): void {
    const length = this.lengthOf(this.lengths, place);
    this.state = this.state < 7 ? 7 : 10;
    const [first, second, third] = this.back;
    this.back[3] = third;
    this.back[2] = second;
    this.back[1] = first;
    this.back[0] = this.distance(Math.min(length - 2, 3)) + 1;
    this.copy(length);
  }

  /** A match at one of the last four distances. */
  private again(place: number): void {
    if (!this.bit(this.isBack0, this.state)) {
      if (!this.bit(this.isLong0, (this.state << 4) + place)) {
        this.state = this.state < 7 ? 9 : 11;
        return this.copy(1);
      }
    } else this.bring(!this.bit(this.isBack1, this.state) ? 1 : !this.bit(this.isBack2, this.state) ? 2 : 3);
    const length = this.lengthOf(this.backLengths, place);
    this.state = this.state < 7 ? 8 : 11;
    this.copy(length);
  }

  private bring(which: 1 | 2 | 3): void {
    const found = this.back[which];
    for (let index = which; index > 0; index--) this.back[index] = this.back[index - 1]!;
    this.back[0] = found;
  }

  private lengthOf(model: Uint16Array, place: number): number {
    if (!this.bit(model, LENGTHS.choice)) return 2 + this.tree(model, LENGTHS.low + (place << 3), 3);
    if (!this.bit(model, LENGTHS.choice + 1)) return 10 + this.tree(model, LENGTHS.mid + (place << 3), 3);
    return 18 + this.tree(model, LENGTHS.high, 8);
  }

  private distance(kind: number): number {
    const slot = this.tree(this.slots, kind << 6, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const high = (2 | (slot & 1)) * 2 ** bits;
    if (slot < 14) return high + this.reverseTree(this.special, high - slot, bits);
    return high + this.direct(bits - 4) * 16 + this.reverseTree(this.align, 0, 4);
  }

  private copy(length: number): void {
    const from = this.length - this.back[0];
    const many = Math.min(length, this.out.length - this.length);
    if (from < 0) throw new Error("the packed file is damaged");
    for (let index = 0; index < many; index++) this.out[this.length + index] = this.out[from + index]!;
    this.length += many;
  }
}

function odds(size: number): Uint16Array {
  return new Uint16Array(size).fill(HALF);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
