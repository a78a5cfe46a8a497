/** Who sits where, as the page shows it: people with their names and faces, bots with those of animals. */
import type { TableView } from "../wire";
import { LEVELS } from "../wire/shelf";
import { botAvatar } from "./bots";
import { animal } from "./names";

export interface SeatInfo {
  readonly seat: number;
  readonly name: string;
  readonly avatar: string;
  /** 0 a person; 1 to 3 the level of the bot that plays here. */
  readonly bot: 0 | 1 | 2 | 3;
  readonly person: string | null;
  readonly present: boolean;
  readonly you: boolean;
  /** One of the hands on this device. */
  readonly here: boolean;
  /** Nobody plays here now: its person is not connected, and no bot minds the seat. */
  readonly away: boolean;
}

/** The seats of a table; `hands` are the people that play on this device. */
export function seatInfos(table: TableView, hands: ReadonlySet<string | null>): SeatInfo[] {
  const faces = table.people.map((person) => person.avatar);
  return table.chairs.map((chair, seat) => {
    const person = table.people.find((one) => one.id === chair.person);
    const here = chair.person !== null && hands.has(chair.person);
    const avatar = person ? (person.avatar ?? "bear") : botAvatar(table.id, seat, faces);
    return {
      seat,
      name: person?.name ?? (chair.bot ? animal(avatar) : ""),
      avatar,
      bot: chair.bot ? level(chair.bot) : 0,
      person: chair.person,
      present: person ? person.present : chair.bot !== null,
      you: table.seat === seat,
      here,
      away: person !== undefined && !person.present && !here && chair.bot === null,
    };
  });
}

/** A bot that is none of the usual ones has the mark of the first. */
function level(bot: string): 1 | 2 | 3 {
  const [, second, third] = LEVELS;
  return bot === third ? 3 : bot === second ? 2 : 1;
}
