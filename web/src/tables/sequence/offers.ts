/** What may be sent now, sorted by what a person would touch for it. */
import type { sequence } from "../../wire";

type Kind<K extends sequence.Intent["kind"]> = Extract<sequence.Intent, { kind: K }>;
export type Chip = Kind<"place"> | Kind<"remove">;

export interface Offers {
  /** By card, then by cell. */
  readonly targets: ReadonlyMap<string, ReadonlyMap<string, Chip>>;
  readonly exchange: ReadonlyMap<string, Kind<"exchange">>;
  readonly forfeit: ReadonlyMap<string, Kind<"forfeit">>;
  readonly fives: readonly Kind<"choose">[];
  readonly accuse: readonly Kind<"accuse">[];
  readonly draw: Kind<"draw"> | null;
  readonly pass: Kind<"pass"> | null;
  readonly admit: Kind<"admit"> | null;
  readonly deny: Kind<"deny"> | null;
}

/** What this person is asked for, the most urgent first. */
export type Phase = "over" | "choose" | "answer" | "forfeit" | "move" | "pass" | "owed" | "wait";

export function offersOf(legal: readonly sequence.Intent[]): Offers {
  const targets = new Map<string, Map<string, Chip>>();
  for (const intent of legal) {
    if (intent.kind !== "place" && intent.kind !== "remove") continue;
    const cells = targets.get(intent.card) ?? new Map<string, Chip>();
    targets.set(intent.card, cells.set(intent.cell, intent));
  }
  const of = <K extends sequence.Intent["kind"]>(kind: K) =>
    legal.filter((intent): intent is Kind<K> => intent.kind === kind);
  return {
    targets,
    exchange: new Map(of("exchange").map((intent) => [intent.card, intent])),
    forfeit: new Map(of("forfeit").map((intent) => [intent.card, intent])),
    fives: of("choose"),
    accuse: of("accuse"),
    draw: of("draw")[0] ?? null,
    pass: of("pass")[0] ?? null,
    admit: of("admit")[0] ?? null,
    deny: of("deny")[0] ?? null,
  };
}

export function phaseOf(view: sequence.View, offers: Offers): Phase {
  if (view.outcome) return "over";
  if (offers.fives.length) return "choose";
  if (offers.admit || offers.deny) return "answer";
  if (offers.forfeit.size) return "forfeit";
  if (offers.targets.size || offers.exchange.size) return "move";
  if (offers.pass) return "pass";
  return offers.draw ? "owed" : "wait";
}
