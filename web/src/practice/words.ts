/** What the report and the training say. */
import { i18n } from "../lib/i18n.svelte";
import { counted } from "../lib/plural";

const secondsRu = (ms: number) => `${(ms / 1000).toLocaleString("ru", { maximumFractionDigits: 1 })}\u00A0с`;
const secondsEn = (ms: number) => `${(ms / 1000).toLocaleString("en", { maximumFractionDigits: 1 })}\u00A0s`;

const ru = {
  title: "Что получается",
  parents: "Для родителей: что получается",
  nobody: "Пока ничего нет. Сыграйте за столом, где считают, и здесь появится, что даётся легко, а что пока трудно.",
  where: "Эти записи есть только в этом браузере и никуда не отправляются.",
  who: "Чьи успехи?",
  seconds: secondsRu,
  sums: (count: number) => counted("ru", count, "пример/примера/примеров"),
  summary: (count: string, right: number, time: string, hints: number) =>
    `Всего ${count}. С первого раза — ${right} %. Обычно хватает ${time}.${hints ? ` С подсказкой на экране — ${hints} %.` : ""}`,
  good: "Даётся",
  goodNone: "Пока рано судить: каждый пример должен встретиться хотя бы дважды.",
  hard: "Пока трудно",
  hardNone: "Трудного нет. Можно выключить подсказку с суммами или взять правила посложнее.",
  hardUnknown: "Пока ничего такого не видно.",
  slow: (time: string) => `думает ${time}`,
  errors: (right: number) => `с первого раза ${right} %`,
  kinds: "По видам",
  kind: "вид",
  met: "всего",
  right: "с первого раза",
  time: "время",
  maps: "Каждый пример",
  legend: { new: "не встречался", good: "даётся", middle: "почти", hard: "трудно" },
  special: "пунктиром — через крышу или подвал",
  numbers: "число в клетке — секунды",
  trend: "По дням",
  day: (day: number) => new Date(day * 86_400_000).toLocaleDateString("ru", { day: "numeric", month: "short", timeZone: "UTC" }),
  print: "Напечатать",
  save: "Сохранить таблицу (CSV)",
  erase: "Стереть",
  eraseSure: (name: string) => `Стереть всё, что накопилось у «${name}»? Вернуть будет нельзя, зато можно начать с чистого листа.`,
  eraseYes: "Да, стереть",
  eraseNo: "Оставить",
  train: "Потренироваться",
  trainWhy: "Три минуты за настоящим столом: то, что пока трудно, — чаще. Без очков и соперников.",
  praise: ["Верно!", "Да!", "Точно!", "Отлично!"],
  trained: "Три минуты прошли!",
  trainedWhat: (count: string) => `Сегодня здесь: ${count}. Завтра спросим то, что стоит повторить.`,
  trainAgain: "Ещё три минуты",
};

const en: typeof ru = {
  title: "How it is going",
  parents: "For parents: how it is going",
  nobody: "Nothing yet. Play at a table with sums, and this page will show what comes easily and what is still hard.",
  where: "These notes stay in this browser. They are not sent anywhere.",
  who: "Whose progress?",
  seconds: secondsEn,
  sums: (count) => counted("en", count, "sum/sums"),
  summary: (count, right, time, hints) =>
    `${count} so far. Right first time: ${right}%. The usual time is ${time}.${hints ? ` With the hint on the screen: ${hints}%.` : ""}`,
  good: "Comes easily",
  goodNone: "There will be something here soon: each sum has to come up at least twice.",
  hard: "Still hard",
  hardNone: "Nothing is hard. You can turn the hint with the sums off, or take the rules for older children.",
  hardUnknown: "Nothing so far.",
  slow: (time) => `takes ${time}`,
  errors: (right) => `right first time: ${right}%`,
  kinds: "By kind",
  kind: "kind",
  met: "seen",
  right: "right first time",
  time: "time",
  maps: "Every sum",
  legend: { new: "not seen yet", good: "comes easily", middle: "almost", hard: "hard" },
  special: "dashed: over the roof or through the cellar",
  numbers: "the number in a cell is seconds",
  trend: "Day by day",
  day: (day) => new Date(day * 86_400_000).toLocaleDateString("en", { day: "numeric", month: "short", timeZone: "UTC" }),
  print: "Print",
  save: "Save as a table (CSV)",
  erase: "Erase",
  eraseSure: (name) => `Erase everything about “${name}”? It cannot be undone, but it is a fresh start.`,
  eraseYes: "Yes, erase",
  eraseNo: "Keep",
  train: "Practise",
  trainWhy: "Three minutes at a real table: what is still hard comes more often. No points, no opponents.",
  praise: ["Right!", "Yes!", "Exactly!", "Very good!"],
  trained: "That was three minutes!",
  trainedWhat: (count) => `${count} this time. Tomorrow we ask what is worth repeating.`,
  trainAgain: "Three minutes more",
};

export type Words = typeof ru;

export function words(): Words {
  return i18n.language === "ru" ? ru : en;
}
