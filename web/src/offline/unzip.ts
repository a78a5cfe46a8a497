/** The files of a zip whose entries are not packed: what is fetched is packed as a whole. */

const ENTRY = 0x04034b50;
const HEADER = 30;

export function* entries(zip: Uint8Array<ArrayBuffer>): Generator<[name: string, data: Uint8Array<ArrayBuffer>]> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const text = new TextDecoder();
  let at = 0;
  while (at + HEADER <= zip.length && view.getUint32(at, true) === ENTRY) {
    if (view.getUint16(at + 8, true) !== 0) throw new Error("an entry of the zip is packed");
    const name = at + HEADER;
    const data = name + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
    at = data + view.getUint32(at + 18, true);
    yield [text.decode(zip.subarray(name, name + view.getUint16(name - 4, true))), zip.subarray(data, at)];
  }
}
