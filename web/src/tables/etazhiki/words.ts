/** What the screen of Etazhiki says. */
import { i18n } from "../../lib/i18n.svelte";
import { counted } from "../../lib/plural";

const SPECIAL_RU: Readonly<Record<string, string>> = {
  NEAR: "«ближние»",
  EVEN: "«чётные»",
  ODD: "«нечётные»",
  SKIP: "«пропуск»",
};
const SPECIAL_EN: Readonly<Record<string, string>> = { NEAR: "near", EVEN: "even", ODD: "odd", SKIP: "skip" };
const cardsRu = (count: number) => counted("ru", count, "карта/карты/карт");
const cardsEn = (count: number) => counted("en", count, "card/cards");

const ru = {
  yourTurn: "Твой ход",
  turnOf: (name: string) => `Ходит ${name}`,
  over: "Игра окончена",
  starsWon: "Звёзды собраны.",
  card: (card: string) => {
    const number = card.slice(1);
    if (card.startsWith("F")) return `этаж ${number}`;
    if (/^N\d$/.test(card)) return `ночной этаж ${number}`;
    return `шар ${SPECIAL_RU[card] ?? number}`;
  },
  lay: (what: string) => `Положить ${what}?`,
  laying: (what: string) => `Кладём ${what}…`,
  which: "На какую стопку?",
  whichWhy: "Нажми на стопку",
  same: "Тот же этаж подходит",
  ball: "Дальше считаем с ним",
  skipLaid: "Если он останется сверху, следующий пропустит ход",
  fitting: (numbers: readonly number[]) =>
    `${numbers.length > 1 ? "Подходят этажи" : "Подходит только этаж"} ${numbers.join(", ")}`,
  noSums: "Положи хотя бы один этаж",
  more: "Можно ещё или закончить ход",
  noMore: "Больше ничего не подходит",
  ballFirst: "Сначала шар, потом этаж",
  ballOrPass: "Положи шар и этаж или скажи «пас»",
  needFloor: "Теперь нужен этаж",
  noFloor: "Ни один этаж не подходит",
  takeTwo: "Возьми две карты",
  layOrPass: "Положи этаж или скажи «пас»",
  nothing: "Подходящего этажа нет: скажи «пас»",
  shed: "Какой шар сверху?",
  shedWhy: "Остальные лягут под него",
  shedThis: (what: string) => `Сверху ${what}?`,
  youShed: "Ты выкладываешь всё, что осталось",
  hasShed: (name: string) => `${name} выкладывает всё, что осталось`,
  beginner: "Тот же номер или соседний",
  beginnerNothing: "Не подходит: пас и две карты",
  nightFits: "Твоя ночная карта подходит!",
  late: "Кто-то успел раньше!",
  lateWhy: "Ночная карта остаётся у тебя",
  intercept: "Перехватить!",
  interceptBy: (number: number) => `Перехват: ${number}!`,
  draw: (count: number) => `Взять ${counted("ru", count, "карту/карты/карт")}`,
  pass: "Пас",
  passCost: (count: number) => `и ещё ${cardsRu(count)}`,
  end: "Конец хода",
  done: "Готово",
  cancel: "Отмена",
  floor: "этаж",
  ballPile: "шар",
  pile: (at: number) => `стопка ${at}`,
  openFloor: (number: number) => `Открытый этаж ${number}`,
  deck: "колода",
  cards: cardsRu,
  stars: (have: number, of: number) => `${counted("ru", have, "звезда/звезды/звёзд")} из ${of}`,
  or: "или",
  only: "только",
  hint: "Подсказка с суммами",
  hintShort: "подсказка",
  house: (open: string, fits: readonly string[]) =>
    `Открыт этаж ${open}${fits.length ? `, ${fits.length > 1 ? "подходят" : "подходит"} ${fits.join(", ")}` : ""}`,
  hand: "Твои карты",
  fits: "подходит",
  unfit: "не подходит",
  picked: "выбрано",
  planned: "наготове",
  skip: "пропуск!",
  armed: "следующий пропускает ход",
  interception: "Перехват!",
  star: "Звезда!",
  legend: [
    ["NEAR", "Ближние", "±1 или ±2"],
    ["EVEN", "Чётные", "0 2 4 6 8"],
    ["ODD", "Нечётные", "1 3 5 7 9"],
    ["SKIP", "Пропуск", "и две карты"],
  ] as readonly (readonly [string, string, string])[],
};

