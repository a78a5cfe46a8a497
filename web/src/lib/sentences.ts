/** Keys and parameters become sentences; the same templates as in the terminal (src/igroteka/cli/speech.py). */
import { plural } from "./plural";
import type { Language } from "./settings.svelte";
import type { Event, Intent, Outcome } from "../wire";

/** The texts of core and of each game: tables of key and template (src/igroteka/…/texts). */
export type Texts = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

export interface Refusal {
  readonly reason: string;
  readonly clause: string | null;
  readonly parameters: Readonly<Partial<Record<string, unknown>>>;
}

const HOLE = /\{(\w+)(?::([^}]*))?\}/g;
/** `{at:()}`: where there is anything, it stands in brackets after a space. */
const IN_BRACKETS = "()";
/** Tables in which `key.field=value` stands instead of `key`; in others it adds to it. */
const VARIED = new Set(["events", "you", "reasons", "hints", "reviews"]);
const HOUSE = -1;

type Parameters = Readonly<Partial<Record<string, unknown>>>;
/** How a seat is called in a sentence. */
type Naming = (seat: number) => string;
/** How a game calls a part, alone or beside others; null as it is written. */
export type Said = (written: string, language: Language, listed?: boolean) => string | null;

export class Speech {
  private readonly tables: Record<string, Record<string, string>> = {};

  constructor(
    readonly language: Language,
    texts: Texts,
    game: string | null,
    private readonly names: readonly string[] = [],
    /** The word for a side is that of the colour it is shown in. */
    private readonly colour: (side: string) => string = (side) => side,
    private readonly said: Said = () => null,
    /** The seat that reads this and is called "you"; null where several do. */
    private readonly reader: number | null = null,
  ) {
    for (const source of [texts["core"], game ? texts[game] : undefined]) {
      for (const [table, lines] of Object.entries(source ?? {})) {
        this.tables[table] = { ...this.tables[table], ...lines };
      }
    }
  }

  /** `quiet`: as it may be said in a room where others listen, without what only this seat was told. */
  event(event: Event, quiet = false): string {
    const fields: Parameters = { ...event };
    /** What has a sentence for null is said to be none; any other null is kept from whoever is told. */
    const keys = (table: string, key: string) =>
      quiet || Object.keys(fields).some((name) => isHidden(fields[name]) && !this.has(table, `${key}.${name}=null`)) ? [`${key}-hidden`, key] : [key];
    const toReader = this.naming(fields).flatMap((name) => keys("you", name === "seat" ? event.kind : `${event.kind}.${name}`));
    const own = toReader.find((key) => this.has("you", key));
    if (own) return this.sayToReader(own, fields);
    return this.say("events", keys("events", event.kind).find((key) => this.has("events", key)) ?? event.kind, fields);
  }

  /** All of these in sentences. */
  row(events: readonly Event[], quiet = false): string {
    return this.gathered(events)
      .map((event) => this.event(event, quiet))
      .join(" ");
  }

  /** What a seat does several times over is one event, where there is a sentence for it (`kind.many`). */
  gathered(events: readonly Event[]): readonly Event[] {
    const runs: Event[][] = [];
    for (const event of events) {
      const run = runs.at(-1);
      if (run && this.has("events", `${event.kind}.many`) && whose(run[0]) === whose(event)) run.push(event);
      else runs.push([event]);
    }
    return runs.map(many);
  }

  /** The fields that name the reader. */
  private naming(fields: Parameters): readonly string[] {
    return Object.keys(fields).filter((name) => this.isSeat(name) && this.isReader(fields[name]));
  }

  /** Whether a field or parameter of this name speaks of seats; the server tells which do (games/texts.py). */
  private isSeat(name: string): boolean {
    return this.has("seats", name);
  }

  private sayToReader(key: string, parameters: Parameters): string {
    const template = this.tables["you"]?.[this.variant("you", key, parameters)] ?? key;
    return capital(this.filled(template, parameters, (seat) => this.you(seat)));
  }

  private isReader(value: unknown): boolean {
    return this.reader !== null && (Array.isArray(value) ? value.includes(this.reader) : value === this.reader);
  }

  /** How a seat is called where it may be the reader. */
  you(seat: number): string {
    return seat === this.reader ? (this.tables["lines"]?.["you"] ?? "") : this.name(seat);
  }

  intent(intent: Intent): string {
    const fields: Parameters = { ...intent };
    const hidden = `${intent.kind}-hidden`;
    const open = this.has("intents", hidden) && Object.values(fields).includes(null);
    const said = [this.say("intents", open ? hidden : intent.kind, fields)];
    for (const [name, value] of Object.entries(fields)) {
      const key = `${intent.kind}.${name}=${String(value)}`;
      if (this.has("intents", key)) said.push(this.say("intents", key, fields));
    }
    return capital(said.join(", "));
  }

  /** The sentence without its clause, which the page shows as a link. */
  refusal(refusal: Refusal): string {
    return this.say("reasons", refusal.reason, refusal.parameters);
  }

