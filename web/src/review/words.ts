/** The words of reviews in both languages. */
import { i18n } from "../lib/i18n.svelte";

const WORDS = {
  ru: {
    title: "Разбор",
    waiting: (ahead: number) => (ahead > 0 ? `В очереди: ${ahead} перед нами…` : "Начинаю разбор…"),
    working: (percent: number) => `Разбираю: ${percent} %`,
    chances: "Шансы на победу",
    line: (name: string, from: number, to: number) => `${name}: от ${from} до ${to} %`,
    row: (number: number) => `Ход ${number}`,
    account: "Из чего сложился итог",
    hint: "В сотых долях победы; ± верно в 95 случаях из 100. Игру судим только по тому, что было видно с этого места.",
    start: "Начало",
    deal: "Раздача",
    draws: "Добор",
    others: "Другие",
    own: "Своя игра",
    result: "Итог",
    later: "ещё считаю",
    points: "Переломные ходы",
    best: "Лучшие ходы",
    none: "Явных ошибок нет.",
    better: "Лучше было",
    than: "Лучше, чем",
    wait: "Подождать",
    cost: (points: string) => `цена ${points}`,
    gain: (points: string) => `выигрыш ${points}`,
    see: "Посмотреть",
    trust: (games: number, worst: string) => `Проверено на ${games} играх ботов: шансы расходятся с победами не больше чем на ${worst}.`,
    farOff: "За таким столом шансы менее точны, чем хотелось бы: доверяй им осторожно.",
    unmeasured: "Насколько точны шансы за таким столом, ещё не измерено.",
  },
  en: {
    title: "Review",
    waiting: (ahead: number) => (ahead > 0 ? `In the queue: ${ahead} before us…` : "Starting the review…"),
    working: (percent: number) => `Reviewing: ${percent} %`,
    chances: "Chances to win",
    line: (name: string, from: number, to: number) => `${name}: from ${from} to ${to} %`,
    row: (number: number) => `Move ${number}`,
    account: "What made the result",
    hint: "In hundredths of a win; ± holds in 95 of 100 cases. Play is judged only by what could be seen from that seat.",
    start: "Start",
    deal: "The deal",
    draws: "The draws",
    others: "Others",
    own: "Own play",
    result: "Result",
    later: "still counting",
    points: "Turning points",
    best: "Best moves",
    none: "No clear mistakes.",
    better: "Better was",
    than: "Better than",
    wait: "Wait",
    cost: (points: string) => `cost ${points}`,
    gain: (points: string) => `gained ${points}`,
    see: "Look at it",
    trust: (games: number, worst: string) => `Tested in ${games} games of bots: chances and wins differ by ${worst} at most.`,
    farOff: "At such tables chances are less true than they should be: take them with care.",
    unmeasured: "How true chances are at such tables has not been measured yet.",
  },
};

export const words = () => WORDS[i18n.language];

/** A part of a win in hundredths: +12. */
export function signed(share: number): string {
  const points = Math.round(100 * share);
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

export const off = (share: number): string => `± ${Math.round(100 * share)}`;
