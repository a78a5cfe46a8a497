/** The deal from a seed, as row 1 of a record has it. */
import type { Chance } from "../../lib/shuffle";
import { TABLE } from "../../wire/etazhiki";
import { BOXES } from "../../wire/etazhiki.boxes";
import type { Dealt, Options } from "../game";

const isFloor = (card: string) => /^[FN]\d$/.test(card);
const isNumberedBall = (card: string) => /^B\d+$/.test(card);

export function deal(seats: number, options: Options, chance: Chance): readonly Dealt[] {
  const events: Dealt[] = [];
  const each = TABLE.hand;
  const variant = String(options["variant"]);
  for (;;) {
    const cards = chance.shuffled((BOXES[variant] ?? "").split(" "));
    const hands = Array.from({ length: seats }, (_, seat) => cards.slice(each * seat, each * (seat + 1)));
    const rest = cards.slice(each * seats);
    const without = hands.flatMap((hand, seat) => (hand.some(isFloor) ? [] : [seat]));
    const centre = opened(rest, variant);
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

/** What lies in the middle: two floors for beginners, else a floor and a ball; nothing where they are not there. */
function opened(cards: readonly string[], variant: string): readonly string[] {
  const floors = cards.filter(isFloor);
  const ball = cards.find(isNumberedBall);
  if (variant === "beginner") return floors.slice(0, 2);
  return floors[0] && ball ? [floors[0], ball] : [];
}
