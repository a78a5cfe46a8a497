import type { GameInfo } from "../wire";

/** Whether somebody else begins the next game: not where the table has named a seat, as it does for who begins. */
export function goesRound(game: Pick<GameInfo, "rotates" | "options"> | undefined, options: Readonly<Record<string, unknown>>): boolean {
  return !!game?.rotates && !game.options.some((option) => option.seats && typeof options[option.name] === "number");
}

/** For how many a table is where nothing is said: for the fewest that are not alone. */
export function usualNumber(fit: readonly number[]): number {
  return fit.find((seats) => seats > 1) ?? 1;
}
