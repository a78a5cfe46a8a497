/** Words of the page that is printed. */
import { i18n } from "../lib/i18n.svelte";

const ru = {
  title: (game: string) => `${game}: напечатать`,
  print: "Напечатать или сохранить как PDF",
  paper: "Бумага",
  papers: { a4: "A4", letter: "Letter" },
  size: "Карты",
  sizes: { poker: "63 × 88 мм", mini: "44 × 63 мм" },
  backs: "Рубашки, для печати с двух сторон (переворот по длинному краю)",
  ink: "Беречь краску: бледнее и без рубашек",
  eyes: "Цвета, которые различимы и при дальтонизме",
  what: "Что печатать",
  leaflet: "Правила на двух страницах",
  board: "Поле на четырёх листах",
  label: "Наклейка на коробку",
  own: "Свой список карт и фишек",
  ownBack: "Вернуть наш список",
  scale: "Печатай в масштабе 100 %, без «по размеру страницы». Вырезай по меткам у краёв листа.",
  note: "Состав наборов восстановлен: в книжках с правилами полного списка нет. Рисунки и слова наши. Названия игр принадлежат издателям.",
  colours: "Всё различается не только цветом: формой, рисунком и числом.",
  pieces: (count: number) => `${count} шт.`,
  quarter: (at: number) => `Поле, часть ${at + 1} из 4`,
  inside: "В коробке",
  rules: "правила",
};

const en: typeof ru = {
  title: (game) => `${game}: print it`,
  print: "Print, or save as PDF",
  paper: "Paper",
  papers: { a4: "A4", letter: "Letter" },
  size: "Cards",
  sizes: { poker: "63 × 88 mm", mini: "44 × 63 mm" },
  backs: "Backs, for printing on both sides (turned over the long edge)",
  ink: "Save ink: paler, and no backs",
  eyes: "Colours that colour-blind people can tell apart too",
  what: "What to print",
  leaflet: "The rules on two pages",
  board: "The board on four sheets",
  label: "A label for the box",
  own: "Your own list of parts",
  ownBack: "Back to our list",
  scale: "Print at 100 %, not “fit to page”. Cut along the marks at the edges of the sheet.",
  note: "The lists of parts are reconstructions: the rulebooks do not print them. Drawings and words are our own. The games’ names belong to their publishers.",
  colours: "Everything is told apart by more than colour: by shape, drawing and number.",
  pieces: (count) => `${count} pieces`,
  quarter: (at) => `The board, part ${at + 1} of 4`,
  inside: "In the box",
  rules: "rules",
};

export function words(): typeof ru {
  return i18n.language === "ru" ? ru : en;
}
