/** The prompt line: whose turn, what to do next, and why. */
import { numberOn, sum } from "./cards";
import { isYoung, pictureOf } from "./picture";
import type { Props, Turn } from "./turn.svelte";
import type { Words } from "./words";
import type { Prompt } from "../table";
import type { etazhiki } from "../../wire";

export function promptOf(props: Props, turn: Turn, w: Words): Prompt {
  const said = inWords(props, turn, w);
  return isYoung(props.view) ? { ...said, picture: pictureOf(props, turn) } : said;
}

function inWords(props: Props, turn: Turn, w: Words): Prompt {
  const { view, speech } = props;
  if (view.outcome) {
    return { tone: "other", face: { kind: "icon", name: "flag" }, title: w.over, detail: speech.outcome(view.outcome) };
  }
  if (view.turn === view.seat) return { tone: "mine", ...own(props, turn, w) };
  const face = { kind: "seat", seat: view.turn } as const;
  if (turn.late) return { tone: "other", face, title: w.late, detail: w.lateWhy };
  return { tone: "other", face, title: w.turnOf(speech.name(view.turn)), detail: meanwhile(props, turn, w) };
}

function meanwhile({ view, show, speech }: Props, turn: Turn, w: Words): string {
  if (turn.intercepts.length) return w.nightFits;
  const told = show.beat?.event ?? show.last.findLast((event) => event.kind !== "turn_came");
  if (told?.kind === "balls_shed") return told.seat === view.seat ? w.youShed : w.hasShed(speech.name(told.seat)); // all of them would not fit
  if (told?.kind === "drew") return speech.event(told, true); // the cards are in the hand, and in words they would not fit
  return told ? speech.event(told) : "";
}

function own(props: Props, turn: Turn, w: Words): Omit<Prompt, "tone"> {
  const { view } = props;
  if (turn.picked) return pickedCard(props, turn, w);
  const face = { kind: "seat", seat: view.turn } as const;
  if (view.shedding) return { face: { kind: "part", name: view.ball }, title: w.shed, detail: w.shedWhy };
  if (turn.offer("draw")) return { face: { kind: "part", name: null }, title: w.takeTwo, detail: w.noFloor };
  return { face, title: w.yourTurn, detail: todo(props, turn, w) };
}

function pickedCard({ view, settings, busy }: Props, turn: Turn, w: Words): Omit<Prompt, "tone"> {
  const card = turn.picked?.card ?? "";
  const face = { kind: "part", name: card } as const;
  const what = w.card(card);
  if (busy) return { face, title: w.laying(what) };
  if (!turn.ready) return { face, title: w.which, detail: w.whichWhy };
  if (turn.ready.kind === "shed") return { face, title: w.shedThis(what), detail: w.shedWhy };
  if (turn.ready.kind === "ball") return { face, title: w.lay(what), detail: card === "SKIP" ? w.skipLaid : (special(card, w) ?? w.ball) };
  return { face, title: w.lay(what), detail: settings.sums ? how(view, card, w) : w.yourTurn };
}

/** How the sum comes to the card, for those who want to see it. */
function how(view: etazhiki.View, card: string, w: Words): string {
  const [from, by, to] = [numberOn(view.floors[0] ?? ""), numberOn(view.ball ?? ""), numberOn(card)];
  if (isYoung(view)) return w.beginner;
  if (from === to) return w.same;
  const rule = view.ball === null ? null : special(view.ball, w);
  if (rule) return rule;
  const said = from === null || by === null || to === null ? null : sum(from, by, to);
  return said ?? w.yourTurn;
}

/** What a ball without a number asks for. */
function special(ball: string, w: Words): string | null {
  const [, name, what] = w.legend.find(([one]) => one === ball) ?? [];
  return name ? `${name}: ${what}` : null;
}

/** What there is to do, by what is legal. */
function todo({ view, settings }: Props, turn: Turn, w: Words): string {
  if (turn.offer("end")) return turn.open.size ? w.more : w.noMore;
  if (isYoung(view)) return turn.open.size ? w.beginner : w.beginnerNothing;
  if (turn.offer("pass")) return turn.offer("floor") ? w.layOrPass : turn.open.size ? w.ballOrPass : w.nothing;
  if (!turn.offer("floor")) return turn.open.size ? w.ballFirst : "";
  if (view.balls_laid) return w.needFloor;
  return settings.sums && view.fits[0] ? w.fitting(view.fits[0]) : w.noSums;
}
