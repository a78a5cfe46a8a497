/** The deal from a seed, as row 1 of a record has it. */
import type { Chance } from "../../lib/shuffle";
import { TABLE } from "../../wire/upturn";
import { BOXES } from "../../wire/upturn.boxes";
import type { Dealt, Options } from "../game";

export function deal(seats: number, options: Options, chance: Chance): readonly Dealt[] {
  const events: Dealt[] = [];
  let bag = chance.shuffled((BOXES["all"] ?? "").split(" "));
  const racks = Array.from({ length: seats }, (_, seat) => bag.slice(seat * TABLE.rack, (seat + 1) * TABLE.rack));
  bag = bag.slice(seats * TABLE.rack);
  while (!/^\d/.test(bag[0] ?? "0")) {
    events.push({ kind: "put_back", tile: bag[0] });
    bag = chance.shuffled(bag);
  }
  const starter = options["starter"];
  const turn = starter === "random" ? chance.below(seats) : starter;
  events.push({ kind: "dealt", racks, start: bag[0], bag: bag.slice(1), turn });
  return events;
}
