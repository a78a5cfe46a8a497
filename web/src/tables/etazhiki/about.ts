/** What a card is and does, in a sentence or two. */
import { i18n } from "../../lib/i18n.svelte";

const RU: Readonly<Record<string, string>> = {
  F: "Этаж. Ложится на открытый, если от него на столько вверх или вниз, сколько велит шар. Такой же номер подходит всегда.",
  N: "Ночной этаж. Ложится как обычный, а в полных правилах ещё и не в свой ход: подошёл — ход твой.",
  B: "Шар. Кладут перед этажом: теперь вверх или вниз столько, сколько на нём.",
  NEAR: "Шар «ближние»: подходят этажи не дальше двух вверх или вниз.",
  EVEN: "Шар «чётные»: подходят этажи 0, 2, 4, 6, 8.",
  ODD: "Шар «нечётные»: подходят этажи 1, 3, 5, 7, 9.",
  SKIP: "Шар «пропуск»: следующий берёт две карты и не ходит.",
};
const EN: Readonly<Record<string, string>> = {
  F: "A floor. It goes on the open one if it is as far up or down as the ball says. The same number always fits.",
  N: "A night floor. Laid like any other, and with the full rules out of turn, too: if it fits, the turn is yours.",
  B: "A ball. Laid before a floor: from now on it is so far up or down.",
  NEAR: "The “near” ball: floors at most two up or down fit.",
  EVEN: "The “even” ball: floors 0, 2, 4, 6, 8 fit.",
  ODD: "The “odd” ball: floors 1, 3, 5, 7, 9 fit.",
  SKIP: "The “skip” ball: the next player takes two cards and misses a turn.",
};

export function about(part: string): string | null {
  const words = i18n.language === "ru" ? RU : EN;
  return words[part] ?? (/^[FNB]\d+$/.test(part) ? (words[part.charAt(0)] ?? null) : null);
}
