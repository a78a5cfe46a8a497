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
const SEATS = new Set(["seat", "seats", "turn", "dealer", "to", "winners", "due", "giver", "taker", "skipped"]);
const HOUSE = -1;

type Parameters = Readonly<Partial<Record<string, unknown>>>;

export class Speech {
  private readonly tables: Record<string, Record<string, string>> = {};

  constructor(
    readonly language: Language,
    texts: Texts,
    game: string | null,
    private readonly names: readonly string[] = [],
    /** The word for a side is that of the colour it is shown in. */
    private readonly colour: (side: string) => string = (side) => side,
    /** How this game calls a part; null as it is written. */
    private readonly said: (written: string, language: Language) => string | null = () => null,
    /** The seat of whoever reads this: spoken to as “you” where the texts have a sentence for it. */
    private readonly own: number | null = null,
  ) {
    for (const source of [texts["core"], game ? texts[game] : undefined]) {
      for (const [table, lines] of Object.entries(source ?? {})) {
        this.tables[table] = { ...this.tables[table], ...lines };
      }
    }
  }

  event(event: Event): string {
    const secret = Object.values(event).some(isHidden);
    const toMe = this.toMe(event).flatMap((key) => (secret ? [`${key}-hidden`, key] : [key]));
    const mine = toMe.find((key) => this.has("you", key));
    if (mine) return this.say("you", mine, { ...event });
    const hidden = `${event.kind}-hidden`;
    return this.say("events", secret && this.has("events", hidden) ? hidden : event.kind, { ...event });
  }

  /** Keys of [you] for an event that names the reader: `drew` for its seat, `gave.to` for another field. */
  private toMe(event: Event): readonly string[] {
    const fields = Object.entries(event).filter(([name, value]) => SEATS.has(name) && value === this.own);
    return this.own === null ? [] : fields.map(([name]) => (name === "seat" ? event.kind : `${event.kind}.${name}`));
  }

  intent(intent: Intent): string {
    const fields: Parameters = { ...intent };
    const said = [this.say("intents", intent.kind, fields)];
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

  outcome(outcome: Outcome): string {
    const mine = this.own !== null && outcome.winners.includes(this.own) && this.has("you", `outcome.${outcome.reason}`);
    return mine
      ? this.say("you", `outcome.${outcome.reason}`, { winners: outcome.winners })
      : this.say("outcomes", outcome.reason, { winners: outcome.winners });
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

  part(written: string): string {
    return this.said(written, this.language) ?? part(written);
  }

  /** The keys of a table in the order of the texts. */
  keys(table: string): readonly string[] {
    return Object.keys(this.tables[table] ?? {});
  }

  has(table: string, key: string): boolean {
    return this.tables[table]?.[key] !== undefined;
  }

  say(table: string, key: string, parameters: Parameters): string {
    const template = this.tables[table]?.[key];
    if (template === undefined) return key;
    return template.replace(HOLE, (_, name: string, forms?: string) => this.fill(name, forms, parameters));
  }

  private fill(name: string, forms: string | undefined, parameters: Parameters): string {
    const value = parameters[name];
    if (forms) {
      const count = typeof value === "number" ? value : Array.isArray(value) ? value.length : 0;
      return `${count} ${plural(this.language, count, forms.split("/"))}`;
    }
    if (name === "at") return value ? ` (${String(value)})` : "";
    return this.value(name, value);
  }

  private value(name: string, value: unknown): string {
    if (value === null || value === undefined) return this.tables["lines"]?.["hidden"] ?? "?";
    if (typeof value === "number") return SEATS.has(name) ? this.name(value) : String(value);
    if (typeof value === "string") return this.tables["words"]?.[this.colour(value)] ?? this.part(value);
    if (Array.isArray(value)) {
      if (value.length && value.every((one) => one === null || Array.isArray(one))) {
        const shown = value.filter((one) => one !== null);
        return shown.map((one) => this.value(name, one)).join(" | ");
      }
      const said = value.map((one) => this.value(name, one)).join(SEATS.has(name) ? ", " : " ");
      return said || (this.tables["lines"]?.["nobody"] ?? "");
    }
    return String(value);
  }
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
