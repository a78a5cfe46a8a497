/** Etazhiki on paper: a pile for each rule set, those of the easier ones first, so that one adds to the other. */
import { times, type Pile, type Printed } from "../../print/printed";
import { BOXES } from "../../wire/etazhiki.boxes";

const box = (variant: string) => (BOXES[variant] ?? "").split(" ");

/** What the second list has more of than the first. */
function besides(first: readonly string[], second: readonly string[]): string[] {
  const left = [...first];
  return second.filter((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const pile = (ru: string, en: string, parts: readonly string[]): Pile => ({ name: { ru, en }, parts, size: "card", backs: true });

const LETTERS: Readonly<Record<string, string>> = { floor: "F", night: "N", ball: "B" };

interface Card {
  readonly kind: string;
  readonly value?: number;
  readonly count: number;
}

export const printed: Printed = {
  piles: [
    pile("Карты для 4+", "Cards for 4+", box("beginner")),
    pile("Ещё карты для 6+", "More cards, for 6+", besides(box("beginner"), box("medium"))),
    pile("Ещё карты для 8+", "More cards, for 8+", besides(box("medium"), box("full"))),
  ],
  own: (parts) => {
    const cards = (parts as { cards?: readonly Card[] }).cards ?? [];
    const written = ({ kind, value }: Card) => (kind in LETTERS ? `${LETTERS[kind]}${value}` : kind.toUpperCase());
    return [pile("Карты", "Cards", cards.flatMap((card) => times(written(card), card.count)))];
  },
};
