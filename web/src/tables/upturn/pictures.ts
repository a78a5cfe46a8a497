import type { RuleCard } from "../game";

/** Which tiles are drawn beside the sentence of the rules that first names a clause. */
export const PICTURES: Readonly<Record<string, readonly string[]>> = {
  "UT-33": ["40"],
  "UT-34": ["41h"],
  "UT-35": ["44t"],
  "UT-38": ["U"],
  "UT-40": ["D"],
  "UT-41": ["UD"],
  "UT-42": ["S1"],
  "UT-43": ["S2"],
  "UT-44": ["J"],
};

/** The first page of the rules. */
export const CARDS: readonly RuleCard[] = [
  {
    parts: ["40", "71h"],
    title: { ru: "Цель", en: "The goal" },
    text: {
      ru: "Первым остаться без фишек. Последней можно выложить только число.",
      en: "Be the first without tiles. The last tile you lay has to be a number.",
    },
  },
  {
    parts: ["12", "40", "58"],
    title: { ru: "Твой ход", en: "Your turn" },
    text: {
      ru: "Продолжи ряд: вверх — числом больше последнего, вниз — меньше. Нечем или не хочется? Возьми фишку из мешка.",
      en: "Go on with the row: upwards a number greater than the last, downwards a smaller one. Cannot or would rather not? Take a tile from the bag.",
    },
  },
  {
    parts: ["U", "D", "UD"],
    title: { ru: "Стрелки", en: "Arrows" },
    text: {
      ru: "Куда дальше пойдут числа, вверх или вниз, и по какому кругу ходят игроки. Стрелкой можно начать новый ряд.",
      en: "Which way the numbers go on, up or down, and which way round play goes. An arrow may begin a new row.",
    },
  },
  {
    parts: ["41h", "44t"],
    title: { ru: "Рука и близнец", en: "Hand and twin" },
    text: {
      ru: "Рука: можно подарить сопернику фишку. Близнец: подложи свои числа между ним и последним — за каждую фишку, и за него тоже, можно подарить по одной.",
      en: "Hand: you may give somebody a tile. Twin: tuck in numbers of yours that lie between it and the last one; for each tile, the twin too, you may give one away.",
    },
  },
  {
    parts: ["S1", "S2", "J"],
    title: { ru: "Пропуск и джокер", en: "Skip and joker" },
    text: {
      ru: "Пропуск лишает хода одного или двух следующих. Джокер — любая стрелка и ещё одна фишка в придачу.",
      en: "A skip costs the next one or two their turn. A joker is any arrow and one more tile to lay.",
    },
  },
  {
    parts: ["40"],
    title: { ru: "Последняя фишка!", en: "Last tile!" },
    text: {
      ru: "Осталась одна — скажи об этом, пока никто не сходил. Забудешь — возьмёшь три.",
      en: "One left: say so before anybody moves. Forget it, and you take three.",
    },
  },
];
