/** Who sits at the table of a lesson: the learner, and bots of the first level. */
import { me } from "../lib/coming";
import type { TableView, View } from "../wire";
import { LEVELS } from "../wire/shelf";

const LEARNER = "learner";

export function tableOf(game: string, view: View, round: number): TableView {
  const { seats, options } = view as View & { readonly seats: number; readonly options: TableView["options"] };
  const chair = (seat: number) => ({ person: seat === 0 ? LEARNER : null, bot: seat === 0 ? null : LEVELS[0], patience: null });
  return {
    id: `learn-${game}`,
    code: "",
    game,
    seats,
    options,
    you: LEARNER,
    seat: 0,
    host: null,
    people: [{ id: LEARNER, ...me(), present: true, muted: false }],
    chairs: Array.from({ length: seats }, (_, seat) => chair(seat)),
    listed: false,
    chat: false,
    timer: null,
    colours: [],
    sides: [],
    locked: true,
    open_seats: false,
    asking: [],
    claimed: false,
    taking: null,
    pace: "usual",
    hints: false,
    paused: false,
    playing: view.outcome === null,
    round,
    results: [],
    shuffle: { round, commitment: "", nonces: [], secret: null, given: true, rows: 0 },
    next_commitment: "",
    levels: LEVELS,
    link: "",
    screen: false,
  };
}
