/** Words of the big screen and of the phones beside it. */
import { i18n } from "../lib/i18n.svelte";

const ru = {
  title: "Большой экран",
  hint: "Открой эту ссылку на телевизоре, планшете или проекторе. Там будет стол для всех, а на телефонах — только свои карты или фишки.",
  open: "Открыть здесь",
  join: "Наведи камеру телефона",
  orCode: "или код на главной странице",
  waits: "Начинает хозяин стола на своём телефоне",
  free: "свободно",
  sound: "Звук",
  voice: "Голос",
  again: "Ещё раз — на телефоне хозяина стола",
  lost: "Связь пропала, стол вернётся сам",
};

const en: typeof ru = {
  title: "Big screen",
  hint: "Open this link on a television, a tablet or a projector. It shows the table to everybody; phones show only the hand.",
  open: "Open here",
  join: "Point your phone’s camera here",
  orCode: "or the code on the home page",
  waits: "The host starts the game on their phone",
  free: "free",
  sound: "Sound",
  voice: "Voice",
  again: "Play again: on the host’s phone",
  lost: "Connection lost; the table will come back by itself",
};

export function words(): typeof ru {
  return i18n.language === "ru" ? ru : en;
}
