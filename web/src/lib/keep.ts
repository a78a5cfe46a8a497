/** What the browser keeps for us; where it keeps nothing (private windows), memory does until the page goes. */

/** What the browser did not take: newer than what it has. */
const memory = new Map<string, string>();

export function kept<T>(key: string, otherwise: T): T {
  try {
    const text = memory.get(key) ?? localStorage.getItem(`igroteka.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function keep(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(`igroteka.${key}`, text);
    memory.delete(key);
  } catch {
    memory.set(key, text);
  }
}
