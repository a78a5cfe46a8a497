/** What can be done, sorted for fingers: by the part of the hand that it needs, and what needs none. */
import type { Intent } from "../../wire";

/** How parts are used at this table: the kind of an intent, and the field that names them, alone or in a list. */
export interface Use {
  readonly kind: string;
  readonly field: string;
  readonly many: boolean;
}

/**
 * How the parts of this hand are used now: by fields that name nothing but parts of it in all intents of a kind.
 * One intent alone tells nothing: the face of a bid is written like a die under one's own cup.
 */
export function usesOf(legal: readonly Intent[], hand: readonly string[]): readonly Use[] {
  return byKind(legal).flatMap((intents) => {
    const fields = new Set(intents.flatMap((intent) => Object.keys(intent)).filter((key) => key !== "kind"));
    return [...fields].flatMap((field) => {
      const values = intents.map((intent) => valueOf(intent, field)).filter((value) => value !== null && value !== undefined);
      const named = values.flat();
      if (!named.length || !named.every((one) => typeof one === "string" && hand.includes(one))) return [];
      return [{ kind: intents[0]?.kind ?? "", field, many: values.some(Array.isArray) }];
    });
  });
}

/** Whether an intent uses this part, alone or among others. */
export function names(intent: Intent, part: string, uses: readonly Use[]): boolean {
  return uses.some(({ kind, field }) => kind === intent.kind && [valueOf(intent, field)].flat().includes(part));
}

/** The parts of the hand that an intent uses. */
function used(intent: Intent, uses: readonly Use[]): readonly string[] {
  const named = uses.filter(({ kind }) => kind === intent.kind).flatMap(({ field }) => valueOf(intent, field) ?? []);
  return named.filter((one) => typeof one === "string");
}

/** The intents that use these parts together, and maybe others. */
export function together(legal: readonly Intent[], parts: readonly string[], uses: readonly Use[]): readonly Intent[] {
  const count = (of: readonly string[], part: string) => of.filter((one) => one === part).length;
  return legal.filter((intent) => parts.every((part) => count(used(intent, uses), part) >= count(parts, part)));
}

/** Of such intents those that use no other part, if there are any: for the rest one goes on picking. */
export function listedOf(found: readonly Intent[], parts: readonly string[], uses: readonly Use[]): readonly Intent[] {
  const exact = found.filter((intent) => used(intent, uses).length === parts.length);
  return exact.length ? exact : found;
}

/** The intents that need no part of the hand. */
export function free(legal: readonly Intent[], hand: readonly string[], uses: readonly Use[]): readonly Intent[] {
  return legal.filter((intent) => !hand.some((part) => names(intent, part, uses)));
}

/** The cells of the board that an intent names, in the order of its fields: from where, to where. */
function wayOf(intent: Intent, steps: readonly Use[]): readonly string[] {
  const named = steps.filter(({ kind }) => kind === intent.kind).map(({ field }) => valueOf(intent, field));
  return named.filter((cell) => typeof cell === "string");
}

/** Whether an intent is made by tapping the board. */
export function isOnBoard(intent: Intent, steps: readonly Use[]): boolean {
  return wayOf(intent, steps).length > 0;
}

/** After these cells: which can be tapped next, and what can be done with those that are. */
export function reach(offers: readonly Intent[], steps: readonly Use[], path: readonly string[]): { readonly open: ReadonlySet<string>; readonly done: readonly Intent[] } {
  const along = offers.map((intent) => ({ intent, way: wayOf(intent, steps) })).filter(({ way }) => path.every((cell, at) => way[at] === cell));
  return {
    open: new Set(along.flatMap(({ way }) => way[path.length] ?? [])),
    done: path.length ? along.filter(({ way }) => way.length === path.length).map(({ intent }) => intent) : [],
  };
}

/** To use this part in this way: what is asked about a part that does not fit. */
export function asked({ kind, field, many }: Use, part: string): Intent {
  return { kind, [field]: many ? [part] : part } as Intent;
}

/** Intents of a kind together, in the order in which the game lists them. */
export function byKind(intents: readonly Intent[]): readonly (readonly Intent[])[] {
  const kinds = new Map<string, Intent[]>();
  for (const intent of intents) kinds.set(intent.kind, [...(kinds.get(intent.kind) ?? []), intent]);
  return [...kinds.values()];
}

/** So many single offers stand beside the menu; the rest stands on the table. */
const BESIDE = 2;

/** The offers that stand beside the menu, and those on the table, which are too many for that. */
export function placed(offers: readonly Intent[]): { readonly beside: readonly Intent[]; readonly listed: readonly Intent[] } {
  if (offers.length <= BESIDE) return { beside: offers, listed: [] };
  const kinds = byKind(offers);
  const single = kinds.filter((kind) => kind.length === 1).flat();
  if (single.length > BESIDE) return { beside: [], listed: offers };
  return { beside: single, listed: kinds.filter((kind) => kind.length > 1).flat() };
}

function valueOf(intent: Intent, field: string): unknown {
  return (intent as unknown as Readonly<Record<string, unknown>>)[field];
}
