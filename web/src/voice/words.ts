/** What the settings of voice and sounds say. */
import { i18n } from "../lib/i18n.svelte";

const ru = {
  voice: "Голос",
  levels: { young: "где 4+", off: "молчит", prompts: "что делать", all: "всё" },
  about: {
    young: "Говорит сам там, где ещё не читают.",
    off: "Молчит. Нажми на строку, где сказано, что делать, и она прозвучит.",
    prompts: "Говорит, что делать, и почему нельзя.",
    all: "Говорит, что делать, и каждый ход.",
  },
  none: "На этом устройстве нет русского голоса. Его можно добавить в настройках системы: «Синтез речи».",
  try: "Послушать",
  sample: "Привет! Твой ход.",
  sounds: "Какие звуки",
  groups: {
    turn: "Твой ход",
    laid: "Карта или фишка легла",
    refused: "Так нельзя",
    feat: "Звезда, ряд, перехват",
    end: "Конец игры",
  },
};

const en: typeof ru = {
  voice: "Voice",
  levels: { young: "for 4+", off: "silent", prompts: "prompts", all: "everything" },
  about: {
    young: "Speaks by itself where people do not read yet.",
    off: "Silent. Tap the prompt to hear it.",
    prompts: "Says what to do, and why something cannot be done.",
    all: "Says what to do, and every move.",
  },
  none: "This device has no English voice. It can be added in the system’s text-to-speech settings.",
  try: "Listen",
  sample: "Hello! Your turn.",
  sounds: "Which sounds",
  groups: {
    turn: "Your turn",
    laid: "A card or tile is laid",
    refused: "That cannot be done",
    feat: "A star, a row, a turn taken",
    end: "The end of the game",
  },
};

/** In the language of the page. */
export function voiceWords(): typeof ru {
  return i18n.language === "ru" ? ru : en;
}
