/** Playing cards as people call them: 8♥ is восьмёрка червей, whom one plays восьмёрку червей. */
import type { Language } from "../lib/settings.svelte";

type Forms = Readonly<Record<string, readonly [named: string, played: string]>>;

const RANKS: Forms = {
  "2": ["двойка", "двойку"],
  "3": ["тройка", "тройку"],
  "4": ["четвёрка", "четвёрку"],
  "5": ["пятёрка", "пятёрку"],
  "6": ["шестёрка", "шестёрку"],
  "7": ["семёрка", "семёрку"],
  "8": ["восьмёрка", "восьмёрку"],
  "9": ["девятка", "девятку"],
  "10": ["десятка", "десятку"],
  J: ["валет", "валета"],
  Q: ["дама", "даму"],
  K: ["король", "короля"],
  A: ["туз", "туза"],
};
const SUITS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  ru: { "♠": "пик", "♥": "червей", "♦": "бубен", "♣": "треф" },
  en: { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" },
};
const FACES: Readonly<Record<string, string>> = { J: "jack", Q: "queen", K: "king", A: "ace" };
/** В, Д, К, Т: the letters that a person may have chosen. */
const LETTERS: Readonly<Record<string, string>> = { В: "J", Д: "Q", К: "K", Т: "A", валет: "J", дама: "Q", король: "K", туз: "A" };

const SIGNED = /(10|[2-9JQKAВДКТ])([♠♥♦♣])\uFE0E?/gu;
const NAMED = /(?<![\p{L}\d])(10|[2-9]|валет|дама|король|туз) (пик|червей|бубен|треф)(?!\p{L})/gu;
/** One does something to the card: the word before it is a verb, or asks where it goes. */
const DONE_TO = /(?:^|\s)(?:\p{L}*(?:[её]т|[её]шь|ит|ишь|[аяи]ть|[аеу]й)|куда|неё)\s+$/iu;

export function cardsInWords(text: string, language: Language): string {
  if (language === "en") return text.replace(SIGNED, (_, rank: string, suit: string) => english(rank, suit));
  const signs = text.replace(SIGNED, (_, rank: string, suit: string, at: number) =>
    russian(rank, SUITS.ru[suit] ?? "", text.slice(0, at)),
  );
  return signs.replace(NAMED, (_, rank: string, suit: string, at: number) => russian(rank, suit, signs.slice(0, at)));
}

function english(written: string, suit: string): string {
  const rank = LETTERS[written] ?? written;
  return `${FACES[rank] ?? rank} of ${SUITS.en[suit]}`;
}

function russian(written: string, suit: string, before: string): string {
  const [named, played] = RANKS[LETTERS[written] ?? written] ?? [written, written];
  return `${DONE_TO.test(before) ? played : named} ${suit}`;
}
