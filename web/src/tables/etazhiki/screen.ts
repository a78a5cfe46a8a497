/** Etazhiki for the page. */
import { parts } from "../events";
import Final from "./Final.svelte";
import Table from "./Table.svelte";
import type { Measure } from "../../lib/player.svelte";
import { i18n } from "../../lib/i18n.svelte";
import { TABLE } from "../../wire/etazhiki";
import type { etazhiki } from "../../wire";
import type { Aim, GameScreen } from "../table";
import { isYoung } from "./picture";
import { soundOf } from "./sounds";
import { words } from "./words";

/** Milliseconds of another seat's events; what is not named here is not shown by itself. */
const MS: Readonly<Record<string, number>> = {
  floor_laid: 700,
  ball_laid: 700,
  balls_shed: 900,
  intercepted: 1200,
  passed: 700,
  skipped: 1000,
  star_won: 1500,
  rebuilt: 1000,
  drew_nothing: 900,
  misdealt: 900,
  stuck: 900,
};
const QUICK = new Set(["floor_laid", "ball_laid", "balls_shed"]);
const SILENT = new Set(["turn_came", "balls_left", "won"]);

const measure: Measure = (event, own) => {
  if (event.kind === "drew") return 320 + 90 * (event as etazhiki.Drew).count;
  return own && QUICK.has(event.kind) ? 220 : (MS[event.kind] ?? 0);
};

/** Floors go to their pile, balls to theirs. */
function aim(intent: etazhiki.Intent): Aim | null {
  if (intent.kind === "floor" || intent.kind === "intercept") {
    const pile = intent.kind === "floor" ? (intent.pile ?? 0) : 0;
    return { at: `[data-pile="${pile}"]`, part: intent.card };
  }
  const ball = intent.kind === "ball" ? intent.card : intent.kind === "shed" ? intent.top : null;
  return ball === null ? null : { at: '[data-pile="ball"]', part: ball };
}

export const screen: GameScreen = {
  Table,
  Final,
  measure,
  parts,
  aim,
  ending: ({ outcome }: etazhiki.View) => (outcome?.reason === "stars" ? words().starsWon : ""),
  sounds: soundOf,
  near: (view: etazhiki.View, seat) => {
    const of = TABLE.stars[String(view.seats) as keyof typeof TABLE.stars];
    const have = view.stars[seat] ?? 0;
    return { text: i18n.t.stars(have, of), won: { have, of } };
  },
  pictured: isYoung,
  tells: (event) => !SILENT.has(event.kind),
};
