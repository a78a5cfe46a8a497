/** What the check of the shuffle says. */
import { i18n } from "../lib/i18n.svelte";

const ru = {
  checks: {
    commitment: "Секрет тот самый, что обещан до игры",
    seed: "Перемешано по секрету и числам всех игроков",
    nonce: "Твоё число — среди них",
    deal: "Сдано ровно так, как перемешано",
    digest: "Запись не изменена",
    moves: "Сервер сыграл все ходы заново: всё сошлось",
  },
  all: "Всё честно",
  bad: "Не сходится!",
  given: "Запись верна, но раздача не новая",
  moves: "Проверить запись без сервера: igroteka verify",
  noNonce: "Твоего числа нет: эту игру начали без тебя или на другом устройстве",
  lostNonce: "Твоего числа среди них нет",
  fields: { commitment: "Обещание до игры", secret: "Секрет сервера", nonce: "Число игрока", seed: "Зерно раздачи: из секрета и чисел" },
};

const en: typeof ru = {
  checks: {
    commitment: "The secret is the one promised before the game",
    seed: "The shuffle was made from the secret and everyone’s numbers",
    nonce: "Your number is among them",
    deal: "The deal is exactly what the shuffle says",
    digest: "The record has not been changed",
    moves: "The server played every move again: everything agrees",
  },
  all: "It was fair",
  bad: "It does not add up!",
  given: "The record is right, but the deal is not a new one",
  moves: "To check the record without the server: igroteka verify",
  noNonce: "There is no number of yours: this game began without you or on another device",
  lostNonce: "Your number is not among them",
  fields: { commitment: "Promise before the game", secret: "The server’s secret", nonce: "Number from", seed: "Seed of the deal, from secret and numbers" },
};

export function words(): typeof ru {
  return i18n.language === "ru" ? ru : en;
}
