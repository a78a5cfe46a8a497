/** The ends of a made row, by the cards that they show. */
import { part } from "../../lib/sentences";
import { squareOf } from "./squares";
import { words } from "./words";

export function endOf(cell: string | undefined): string {
  const card = squareOf(cell ?? "")?.card ?? null;
  return card === null ? words().fromCorner : part(card);
}
