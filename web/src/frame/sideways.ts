/** A phone on its side: the table left, a narrow column right, in which a seat has room for little. */
export const SIDEWAYS = "(max-height: 31.24rem) and (min-width: 35rem)";
