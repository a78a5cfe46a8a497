/** The games that can be played: those the page was built with, and those that the server has besides. */
import { http } from "./http";
import type { GameInfo } from "../wire";
import { SHELF } from "../wire/shelf";

class Shelf {
  games: Readonly<Partial<Record<string, GameInfo>>> = $state.raw(SHELF);
  private asked: Promise<void> | undefined;

  readonly names: readonly string[] = $derived(Object.keys(this.games));

  /** Ask the server which games it has, once; what the page was built with is there before. */
  ask(): Promise<void> {
    this.asked ??= http.games().then(
      (list) => {
        const more = list.filter(({ name }) => !(name in SHELF)).map((info) => [info.name, info] as const);
        this.games = { ...SHELF, ...Object.fromEntries(more) };
      },
      () => (this.asked = undefined),
    );
    return this.asked;
  }
}

export const shelf = new Shelf();
