/** Random bytes; `getRandomValues` works on plain http too. */

export function randomHex(bytes: number): string {
  const filled = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(filled, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** An element of the list; for names and faces, not for games. */
export function pick<T>(list: readonly T[]): T {
  const [word = 0] = crypto.getRandomValues(new Uint32Array(1));
  return list[word % list.length] as T;
}
