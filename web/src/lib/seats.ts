/** For how many a table is where nothing is said: for two, or the fewest that can play. */
export function usualNumber(fit: readonly number[]): number {
  return fit.includes(2) ? 2 : (fit[0] ?? 2);
}
