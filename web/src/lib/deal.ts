/** The deals of the three games from a seed, as row 1 of a record has them. */
import { Chance } from "./shuffle";
import { BOXES } from "../wire/boxes";
import { ETAZHIKI, SEQUENCE, UPTURN } from "../wire/shelf";
import type { Record as GameRecord } from "../wire/record";

type Dealt = Readonly<Record<string, unknown>>;

const RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split(" ");

/** What the seed deals; null where the table plays with its own box of parts. */
export function deal(record: GameRecord, seed: string): readonly Dealt[] | null {
  const options = record.options as Readonly<Record<string, unknown>>;
  if (options["parts"]) return null;
  const chance = new Chance(seed, 1);
  if (record.game === "sequence") return sequence(record.seats, chance);
  if (record.game === "upturn") return upturn(record.seats, options, chance);
  return etazhiki(record.seats, options, chance);
}

function box(name: string): string[] {
  return (BOXES[name] ?? "").split(" ");
}

function sequence(seats: number, chance: Chance): Dealt[] {
  const events: Dealt[] = [];
  let cards: string[] = [];
  let tied = Array.from({ length: seats }, (_, at) => at);
  while (tied.length > 1) {
    if (cards.length < tied.length) cards = chance.shuffled(box("sequence"));
    const turned = cards.splice(0, tied.length);
    events.push({ kind: "turned_up", seats: tied, cards: turned });
    const ranks = turned.map((card) => RANKS.indexOf(card.slice(0, -1)));
    tied = tied.filter((_, at) => ranks[at] === Math.min(...ranks));
  }
  const dealer = tied[0] ?? 0;
  const deck = chance.shuffled(box("sequence"));
  const each = (SEQUENCE.hand as Readonly<Record<string, number>>)[String(seats)] ?? 0;
  const hands = Array.from({ length: seats }, (_, seat) => {
    const place = (seat - dealer - 1 + 2 * seats) % seats;
    return Array.from({ length: each }, (__, round) => deck[place + round * seats]);
  });
  events.push({ kind: "dealt", dealer, hands, deck: deck.slice(each * seats), turn: (dealer + 1) % seats });
  return events;
}

function upturn(seats: number, options: Readonly<Record<string, unknown>>, chance: Chance): Dealt[] {
  const events: Dealt[] = [];
  let bag = chance.shuffled(box("upturn"));
  const racks = Array.from({ length: seats }, (_, seat) => bag.slice(seat * UPTURN.rack, (seat + 1) * UPTURN.rack));
  bag = bag.slice(seats * UPTURN.rack);
  while (!/^\d/.test(bag[0] ?? "0")) {
    events.push({ kind: "put_back", tile: bag[0] });
    bag = chance.shuffled(bag);
  }
  const starter = options["starter"];
  const turn = starter === "random" ? chance.below(seats) : starter;
  events.push({ kind: "dealt", racks, start: bag[0], bag: bag.slice(1), turn });
  return events;
}

function etazhiki(seats: number, options: Readonly<Record<string, unknown>>, chance: Chance): Dealt[] {
  const events: Dealt[] = [];
  const each = ETAZHIKI.hand;
  const isFloor = (card: string) => /^[FN]\d$/.test(card);
  for (;;) {
    const cards = chance.shuffled(box(`etazhiki.${String(options["variant"])}`));
    const hands = Array.from({ length: seats }, (_, seat) => cards.slice(each * seat, each * (seat + 1)));
    const rest = cards.slice(each * seats);
    const without = hands.flatMap((hand, seat) => (hand.some(isFloor) ? [] : [seat]));
    const floors = rest.filter(isFloor);
    const balls = rest.filter((card) => /^B\d+$/.test(card));
    const beginner = options["variant"] === "beginner";
    const centre = beginner ? floors.slice(0, 2) : floors[0] && balls[0] ? [floors[0], balls[0]] : [];
    if (!centre.length || without.length) {
      events.push({ kind: "misdealt", seats: without, hands });
      continue;
    }
    for (const card of centre) rest.splice(rest.indexOf(card), 1);
    const deck = chance.shuffled(rest);
    const starter = options["starter"];
    const turn = starter === "random" ? chance.below(seats) : starter;
    events.push({ kind: "dealt", hands, centre, deck, turn });
    return events;
  }
}
