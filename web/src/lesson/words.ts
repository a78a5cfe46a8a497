/** The words of lessons in both languages. */
import { i18n } from "../lib/i18n.svelte";

const WORDS = {
  ru: {
    coach: "Подсказка",
    next: "Дальше",
    play: "Играть!",
    lesson: "Урок",
    goOn: "Продолжить",
    back: "Шаг назад",
    skip: "Пропустить шаг",
    restart: "Начать сначала",
    toGame: "Сразу играть с новичком",
    leave: "Закончить урок",
    leaveHint: "урок подождёт: продолжишь, когда захочешь",
    praise: ["Отлично!", "Правильно!", "Вот так!", "Молодец!", "Здорово!"],
    why: "Почему?",
    step: (step: number, all: number) => `Шаг ${step} из ${all}`,
    lost: "Нет связи. Сейчас попробую ещё раз…",
    won: "Победа! Теперь ты умеешь играть",
    over: "Вот и вся игра! Теперь ты умеешь играть",
    overHint: "В следующий раз повезёт тебе",
    once: "Сыграть ещё раз",
    bots: "Играть с ботами",
    again: "Урок сначала",
    home: "На главную",
  },
  en: {
    coach: "Coach",
    next: "Next",
    play: "Play!",
    lesson: "Lesson",
    goOn: "Continue",
    back: "One step back",
    skip: "Skip this step",
    restart: "Start again",
    toGame: "Straight to the game",
    leave: "Leave the lesson",
    leaveHint: "it will wait: continue whenever you like",
    praise: ["Great!", "That’s right!", "Well done!", "Exactly!", "Lovely!"],
    why: "Why?",
    step: (step: number, all: number) => `Step ${step} of ${all}`,
    lost: "No connection. Trying again…",
    won: "You won! Now you know how to play",
    over: "That was the game! Now you know how to play",
    overHint: "Better luck next time",
    once: "Play once more",
    bots: "Play with bots",
    again: "The lesson again",
    home: "Home",
  },
};

export function words(): typeof WORDS.ru {
  return WORDS[i18n.language];
}
