import type { RuleCard } from "../game";

/** Which cards are drawn beside the sentence of the rules that first names a clause. */
export const PICTURES: Readonly<Record<string, readonly string[]>> = {
  "SQ-26": ["JD", "JC"],
  "SQ-27": ["JS", "JH"],
};

/** The first page of the rules. */
export const CARDS: readonly RuleCard[] = [
  {
    parts: ["blue", "blue", "blue", "blue", "blue"],
    title: { ru: "Цель", en: "The goal" },
    text: {
      ru: "Собери пять своих жетонов подряд: в ряд, в столбик или наискосок. Две стороны играют до двух рядов, три — до одного.",
      en: "Get five of your chips in a row: across, down or along a diagonal. That is a sequence. Two sides play for two, three sides for one.",
    },
  },
  {
    parts: ["7H"],
    title: { ru: "Твой ход", en: "Your turn" },
    text: {
      ru: "Выложи карту и поставь жетон на клетку с такой же картой. Потом возьми новую карту.",
      en: "Play a card and put a chip on a cell that shows it. Then take a new card.",
    },
  },
  {
    parts: ["JD", "JC"],
    title: { ru: "Валеты с двумя глазами", en: "Two-eyed jacks" },
    text: {
      ru: "Ставь жетон на любую свободную клетку.",
      en: "Put a chip on any free cell.",
    },
  },
  {
    parts: ["JS", "JH"],
    title: { ru: "Валеты с одним глазом", en: "One-eyed jacks" },
    text: {
      ru: "Сними чужой жетон. Готовый ряд не трогают.",
      en: "Take an opponent’s chip away. A completed sequence is safe.",
    },
  },
  {
    parts: ["red"],
    title: { ru: "Углы и пустые карты", en: "Corners and dead cards" },
    text: {
      ru: "Углы общие и считаются за жетон каждого. Если обе клетки карты заняты, её можно обменять: раз за ход.",
      en: "Corners count for everybody. If both cells of a card are taken, it may be exchanged: once a turn.",
    },
  },
];
