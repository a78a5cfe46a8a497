/** Who has won, in a few words. */
import type { Ui } from "../lib/ui.ru";

export interface Ended {
  readonly winners: readonly number[];
  readonly sides: readonly (readonly number[])[];
  /** Whether whoever reads this has won. */
  readonly mine: boolean;
  /** What the winners are called, and the colour in which their side is shown, if it has one. */
  readonly names: string;
  readonly colour: string | null;
}

/** Those of one side win together, any others share it. */
export function victory({ winners, sides, mine, names, colour }: Ended, t: Ui): string {
  const alone = winners.length === 1;
  const together = !alone && sides.some((side) => winners.every((seat) => side.includes(seat)));
  if (mine) return alone ? t.yourVictory : together ? t.ourVictory : t.sharedVictory;
  return (together && colour && t.victoryOfSide[colour]) || t.victoryOf(names, !alone);
}
