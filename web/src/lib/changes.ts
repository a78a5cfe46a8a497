/** What has changed in the company of a table, in a sentence for those who stay; null where nothing is to be told. */
import { i18n } from "./i18n.svelte";
import type { SeatInfo } from "./seatInfo";
import type { TableView } from "../wire";

type Seats = readonly SeatInfo[];

/** Here and not with the words of the page, which is light: hardly anybody needs them at once. */
const WORDS = {
  ru: {
    youHost: "Теперь хозяин стола — ты.",
    letIn: "Тебя пустили в игру.",
    notLetIn: "Хозяин стола пока не пускает в игру.",
    botInstead: (name: string, bot: string) => `${name} больше не играет. Дальше ходит бот: ${bot}.`,
    sitsInstead: (name: string) => `${name} садится вместо бота.`,
    botMinds: (name: string) => `${name} не на связи: пока ходит бот.`,
    backAgain: (name: string) => `${name} снова играет.`,
  },
  en: {
    youHost: "You are the host now.",
    letIn: "You are in the game now.",
    notLetIn: "The host does not let you into the game for now.",
    botInstead: (name: string, bot: string) => `${name} has left the game. From here a bot plays: ${bot}.`,
    sitsInstead: (name: string) => `${name} sits down in the place of a bot.`,
    botMinds: (name: string) => `${name} is away: a bot plays meanwhile.`,
    backAgain: (name: string) => `${name} plays again.`,
  },
};
const words = () => WORDS[i18n.language];

export function changed(before: TableView, now: TableView, sat: Seats, sit: Seats): string | null {
  return ofHost(before, now) ?? ofAsking(before, now) ?? ofSeats(before, now, sat, sit);
}

function ofHost(before: TableView, now: TableView): string | null {
  const isNew = now.you !== null && now.host === now.you && before.you === now.you && before.host !== now.you;
  return isNew ? words().youHost : null;
}

/** Whoever has asked for a seat hears the answer: that it is waited for may still stand there. */
function ofAsking(before: TableView, now: TableView): string | null {
  const asks = ({ asking, you }: TableView) => you !== null && asking.some(({ person }) => person === you);
  if (!asks(before) || asks(now) || !now.playing) return null;
  return now.seat === null ? words().notLetIn : words().letIn;
}

/** Seats change in a lobby before everybody's eyes; in a game a face is another one all at once. */
function ofSeats(before: TableView, now: TableView, sat: Seats, sit: Seats): string | null {
  if (!before.playing || !now.playing || before.round !== now.round) return null;
  const told = sit.map((seat, at) => ofSeat(sat[at] ?? seat, seat, now.you));
  return told.find((one) => one !== null) ?? null;
}

function ofSeat(was: SeatInfo, is: SeatInfo, you: string | null): string | null {
  const own = was.here || is.here || (you !== null && (was.person === you || is.person === you));
  if (own) return null;
  if (was.person === is.person) return ofMinding(was, is);
  return is.person === null ? words().botInstead(was.name, is.name) : words().sitsInstead(is.name);
}

function ofMinding(was: SeatInfo, is: SeatInfo): string | null {
  if (is.person === null || (was.bot > 0) === (is.bot > 0)) return null;
  return is.bot > 0 ? words().botMinds(is.name) : words().backAgain(is.name);
}
