/** What a card is and does, in a sentence or two. */
import { i18n } from "../../lib/i18n.svelte";
import { capital } from "../../lib/sentences";
import type { Options } from "../game";
import { isWild, removes } from "./squares";
import { words } from "./words";

const DOES = {
  ru: {
    wild: "два глаза, жетон на любую свободную клетку.",
    removes: "один глаз, снимает чужой жетон, если тот не в готовом ряду.",
    breaks: "один глаз, снимает любой чужой жетон, даже из готового ряда.",
    plain: "жетон на любую из двух её клеток. Если обе заняты, карту можно обменять.",
  },
  en: {
    wild: "two eyes, a chip on any free cell.",
    removes: "one eye, takes away an opponent’s chip that is not in a sequence.",
    breaks: "one eye, takes away any chip of an opponent, even from a sequence.",
    plain: "a chip on either of its two cells. If both are taken, the card can be exchanged.",
  },
} as const;

export function about(part: string, options: Options): string | null {
  if (!/^(10|[2-9JQKA])[SHDC]$/.test(part)) return null;
  const does = DOES[i18n.language];
  const lifts = options["hard"] === true ? does.breaks : does.removes;
  return `${capital(words().card(part))}: ${isWild(part) ? does.wild : removes(part) ? lifts : does.plain}`;
}
