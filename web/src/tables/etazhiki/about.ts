/** What a card is and does, in a sentence or two. */
import { kinds } from "./cards";
import { i18n } from "../../lib/i18n.svelte";
import type { Options } from "../game";

const RU: Readonly<Record<string, string>> = {
  F: "Этаж. От открытого отсчитай вверх или вниз столько, сколько на шаре: этот этаж и подойдёт. Такой же номер тоже подходит.",
  "beginner:F": "Этаж. Ложится на такой же номер или на соседний: на один больше или на один меньше.",
  N: "Ночной этаж. Ложится как обычный.",
  "full:N": "Ночной этаж. Ложится как обычный, и даже не в свой ход: подошёл — ход твой.",
  B: "Шар. Кладут в свой ход, перед этажом или после: теперь вверх или вниз столько, сколько на нём.",
  NEAR: "Шар «ближние»: подходят этажи не дальше двух вверх или вниз.",
  EVEN: "Шар «чётные»: подходят этажи 0, 2, 4, 6, 8 и такой же, как открытый.",
  "strict:EVEN": "Шар «чётные»: подходят этажи 0, 2, 4, 6, 8.",
  ODD: "Шар «нечётные»: подходят этажи 1, 3, 5, 7, 9 и такой же, как открытый.",
  "strict:ODD": "Шар «нечётные»: подходят этажи 1, 3, 5, 7, 9.",
  SKIP: "Шар «пропуск»: если ход кончился, а он сверху, следующий берёт две карты и не ходит — но только один раз. Пока его не накрыли, подходит только тот же номер.",
  "repeats:SKIP": "Шар «пропуск»: пока его не накрыли, после каждого хода с этажом следующий берёт две карты и не ходит, и подходит только тот же номер.",
};
const EN: Readonly<Record<string, string>> = {
  F: "A floor. From the open one count up or down what the ball says: that floor fits. So does the same number.",
  "beginner:F": "A floor. It goes on the same number or the one beside it: one more or one less.",
  N: "A night floor. Laid like any other.",
  "full:N": "A night floor. Laid like any other, and out of turn, too: if it fits, the turn is yours.",
  B: "A ball. Laid in your turn, before a floor or after it: from now on its number says how far up or down.",
  NEAR: "The “near” ball: floors at most two up or down fit.",
  EVEN: "The “even” ball: floors 0, 2, 4, 6, 8 fit, and the same number as the open one.",
  "strict:EVEN": "The “even” ball: floors 0, 2, 4, 6, 8 fit.",
  ODD: "The “odd” ball: floors 1, 3, 5, 7, 9 fit, and the same number as the open one.",
  "strict:ODD": "The “odd” ball: floors 1, 3, 5, 7, 9 fit.",
  SKIP: "The “skip” ball: if it is on top when a turn ends, the next player takes two cards and misses a turn, but only once. Until it is covered, only the same number fits.",
  "repeats:SKIP": "The “skip” ball: until it is covered, the next player takes two cards and misses a turn after every turn with a floor, and only the same number fits.",
};

export function about(part: string, options: Options): string | null {
  const words = i18n.language === "ru" ? RU : EN;
  const known = kinds(part, options).find((kind) => kind in words);
  return known ? words[known] ?? null : null;
}
