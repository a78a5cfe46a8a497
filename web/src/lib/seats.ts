/** For how many a table is where nothing is said: for the fewest that are not alone. */
export function usualNumber(fit: readonly number[]): number {
  return fit.find((seats) => seats > 1) ?? 1;
}
