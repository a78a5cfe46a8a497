/** The speech of this page: sentences in its language. */
import { i18n } from "./i18n.svelte";
import { Speech } from "./sentences";
import { colourOf } from "./sides.svelte";
import { drawn } from "../tables/drawn";

export { Speech, capital, type Refusal } from "./sentences";

/** Speaks of a game and its seats to one of them, who is "you"; reading it in a component follows the language. */
export function speech(game: string | null, names: readonly string[] = [], reader: number | null = null): Speech {
  return new Speech(i18n.language, i18n.texts, game, names, colourOf, drawn(game ?? "")?.said, reader);
}
