/** An arrow or a joker is asked about step by step: each answer narrows the legal intents until one is left. */
import type { upturn } from "../../wire";

export type Question = "trend" | "row" | "order";
export type Answers = Partial<Record<Question, string>>;

const QUESTIONS: readonly Question[] = ["trend", "row", "order"];

/** The lays of this tile that go with the answers so far. */
export function laysOf(legal: upturn.View["legal"], tile: string, answers: Answers = {}): upturn.Lay[] {
  const lays = legal.filter((intent): intent is upturn.Lay => intent.kind === "lay" && intent.tile === tile);
  return lays.filter((lay) => QUESTIONS.every((key) => answers[key] === undefined || lay[key] === answers[key]));
}

/** What still has to be said, and what may be said; null when one lay is left. */
export function question(lays: readonly upturn.Lay[]): { readonly ask: Question; readonly values: string[] } | null {
  for (const ask of QUESTIONS) {
    const values = [...new Set(lays.map((lay) => lay[ask] ?? ""))];
    if (values.length > 1) return { ask, values };
  }
  return null;
}

/** What a tile that cannot be laid now would have been, to ask why. */
export function wouldBe(tile: string, tucking: boolean): upturn.Intent {
  if (tucking) return { kind: "tuck", tile };
  if (tile === "U" || tile === "D") return { kind: "lay", tile, row: "append" };
  if (tile === "UD" || tile === "J") return { kind: "lay", tile, row: "append", trend: "up" };
  return { kind: "lay", tile };
}
