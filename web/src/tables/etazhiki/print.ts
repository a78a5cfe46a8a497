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
  safe: {
    "#CE3B4A": "#801A00",
    "#E8717C": "#B8583C",
    "#0F766E": "#00928E",
    "#35A097": "#5CC4C0",
    "#5B45C9": "#1A2BE0",
    "#8170E0": "#6F7BF0",
    "#9A4A12": "#B36800",
    "#C9762F": "#DDA04A",
    "#4A5064": "#2A2D38",
    "#737A91": "#5C6070",
  },
  own: (parts) => {
    const cards = (parts as { cards?: readonly Card[] }).cards ?? [];
    const written = ({ kind, value }: Card) => (kind in LETTERS ? `${LETTERS[kind]}${value}` : kind.toUpperCase());
    return [pile("Карты", "Cards", cards.flatMap((card) => times(written(card), card.count)))];
  },
};