export type Words = typeof ru;

const en: Words = {
  yourTurn: "Your turn",
  turnOf: (name) => `${name}’s turn`,
  over: "The game is over",
  starsWon: "All the stars are won.",
  card: (card) => {
    const number = card.slice(1);
    if (card.startsWith("F")) return `floor ${number}`;
    if (/^N\d$/.test(card)) return `night floor ${number}`;
    return SPECIAL_EN[card] ? `ball “${SPECIAL_EN[card]}”` : `ball ${number}`;
  },
  lay: (what) => `Lay ${what}?`,
  laying: (what) => `Laying ${what}…`,
  which: "On which pile?",
  whichWhy: "Tap the pile",
  same: "The same floor fits",
  ball: "From now on this ball counts",
  skipLaid: "If it stays on top, the next player misses a turn",
  fitting: (numbers) => `${numbers.length > 1 ? "Floors that fit:" : "Only this floor fits:"} ${numbers.join(", ")}`,
  noSums: "Lay at least one floor",
  more: "Lay more or end your turn",
  noMore: "Nothing more fits",
  ballFirst: "First a ball, then a floor",
  ballOrPass: "Lay a ball and a floor, or pass",
  needFloor: "Now a floor is needed",
  noFloor: "None of your floors fits",
  takeTwo: "Take two cards",
  layOrPass: "Lay a floor or pass",
  nothing: "No floor fits: pass",
  shed: "Which ball on top?",
  shedWhy: "The others go underneath",
  youShed: "You lay all that is left",
  hasShed: (name) => `${name} lays all that is left`,
  shedThis: (what) => `${what.charAt(0).toUpperCase()}${what.slice(1)} on top?`,
  beginner: "The same number or a neighbour",
  beginnerNothing: "Nothing fits: pass, two cards",
  nightFits: "Your night card fits!",
  late: "Somebody was faster!",
  lateWhy: "Your night card stays with you",
  intercept: "Take the turn!",
  interceptBy: (number) => `Take it: ${number}!`,
  draw: (count) => `Take ${cardsEn(count)}`,
  pass: "Pass",
  passCost: (count) => `and ${cardsEn(count)}`,
  end: "End turn",
  done: "Done",
  cancel: "Cancel",
  floor: "floor",
  ballPile: "ball",
  pile: (at) => `pile ${at}`,
  openFloor: (number) => `Open floor ${number}`,
  deck: "deck",
  cards: cardsEn,
  stars: (have, of) => `${counted("en", have, "star/stars")} of ${of}`,
  or: "or",
  only: "only",
  hint: "Hint with the sums",
  hintShort: "hint",
  house: (open, fits) => `Floor ${open} is open${fits.length ? `, ${fits.join(", ")} ${fits.length > 1 ? "fit" : "fits"}` : ""}`,
  hand: "Your cards",
  fits: "fits",
  unfit: "does not fit",
  picked: "picked",
  planned: "ready",
  skip: "skip!",
  armed: "the next player misses a turn",
  interception: "Turn taken!",
  star: "A star!",
  legend: [
    ["NEAR", "Near", "±1 or ±2"],
    ["EVEN", "Even", "0 2 4 6 8"],
    ["ODD", "Odd", "1 3 5 7 9"],
    ["SKIP", "Skip", "and two cards"],
  ],
};

/** In the language of the page. */
export function words(): Words {
  return i18n.language === "ru" ? ru : en;
}
