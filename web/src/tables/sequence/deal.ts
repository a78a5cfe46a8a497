/** The deal from a seed, as row 1 of a record has it. */
import type { Chance } from "../../lib/shuffle";
import { TABLE } from "../../wire/sequence";
import { BOXES } from "../../wire/sequence.boxes";
import type { Dealt, Options } from "../game";

const RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split(" ");
const box = () => (BOXES["all"] ?? "").split(" ");

export function deal(seats: number, _options: Options, chance: Chance): readonly Dealt[] {
  const events: Dealt[] = [];
  const dealer = dealerBy(seats, chance, events);
  const deck = chance.shuffled(box());
  const each = (TABLE.hand as Readonly<Record<string, number>>)[String(seats)] ?? 0;
  const hands = Array.from({ length: seats }, (_, seat) => {
    const place = (seat - dealer - 1 + 2 * seats) % seats;
    return Array.from({ length: each }, (__, round) => deck[place + round * seats]);
  });
  events.push({ kind: "dealt", dealer, hands, deck: deck.slice(each * seats), turn: (dealer + 1) % seats });
  return events;
}

/** Whoever turns up the lowest card deals; those who tie turn up another. */
function dealerBy(seats: number, chance: Chance, events: Dealt[]): number {
  let cards: string[] = [];
  let tied = Array.from({ length: seats }, (_, at) => at);
  while (tied.length > 1) {
    if (cards.length < tied.length) cards = chance.shuffled(box());
    const turned = cards.splice(0, tied.length);
    events.push({ kind: "turned_up", seats: tied, cards: turned });
    const ranks = turned.map((card) => RANKS.indexOf(card.slice(0, -1)));
    tied = tied.filter((_, at) => ranks[at] === Math.min(...ranks));
  }
  return tied[0] ?? 0;
}
