/** What lies where: the fields of a view that the game's texts name in [zones], in their order. */
import type { Speech } from "../../lib/speech";
import type { View } from "../../wire";

export type Zone =
  /** A sentence: a number, or a value that the game has a word for. */
  | { readonly kind: "said"; readonly name: string; readonly text: string }
  | { readonly kind: "parts"; readonly name: string; readonly label: string; readonly parts: readonly (string | null)[] }
  /** One pile before each seat. */
  | { readonly kind: "piles"; readonly name: string; readonly label: string; readonly piles: readonly (readonly (string | null)[])[] }
  /** Rows or piles that are nobody's, numbered from 1. */
  | { readonly kind: "rows"; readonly name: string; readonly rows: readonly { readonly label: string; readonly parts: readonly (string | null)[] }[] }
  /** A number beside each seat. */
  | { readonly kind: "seats"; readonly name: string; readonly said: readonly string[]; readonly numbers: readonly number[] };

type PartsZone = Extract<Zone, { kind: "parts" }>;

export interface Zones {
  readonly table: readonly Zone[];
  /** The last zone of parts that is there is one's own hand; null for those who look on. */
  readonly hand: PartsZone | null;
  readonly beside: readonly Extract<Zone, { kind: "seats" }>[];
}

export function zonesOf(view: View, seats: number, speech: Speech): Zones {
  const fields = view as unknown as Readonly<Record<string, unknown>>;
  const named = speech.keys("zones").filter((name) => name in fields);
  const all = named.flatMap((name) => zone(name, fields[name], seats, speech));
  const own = view.seat === null ? undefined : named.findLast((name) => isParts(fields[name]));
  const hand = all.find((one): one is PartsZone => one.kind === "parts" && one.name === own) ?? null;
  return {
    table: all.filter((one) => one !== hand && one.kind !== "seats"),
    hand,
    beside: all.filter((one) => one.kind === "seats"),
  };
}

function isParts(value: unknown): value is readonly (string | null)[] {
  return Array.isArray(value) && value.every((one) => one === null || typeof one === "string");
}

function zone(name: string, value: unknown, seats: number, speech: Speech): Zone[] {
  const label = speech.say("zones", name, {});
  if (value === null || value === undefined || value === false) return [];
  if (value === true) return [{ kind: "said", name, text: label }];
  if (typeof value === "number") return [{ kind: "said", name, text: counted(name, value, speech) }];
  if (typeof value === "string") {
    return speech.has("words", value)
      ? [{ kind: "said", name, text: `${label}: ${speech.word(value)}` }]
      : [{ kind: "parts", name, label, parts: [value] }];
  }
  if (!Array.isArray(value)) return [];
  if (value.length === seats && value.every((one) => typeof one === "number")) {
    const said = (value as number[]).map((one) => counted(name, one, speech));
    return [{ kind: "seats", name, said, numbers: value as number[] }];
  }
  if (isParts(value)) return [{ kind: "parts", name, label, parts: value }];
  const piles: readonly unknown[] = value;
  if (!piles.every(isParts)) return [];
  const numbered = speech.say("zones", name, { n: 1 }) !== speech.say("zones", name, { n: 2 });
  if (!numbered && piles.length === seats) return [{ kind: "piles", name, label, piles }];
  const rows = piles.map((parts, at) => ({ label: numbered ? speech.say("zones", name, { n: at + 1 }) : `${label} ${at + 1}`, parts }));
  return [{ kind: "rows", name, rows }];
}

/** "12 карт в колоде", or "Счёт: 12" where the text has no place for the number. */
function counted(name: string, n: number, speech: Speech): string {
  const said = speech.say("zones", name, { n });
  return said === speech.say("zones", name, { n: n + 1 }) ? `${said}: ${n}` : said;
}
