/** Who sits at the table of a lesson: the learner, and bots of the first level. */
import { me } from "../lib/coming";
import { IN_PAGE } from "../lib/inPage";
import type { TableView, View } from "../wire";
import { LEVELS } from "../wire/shelf";

const LEARNER = "learner";

export function tableOf(game: string, view: View, round: number): TableView {
  const { seats, options } = view as View & { readonly seats: number; readonly options: TableView["options"] };
  const chair = (seat: number) => ({ person: seat === 0 ? LEARNER : null, bot: seat === 0 ? null : LEVELS[0], patience: null });
  return {
    ...IN_PAGE,
    id: `learn-${game}`,
    game,
    seats,
    options,
    you: LEARNER,
    seat: 0,
    people: [{ id: LEARNER, ...me(), present: true, muted: false }],
    chairs: Array.from({ length: seats }, (_, seat) => chair(seat)),
    colours: [],
    sides: [],
    playing: view.outcome === null,
    round,
    shuffle: { round, commitment: "", nonces: [], secret: null, given: true, rows: 0 },
  };
}
