/** What a card is and does, in a sentence or two. */
import { i18n } from "../../lib/i18n.svelte";
import { capital } from "../../lib/sentences";
import { isWild, removes } from "./squares";
import { words } from "./words";

const DOES = {
  ru: {
    wild: "два глаза, жетон на любую свободную клетку.",
    removes: "один глаз, снимает чужой жетон, если тот не в готовом ряду.",
    plain: "жетон на любую из двух её клеток. Если обе заняты, карту можно обменять.",
  },
  en: {
    wild: "two eyes, a chip on any free cell.",
    removes: "one eye, takes away an opponent's chip that is not in a sequence.",
    plain: "a chip on either of its two cells. If both are taken, the card can be exchanged.",
  },
} as const;

export function about(part: string): string | null {
  if (!/^(10|[2-9JQKA])[SHDC]$/.test(part)) return null;
  const does = DOES[i18n.language];
  return `${capital(words().card(part))}: ${isWild(part) ? does.wild : removes(part) ? does.removes : does.plain}`;
}
