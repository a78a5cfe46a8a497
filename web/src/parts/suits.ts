/** The four suits, drawn in a square of 24. */
export const SUITS = {
  S: "M12 2C9 6.5 3.5 9.3 3.5 13.8c0 2.7 2 4.4 4.3 4.4 1.3 0 2.4-.6 3.2-1.5-.1 2-.9 3.7-2.4 5.3h6.8c-1.5-1.6-2.3-3.3-2.4-5.3.8.9 1.9 1.5 3.2 1.5 2.3 0 4.3-1.7 4.3-4.4C20.5 9.3 15 6.5 12 2z",
  H: "M12 21.5C5.5 16 2.5 12.5 2.5 8.6 2.5 5.6 4.8 3.3 7.6 3.3c1.8 0 3.5 1 4.4 2.7.9-1.7 2.6-2.7 4.4-2.7 2.8 0 5.1 2.3 5.1 5.3 0 3.9-3 7.4-9.5 12.9z",
  D: "M12 1.8c2.2 4 4.6 7.2 7.8 10.2-3.2 3-5.6 6.2-7.8 10.2C9.8 18.2 7.4 15 4.2 12 7.4 9 9.8 5.8 12 1.8z",
  C: "M12 2a4.7 4.7 0 00-3.9 7.3 4.7 4.7 0 10.9 8.5c.8-.3 1.5-.8 2-1.4-.1 2.2-.9 4-2.4 5.6h6.8c-1.5-1.6-2.3-3.4-2.4-5.6.5.6 1.2 1.1 2 1.4a4.7 4.7 0 10.9-8.5A4.7 4.7 0 0012 2z",
} as const;

export type Suit = keyof typeof SUITS;

/** Whether a part is a card of the usual pack by its written name: 8H, 10S, QD. */
export function isPlayingCard(name: string): boolean {
  return /^(10|[2-9TJQKA])[SHDC]$/.test(name);
}

export function suitOf(card: string): Suit {
  return card.slice(-1) as Suit;
}

export function isRed(card: string): boolean {
  return card.endsWith("H") || card.endsWith("D");
}

const RUSSIAN: Readonly<Record<string, string>> = { J: "В", Q: "Д", K: "К", A: "Т" };

/** The rank as it is printed: J Q K A, or В Д К Т where that is set. */
export function rankOf(card: string, russian = false): string {
  const rank = card.startsWith("T") ? "10" : card.slice(0, -1);
  return (russian && RUSSIAN[rank]) || rank;
}
