/** What a tile is and does, in a sentence or two. */
import { i18n } from "../../lib/i18n.svelte";
import { kindOf, numberOn } from "./tiles";

const RU: Readonly<Record<string, string>> = {
  plain: "Число. Ложится, если продолжает ряд: больше последнего, когда ряд растёт, и меньше, когда убывает.",
  hand: "Число с рукой. Ложится как обычное, и потом можно подарить кому-нибудь фишку из мешка.",
  twin: "Близнец. Под него можно подложить свои числа, которые лежат между ним и прошлым, и раздать за это фишки соперникам.",
  U: "Стрелка вверх: ряд растёт, или начинается новый. Можно сменить и сторону, в которую идёт ход.",
  D: "Стрелка вниз: ряд убывает, или начинается новый. Можно сменить и сторону, в которую идёт ход.",
  UD: "Стрелка в обе стороны: куда пойдёт ряд, решаешь ты. Можно сменить и сторону, в которую идёт ход.",
  S1: "Пропуск: следующий не ходит.",
  S2: "Двойной пропуск: двое следующих не ходят.",
  J: "Джокер: выбираешь, куда пойдёт ряд и ход, и можешь положить ещё одну подходящую фишку.",
};
const EN: Readonly<Record<string, string>> = {
  plain: "A number. It is laid if it goes on with the row: above the last one while the row rises, below it while it falls.",
  hand: "A number with a hand. Laid like any other, and then you may give somebody a tile from the bag.",
  twin: "A twin. You may tuck numbers of yours between it and the one before, and give tiles to the others for that.",
  U: "An arrow up: the row rises, or a new one begins. The way round may change, too.",
  D: "An arrow down: the row falls, or a new one begins. The way round may change, too.",
  UD: "An arrow both ways: you say where the row goes. The way round may change, too.",
  S1: "A skip: the next player misses a turn.",
  S2: "A double skip: the next two players miss a turn.",
  J: "A joker: you say where the row and the turn go, and may lay one more tile that fits.",
};

export function about(part: string): string | null {
  if (numberOn(part) === null && !(part in RU)) return null;
  return (i18n.language === "ru" ? RU : EN)[kindOf(part)] ?? null;
}
