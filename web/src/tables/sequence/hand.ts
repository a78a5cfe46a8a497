/** The order of the cards in the hand: sorted by itself, or as the person has put them. */

/** A card in the hand; of two equal cards each has a place of its own. */
export interface Slot {
  readonly id: string;
  readonly card: string;
}

const SUITS = "SHCD";
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "Q", "K", "A", "J"];

/** Jacks last, then by suit (black and red in turn), then by rank. */
function weight(card: string): number {
  const rank = RANKS.indexOf(card.slice(0, -1));
  const suit = SUITS.indexOf(card.slice(-1));
  return (rank === RANKS.length - 1 ? 1000 : 0) + suit * 20 + rank;
}

/** Cards that the person has put in order come first, in that order; the others follow, sorted. */
export function arrange(hand: readonly string[], order: readonly string[]): readonly Slot[] {
  const rest = hand.toSorted((one, other) => weight(one) - weight(other));
  const first: string[] = [];
  for (const card of order) {
    const at = rest.indexOf(card);
    if (at >= 0) first.push(...rest.splice(at, 1));
  }
  return numbered([...first, ...rest]);
}

function numbered(cards: readonly string[]): readonly Slot[] {
  const seen = new Map<string, number>();
  return cards.map((card) => {
    const nth = seen.get(card) ?? 0;
    seen.set(card, nth + 1);
    return { id: `${card}#${nth}`, card };
  });
}

/** The cards with this one moved to that place. */
export function moved(slots: readonly Slot[], id: string, to: number): readonly string[] {
  const rest = slots.filter((slot) => slot.id !== id).map((slot) => slot.card);
  const card = slots.find((slot) => slot.id === id)?.card;
  return card === undefined ? rest : rest.toSpliced(to, 0, card);
}
