/** Whoever looks at something else is told that the next game has begun, beside the way to it. */
import { i18n } from "./i18n.svelte";

/** Here and not with the words of the page, which is light: hardly anybody needs them at once. */
const BEGUN = {
  ru: "Игра началась! К столу",
  en: "The game has begun! To the table",
};

export const nextHasBegun = (): string => BEGUN[i18n.language];
