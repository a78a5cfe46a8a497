/** Numbers in words: 71 is семьдесят один, in "больше 71" семидесяти одного, in "21 карта" двадцать одна. */
import type { Language } from "../lib/settings.svelte";

export type Case = "nominative" | "genitive" | "instrumental";
/** Of the word that is counted; only one and two care. */
export type Gender = "m" | "f" | "n" | "f-object";

const RU: Readonly<Record<Case, { readonly small: readonly string[]; readonly tens: readonly string[]; readonly hundreds: readonly string[] }>> = {
  nominative: {
    small: words(
      "ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать " +
        "пятнадцать шестнадцать семнадцать восемнадцать девятнадцать",
    ),
    tens: words("двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто"),
    hundreds: words("сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот"),
  },
  genitive: {
    small: words(
      "нуля одного двух трёх четырёх пяти шести семи восьми девяти десяти одиннадцати двенадцати тринадцати " +
        "четырнадцати пятнадцати шестнадцати семнадцати восемнадцати девятнадцати",
    ),
    tens: words("двадцати тридцати сорока пятидесяти шестидесяти семидесяти восьмидесяти девяноста"),
    hundreds: words("ста двухсот трёхсот четырёхсот пятисот шестисот семисот восьмисот девятисот"),
  },
  instrumental: {
    small: words(
      "нулём одним двумя тремя четырьмя пятью шестью семью восемью девятью десятью одиннадцатью двенадцатью " +
        "тринадцатью четырнадцатью пятнадцатью шестнадцатью семнадцатью восемнадцатью девятнадцатью",
    ),
    tens: words("двадцатью тридцатью сорока пятьюдесятью шестьюдесятью семьюдесятью восемьюдесятью девяноста"),
    hundreds: words("ста двумястами тремястами четырьмястами пятьюстами шестьюстами семьюстами восемьюстами девятьюстами"),
  },
};
const ONE: Readonly<Record<Gender, string>> = { m: "один", f: "одна", n: "одно", "f-object": "одну" };

const EN_SMALL = words(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
    "eighteen nineteen",
);
const EN_TENS = words("twenty thirty forty fifty sixty seventy eighty ninety");

function words(list: string): readonly string[] {
  return list.split(" ");
}

/** From 0 to 999. */
export function cardinalRu(number: number, kase: Case = "nominative", gender: Gender = "m"): string {
  const { small, tens, hundreds } = RU[kase];
  const rest = number % 100;
  const last = rest < 20 ? rest : rest % 10;
  const parts = [number >= 100 ? hundreds[Math.floor(number / 100) - 1] : "", rest >= 20 ? tens[Math.floor(rest / 10) - 2] : ""];
  if (last || !number) parts.push(kase === "nominative" ? gendered(last, gender) : (small[last] ?? ""));
  return parts.filter(Boolean).join(" ");
}

function gendered(number: number, gender: Gender): string {
  if (number === 1) return ONE[gender];
  if (number === 2 && gender.startsWith("f")) return "две";
  return RU.nominative.small[number] ?? "";
}

/** From 0 to 999. */
export function cardinalEn(number: number): string {
  const rest = number % 100;
  const tens = EN_TENS[Math.floor(rest / 10) - 2];
  const below = rest < 20 ? EN_SMALL[rest] : rest % 10 ? `${tens}-${EN_SMALL[rest % 10]}` : tens;
  if (number < 100) return below ?? "";
  const hundred = `${EN_SMALL[Math.floor(number / 100)]} hundred`;
  return rest ? `${hundred} and ${below}` : hundred;
}

const NUMBER = /(?<![\p{L}\d]|\d[.,:])(\d{1,3})(?![\p{L}\d]|[.,:]\d)/gu;
const GENITIVE = /(?:^|[\s,])(?:больше|меньше|от|до|из|кроме|без|после|около|осталось)\s+$/iu;
const BETWEEN = /(?:^|\s)между\s+(?:\d+ и )?$/iu;
/** Short words after a number that are not what is counted. */
const NOT_COUNTED = new Set(["или", "это", "как", "где", "для", "что", "она", "они", "его", "при", "над", "под", "уже", "ещё"]);

/** Every number of the text in words, as its neighbours ask for. */
export function numbersInWords(text: string, language: Language): string {
  return text.replace(NUMBER, (digits, _, at: number) => {
    if (language === "en") return cardinalEn(Number(digits));
    const [before, after] = [text.slice(0, at), text.slice(at + digits.length)];
    return cardinalRu(Number(digits), caseAfter(before), genderOf(Number(digits), after));
  });
}

function caseAfter(before: string): Case {
  if (BETWEEN.test(before)) return "instrumental";
  return GENITIVE.test(before) ? "genitive" : "nominative";
}

/** By the form of the word that follows: 1 карта, 1 карту, 1 этаж; 2 карты, 2 этажа. */
function genderOf(number: number, after: string): Gender {
  const noun = /^\s([а-яё]{3,})/i.exec(after)?.[1]?.toLowerCase();
  if (!noun || NOT_COUNTED.has(noun)) return "m";
  if (number % 10 === 2) return /[ыи]$/.test(noun) ? "f" : "m";
  if (/[ую]$/.test(noun)) return "f-object";
  return /[ая]$/.test(noun) ? "f" : /[оеё]$/.test(noun) ? "n" : "m";
}
