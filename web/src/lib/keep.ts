/** What the browser keeps for us; where it keeps nothing (private windows), memory does until the page goes. */

const memory = new Map<string, string>();

export function kept<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`igroteka.${key}`) ?? memory.get(key);
    return text === undefined || text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function keep(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    localStorage.setItem(`igroteka.${key}`, text);
  } catch {
    // memory has it
  }
}
