/** The deal of a game from a seed, as row 1 of its record has it. */
import { Chance } from "./shuffle";
import type { Record as GameRecord } from "../wire/record";
import type { Deal, Dealt } from "../tables/game";

const DEALS = import.meta.glob<Deal>("../tables/*/deal.ts", { eager: true, import: "deal" });

/** What the seed deals; null where the page cannot know: a game or a box of parts that it was not built with. */
export function deal(record: GameRecord, seed: string): readonly Dealt[] | null {
  const options = record.options as Readonly<Record<string, unknown>>;
  const own = DEALS[`../tables/${record.game}/deal.ts`];
  return options["parts"] || !own ? null : own(record.seats, options, new Chance(seed, 1));
}
