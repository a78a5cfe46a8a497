/** Things: structs in a zone, as a card with its owner. Their parts are drawn, the texts say the rest (`trick.each`). */
import { capital, type Speech } from "../../lib/sentences";

type Parts = readonly (string | null)[];

export interface Thing {
  readonly parts: Parts;
  readonly said: string;
}

type Fields = Readonly<Record<string, unknown>>;

export function isParts(value: unknown): value is Parts {
  return Array.isArray(value) && value.every((one) => one === null || typeof one === "string");
}

/** Also where there are none now: the texts tell a zone of things from one of parts. */
export function isThings(zone: string, value: unknown, speech: Speech): value is readonly (Fields | null)[] {
  if (!Array.isArray(value)) return false;
  return value.length ? value.some(isFields) && value.every((one) => one === null || isFields(one)) : speech.has("zones", `${zone}.each`);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Texts that the line does not name are its parts; null in a list lies face down. */
export function thing(zone: string, fields: Fields | null, speech: Speech): Thing {
  if (fields === null) return { parts: [null], said: "" };
  const parts = Object.entries(fields).filter(([, value]) => typeof value === "string" || isParts(value));
  const key = keyOf(zone, fields, speech);
  if (key === null) return { parts: flat(parts), said: rest(fields, parts, speech) };
  const say = (told: Fields) => speech.say("zones", key, told, (seat) => speech.you(seat));
  const said = say(fields);
  return { parts: flat(parts.filter(([name]) => say({ ...fields, [name]: "?" }) === said)), said: capital(said) };
}

/** `trick.each-hidden` where a field is not told, else `trick.each`. */
function keyOf(zone: string, fields: Fields, speech: Speech): string | null {
  const hidden = Object.values(fields).includes(null) ? [`${zone}.each-hidden`] : [];
  return [...hidden, `${zone}.each`].find((key) => speech.has("zones", key)) ?? null;
}

/** Who and how many, where the texts say nothing of it. */
function rest(fields: Fields, parts: readonly [string, unknown][], speech: Speech): string {
  const left = Object.entries(fields).filter(([name, value]) => value !== null && typeof value !== "boolean" && !parts.some(([one]) => one === name));
  return capital(left.map(([name, value]) => (speech.has("seats", name) ? speech.you(value as number) : String(value))).join(", "));
}

function flat(parts: readonly [string, unknown][]): Parts {
  return parts.flatMap(([, value]) => value as string | Parts);
}
