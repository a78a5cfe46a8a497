import type { RuleCard } from "../game";

/** Which cards are drawn beside the sentence of the rules that first names a clause. */
export const PICTURES: Readonly<Record<string, readonly string[]>> = {
  "ET-65": ["F7", "F6", "F8"],
  "ET-20": ["F6", "B2"],
  "ET-44": ["NEAR"],
  "ET-45": ["EVEN", "ODD"],
  "ET-46": ["SKIP"],
  "ET-41": ["N8"],
};

/** The first page of the rules. */
export const CARDS: readonly RuleCard[] = [
  {
    parts: ["F5", "F6"],
    title: { ru: "Цель", en: "The goal" },
    text: {
      ru: "Избавься от всех карт — получишь звезду и новые карты. Побеждает тот, кто первым соберёт нужные звёзды.",
      en: "Get rid of all your cards: that is a star, and new cards. Whoever first has enough stars wins.",
    },
  },
  {
    parts: ["F7", "F6", "F8"],
    title: { ru: "4+", en: "4+" },
    text: {
      ru: "На открытую карту ложится такое же число, на один больше или на один меньше. Клади сколько хочешь. Не можешь — пас, возьми две карты.",
      en: "On an open card goes the same number, one more or one less. Lay as many as you like. If you cannot, pass and take two cards.",
    },
  },
  {
    parts: ["F5", "B3", "F8"],
    title: { ru: "6+: твой ход", en: "6+: your turn" },
    text: {
      ru: "Шар говорит, на сколько подняться или спуститься: от 5 с шаром 3 подходят 2 и 8. Тот же этаж подходит всегда. Сначала можно положить свой шар.",
      en: "The ball says how far to go up or down: from 5 with ball 3 that is 2 or 8. The same floor always fits. You may first lay a ball of your own.",
    },
  },
  {
    parts: ["NEAR", "EVEN", "ODD", "SKIP"],
    title: { ru: "Особые шары", en: "Special balls" },
    text: {
      ru: "Ближние: до двух этажей в любую сторону. Чётные и нечётные — этажи с таким номером. Пропуск: следующий берёт две карты и пропускает ход.",
      en: "Near: up to two floors away. Even and odd: floors with such a number. Skip: the next one takes two cards and misses a turn.",
    },
  },
  {
    parts: ["N8"],
    title: { ru: "8+: перехват", en: "8+: taking the turn" },
    text: {
      ru: "Ночной этаж подошёл — можно положить его не в свой ход, и ход твой. Решает, кто быстрее.",
      en: "A night floor that fits may be laid out of turn, and the turn is yours. The quickest gets it.",
    },
  },
];
