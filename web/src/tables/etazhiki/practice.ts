/** The sums of Etazhiki: a floor plus or minus a ball, over the roof and through the cellar. */
import type { Practised } from "../../practice/practised";
import type { etazhiki, Intent, View } from "../../wire";
import { mod, numberOn } from "./cards";
import { isYoung } from "./picture";

const FLOORS = [...Array(10).keys()];
const BALLS = [1, 2, 3, 4, 5];

interface Sum {
  readonly from: number;
  readonly sign: "+" | "-";
  readonly by: number;
}

function read(skill: string): Sum {
  const [, from, sign, by] = /^(\d)([+-])(\d+)$/.exec(skill) ?? [];
  return { from: Number(from), sign: sign === "-" ? "-" : "+", by: Number(by) };
}

function answer({ from, sign, by }: Sum): number {
  return mod(sign === "+" ? from + by : from - by);
}

const goesRound = ({ from, sign, by }: Sum) => (sign === "+" ? from + by > 9 : from - by < 0);

/** The two sums that a pile asks for; none under a ball without a number, nor where the ball brings one back. */
function asked(view: etazhiki.View, pile: number): readonly Sum[] {
  const from = numberOn(view.floors[pile] ?? "");
  const by = isYoung(view) ? 1 : numberOn(view.ball ?? "");
  if (from === null || by === null || by % 10 === 0) return [];
  return [
    { from, sign: "+", by },
    { from, sign: "-", by },
  ];
}

function laid(intent: etazhiki.Intent): { readonly pile: number; readonly number: number } | null {
  if (intent.kind !== "floor" && intent.kind !== "intercept") return null;
  const number = numberOn(intent.card);
  return number === null || !/^[FN]/.test(intent.card) ? null : { pile: intent.kind === "floor" ? (intent.pile ?? 0) : 0, number };
}

const keyOf = ({ from, sign, by }: Sum) => `${from}${sign}${by}`;

export function answers(view: View, intent: Intent): string | null {
  const lay = laid(intent as etazhiki.Intent);
  const found = lay && asked(view as unknown as etazhiki.View, lay.pile).find((one) => answer(one) === lay.number);
  return found ? keyOf(found) : null;
}

/** The sum whose answer is nearest to what was tapped; both where neither is nearer. */
export function misses(view: View, intent: Intent): readonly string[] {
  const seen = view as unknown as etazhiki.View;
  const lay = laid(intent as etazhiki.Intent);
  if (!lay || seen.turn !== seen.seat) return [];
  const away = (one: Sum) => Math.min(mod(answer(one) - lay.number), mod(lay.number - answer(one)));
  const sums = asked(seen, lay.pile);
  const least = Math.min(...sums.map(away));
  return least === 0 ? [] : sums.filter((one) => away(one) === least).map(keyOf);
}

/** By the largest ball of the rule set: within the house first, small balls first. */
const SUMS: Readonly<Record<1 | 3 | 5, readonly string[]>> = { 1: sumsTo(1), 3: sumsTo(3), 5: sumsTo(5) };

function sumsTo(most: number): readonly string[] {
  const all = BALLS.filter((by) => by <= most).flatMap((by) =>
    (["+", "-"] as const).flatMap((sign) => FLOORS.map((from) => ({ from, sign, by }))),
  );
  return [...all.filter((one) => !goesRound(one)), ...all.filter(goesRound)].map(keyOf);
}

export const practice: Practised = {
  axes: { row: { ru: "этаж", en: "floor" }, column: { ru: "шар", en: "ball" } },
  grids: [
    { title: { ru: "Вверх: плюс", en: "Up: plus" }, rows: FLOORS, columns: BALLS, skill: (row, column) => `${row}+${column}` },
    { title: { ru: "Вниз: минус", en: "Down: minus" }, rows: FLOORS, columns: BALLS, skill: (row, column) => `${row}-${column}` },
  ],
  kinds: [
    { name: { ru: "Сложение", en: "Adding" }, has: (skill) => read(skill).sign === "+" && !goesRound(read(skill)) },
    { name: { ru: "Вычитание", en: "Taking away" }, has: (skill) => read(skill).sign === "-" && !goesRound(read(skill)) },
    { name: { ru: "Через крышу", en: "Over the roof" }, has: (skill) => read(skill).sign === "+" && goesRound(read(skill)) },
    { name: { ru: "Через подвал", en: "Through the cellar" }, has: (skill) => read(skill).sign === "-" && goesRound(read(skill)) },
  ],
  answers,
  misses,
  hinted: ({ sums }) => sums,
  skills: ({ variant }) => [...SUMS[variant === "beginner" ? 1 : variant === "medium" ? 3 : 5]],
  table: ({ variant }) => ({ variant: variant ?? "full" }),
  ends: ({ kind }) => kind === "floor",
  special: (skill) => goesRound(read(skill)),
  written: (skill) => {
    const one = read(skill);
    return `${one.from} ${one.sign === "+" ? "+" : "−"} ${one.by} = ${answer(one)}`;
  },
};
