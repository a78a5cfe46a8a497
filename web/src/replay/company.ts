/** Who sits at the table of a replay: as the game began, nobody connected and nothing to ask for. */
import type { Replay, TableView } from "../wire";
import { LEVELS } from "../wire/shelf";
import type { Source } from "./source";

const named = (seat: number) => `seat-${seat}`;

export function tableOf(source: Source, replay: Replay): TableView {
  const { game, seats, options, sides, people, own, eyes } = replay;
  const mine = own !== null && own === eyes ? own : null;
  const isBot = (seat: number) => seat !== mine && people[seat]?.bot !== null && people[seat]?.name === "";
  return {
    id: source.id,
    code: "",
    game,
    seats,
    options,
    you: mine === null ? null : named(mine),
    seat: mine,
    host: null,
    people: people.flatMap(({ name, avatar }, seat) => (isBot(seat) ? [] : [{ id: named(seat), name, avatar, present: true, muted: false }])),
    chairs: people.map(({ bot }, seat) => ({ person: isBot(seat) ? null : named(seat), bot: isBot(seat) ? bot : null, patience: null })),
    listed: false,
    chat: false,
    timer: null,
    colours: source.colours,
    sides,
    locked: true,
    open_seats: false,
    asking: [],
    claimed: false,
    taking: null,
    pace: "usual",
    hints: false,
    paused: false,
    playing: true,
    round: source.round,
    results: [],
    shuffle: { round: source.round, commitment: "", nonces: [], secret: null, given: replay.given !== null, rows: 0 },
    next_commitment: "",
    levels: LEVELS,
    link: "",
    screen: false,
  };
}
