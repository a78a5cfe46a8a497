/** The words of reviews in both languages. */
import { i18n } from "../lib/i18n.svelte";
import { counted } from "../lib/plural";

const WORDS = {
  ru: {
    title: "Разбор",
    waiting: (ahead: number) => (ahead > 0 ? `В очереди: ${ahead} перед нами…` : "Начинаю разбор…"),
    working: (percent: number) => `Разбираю: ${percent} %`,
    chances: "Шансы на победу",
    line: (name: string, from: number, to: number) => `${name}: ${from} → ${to} %`,
    row: (number: number) => `Ход ${number}`,
    account: "Из чего сложился итог",
    hint: "Победа — это 100 очков, «±» — возможная ошибка. Ходы оцениваем только по тому, что игрок мог знать.",
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
    trust: (games: number, worst: string) => `Проверено на ${counted("ru", games, "игре/играх/играх")} ботов: обещанные шансы и победы расходятся не больше чем на ${worst.replace(".", ",")} пункта.`,
    farOff: "За таким столом шансы не очень точны: не принимай их слишком всерьёз.",
    unmeasured: "Насколько точны шансы за таким столом, ещё не измерено.",
  },
  en: {
    title: "Review",
    waiting: (ahead: number) => (ahead > 0 ? `In the queue: ${ahead} ahead of us…` : "Starting the review…"),
    working: (percent: number) => `Reviewing: ${percent}%`,
    chances: "Chances of winning",
    line: (name: string, from: number, to: number) => `${name}: ${from} → ${to} %`,
    row: (number: number) => `Move ${number}`,
    account: "What decided the result",
    hint: "A win is 100 points; ± is how far off a figure may be. Moves are judged only by what the player could know.",
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
    better: "Better",
    than: "Better than",
    wait: "Wait",
    trust: (games: number, worst: string) => `Tested on ${counted("en", games, "game/games")} of bots: chances said and games won differ by ${worst} points at most.`,
    farOff: "At tables like this one the chances are less exact: take them with a pinch of salt.",
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
