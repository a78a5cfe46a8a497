/** Who sits at the table of a replay: as the game began, nobody connected and nothing to ask for. */
import { IN_PAGE } from "../lib/inPage";
import type { Replay, TableView } from "../wire";
import type { Source } from "./source";

const named = (seat: number) => `seat-${seat}`;

export function tableOf(source: Source, replay: Replay): TableView {
  const { game, seats, options, sides, people, own, eyes } = replay;
  const mine = own !== null && own === eyes ? own : null;
  const isBot = (seat: number) => seat !== mine && people[seat]?.bot !== null && people[seat]?.name === "";
  return {
    ...IN_PAGE,
    id: source.id,
    game,
    seats,
    options,
    you: mine === null ? null : named(mine),
    seat: mine,
    people: people.flatMap(({ name, avatar }, seat) => (isBot(seat) ? [] : [{ id: named(seat), name, avatar, present: true, muted: false }])),
    chairs: people.map(({ bot }, seat) => ({ person: isBot(seat) ? null : named(seat), bot: isBot(seat) ? bot : null, patience: null })),
    colours: source.colours,
    sides,
    playing: true,
    round: source.round,
    shuffle: { round: source.round, commitment: "", nonces: [], secret: null, given: replay.given !== null, rows: 0 },
  };
}