  /** Why a move is good, said to whoever may make it; `of`: told of that seat, unless it reads this. */
  why({ reason, parameters }: Omit<Refusal, "clause">, of = this.reader): string {
    const told = of !== this.reader && this.has("reviews", reason);
    return this.say(told ? "reviews" : "hints", reason, { ...parameters, who: this.name(of ?? HOUSE) });
  }

  outcome({ reason, winners }: Outcome): string {
    const fields = { winners, losers: [...this.names.keys()].filter((seat) => !winners.includes(seat)) };
    const own = `outcome.${reason}${this.isReader(winners) ? "" : ".losers"}`;
    return this.reader !== null && this.has("you", own) ? this.sayToReader(own, fields) : this.say("outcomes", reason, fields);
  }

  option(name: string, value?: unknown): string {
    return this.say("options", value === undefined ? name : `${name}=${String(value)}`, {});
  }

  /** What an option is about, as a heading. */
  question(name: string): string {
    return this.option(name).replace(/\.$/, "");
  }

  word(value: string): string {
    return this.tables["words"]?.[this.colour(value)] ?? value;
  }

  name(seat: number): string {
    if (seat === HOUSE) return this.tables["lines"]?.["house"] ?? "";
    return this.names[seat] ?? this.say("lines", "seat", { number: seat + 1 });
  }

  part(written: string, listed = false): string {
    return this.said(written, this.language, listed) ?? part(written);
  }

  /** The keys of a table in the order of the texts. */
  keys(table: string): readonly string[] {
    return Object.keys(this.tables[table] ?? {});
  }

  has(table: string, key: string): boolean {
    return this.tables[table]?.[key] !== undefined;
  }

  say(table: string, key: string, parameters: Parameters, named: Naming = (seat) => this.name(seat)): string {
    const template = this.tables[table]?.[this.variant(table, key, parameters)];
    return template === undefined ? key : this.filled(template, parameters, named);
  }

  /** `key.field=value`, where there is a sentence for just that value. */
  private variant(table: string, key: string, parameters: Parameters): string {
    if (!VARIED.has(table)) return key;
    const own = Object.entries(parameters).map(([name, value]) => `${key}.${name}=${String(value)}`);
    return own.find((one) => this.has(table, one)) ?? key;
  }

  private filled(template: string, parameters: Parameters, named: Naming): string {
    return template.replace(HOLE, (_, name: string, forms?: string) => this.fill(name, forms, parameters, named));
  }

  private fill(name: string, forms: string | undefined, parameters: Parameters, named: Naming): string {
    const value = parameters[name];
    if (forms === IN_BRACKETS) return value ? ` (${String(value)})` : "";
    if (forms) {
      const count = typeof value === "number" ? value : Array.isArray(value) ? value.length : 0;
      const form = plural(this.language, count, forms.replace(/^-/, "").split("/"));
      return forms.startsWith("-") ? form : `${count} ${form}`;
    }
    if (name === "who" && typeof value === "string") return value;
    return this.isSeat(name) ? this.seats(value, named) : this.value(value);
  }

  /** Аня; Аня и Боря; Аня, Боря и Вера. */
  seats(value: unknown, named: Naming = (seat) => this.name(seat)): string {
    if (typeof value === "number") return named(value);
    if (!Array.isArray(value)) return this.value(value);
    const names = (value as readonly (number | null)[]).map((seat) => (seat === null ? this.value(seat) : named(seat)));
    const last = names.pop() ?? this.tables["lines"]?.["nobody"] ?? "";
    return names.length ? `${names.join(", ")} ${this.tables["lines"]?.["and"] ?? ""} ${last}` : last;
  }

  private value(value: unknown, listed = false): string {
    if (value === null || value === undefined) return this.tables["lines"]?.["hidden"] ?? "?";
    if (typeof value === "string") return this.tables["words"]?.[this.colour(value)] ?? this.part(value, listed);
    if (Array.isArray(value)) {
      if (value.length && value.every((one) => one === null || Array.isArray(one))) {
        const shown = value.filter((one) => one !== null);
        return shown.map((one) => this.value(one)).join(" | ");
      }
      return value.map((one) => this.value(one, true)).join(", ") || (this.tables["lines"]?.["nothing"] ?? "");
    }
    return String(value);
  }
}

function whose(event?: Event): string {
  const { kind, seat }: Parameters = { ...event };
  return `${String(kind)} ${String(seat)}`;
}

/** One event for all of them, its other fields the lists of theirs. */
function many(run: readonly Event[]): Event {
  const [first] = run as readonly [Event];
  if (run.length === 1) return first;
  const all: readonly Parameters[] = run.map((event) => ({ ...event }));
  const lists = Object.keys(first).map((name) => [name, all.map((fields) => fields[name])]);
  const { kind, seat }: Parameters = { ...first };
  return { ...Object.fromEntries(lists), kind: `${String(kind)}.many`, seat } as Event;
}

function isHidden(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.includes(null));
}

const SUIT: Readonly<Record<string, string>> = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** How a part is written inside a sentence where a game says nothing else: cards as 8♥. */
export function part(written: string): string {
  const card = /^(10|[2-9TJQKA])([SHDC])$/.exec(written);
  return card ? `${card[1] === "T" ? 10 : card[1]}${SUIT[card[2] ?? ""] ?? ""}\uFE0E` : written;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
