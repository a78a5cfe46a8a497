/** The prompt line: whose turn, what to do next, and why. */
import { kindOf, lastNumber, numberOn } from "./tiles";
import type { Props, Turn } from "./turn.svelte";
import type { Words } from "./words";
import type { Prompt } from "../table";
import type { upturn } from "../../wire";

export function promptOf(props: Props, turn: Turn, w: Words): Prompt {
  const { view, speech, show } = props;
  if (view.outcome) {
    return { tone: "other", face: { kind: "icon", name: "flag" }, title: w.over, detail: speech.outcome(view.outcome) };
  }
  if (view.turn !== view.seat) {
    const told = show.beat?.event ?? show.last.findLast((event) => event.kind !== "turn_came");
    const detail = turn.offer("announce") ? w.hurry(speech.name(view.turn)) : told ? speech.event(told) : "";
    return { tone: "other", face: { kind: "seat", seat: view.turn }, title: w.turnOf(speech.name(view.turn)), detail };
  }
  return { tone: "mine", ...own(props, turn, w) };
}

function own({ view, busy }: Props, turn: Turn, w: Words): Omit<Prompt, "tone"> {
  const last = view.rows.at(-1)?.at(-1) ?? null;
  if (turn.phase === "tuck" && view.tucking) {
    const { from, to } = view.tucking;
    return { face: { kind: "part", name: last }, title: w.tuck(from, to), detail: w.tuckWhy };
  }
  if (turn.phase === "give") {
    return { face: { kind: "part", name: null }, title: w.give(view.gifts, view.seats - 1), detail: view.seats > 2 ? w.giveWhy : w.unseen };
  }
  if (turn.picked) {
    const { tile } = turn.picked;
    const what = w.what(kindOf(tile), numberOn(tile));
    const face = { kind: "part", name: tile } as const;
    if (turn.asked) return { face, title: w.ask[turn.asked.ask] ?? "", detail: said(turn, w) || w.asked(what) };
    return { face, title: busy ? w.laying(what) : w.lay(what), detail: said(turn, w) || does(tile, view, w) };
  }
  const face = { kind: "seat", seat: view.turn } as const;
  if (view.extra) return { face: { kind: "part", name: "J" }, title: w.extra, detail: w.extraWhy };
  return { face, title: view.trend === null ? w.open : w.yourTurn, detail: reason(view, w) };
}

function said({ answers }: Turn, w: Words): string {
  return (["trend", "row", "order"] as const).flatMap((key) => w.answer[answers[key] ?? ""] ?? []).join(", ");
}

/** What the picked tile does besides being laid, or why it fits. */
function does(tile: string, view: upturn.View, w: Words): string {
  const kind = kindOf(tile);
  return (kind === "S2" && view.seats === 2 ? w.does["S1"] : w.does[kind]) ?? reason(view, w);
}

/** What is needed now, by what is legal. */
function reason(view: upturn.View, w: Words): string {
  const tiles = view.legal.flatMap((one) => (one.kind === "lay" ? [one.tile] : []));
  if (!tiles.length) return view.drawn ? w.drawnNothing : w.nothingFits;
  if (view.drawn) return w.drawnFits;
  return tiles.every((tile) => numberOn(tile) === null) ? w.onlyPicture : need(view, w);
}

function need(view: upturn.View, w: Words): string {
  const last = lastNumber(view.rows, view.options.new_row === "bound");
  const number = last === null ? null : numberOn(last);
  if (number === null) return w.needAny;
  return view.trend === null ? w.opening(number) : w.need[view.trend](number);
}
