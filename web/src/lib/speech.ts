/** The speech of this page: sentences in its language. */
import { i18n } from "./i18n.svelte";
import { Speech, type Refusal } from "./sentences";
import { colourOf } from "./sides.svelte";
import { drawn } from "../tables/drawn";

export { Speech, capital, type Refusal } from "./sentences";

/** Speaks of a game and its seats to one of them, who is "you"; reading it in a component follows the language. */
export function speech(game: string | null, names: readonly string[] = [], reader: number | null = null): Speech {
  return new Speech(i18n.language, i18n.texts, game, names, colourOf, drawn(game ?? "")?.said, reader);
}

/** Why something was refused, where no table is there to say it. */
export function sentence(refusal: Refusal, game: string | null = null): string {
  const said = speech(game);
  return said.has("reasons", refusal.reason) ? said.refusal(refusal) : i18n.t.noServer;
}
