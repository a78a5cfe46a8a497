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

/** What the picked tile does besides being laid, or why it fits; the last tile does nothing more (UT-A34). */
function does(tile: string, view: upturn.View, w: Words): string {
  const said = view.rack?.length === 1 ? null : w.does[deed(tile, view)];
  return said ?? need(view, w);
}

/** As which kind of tile it acts: of two seats only one is skipped, and a twin may find nothing to tuck. */
function deed(tile: string, view: upturn.View): string {
  const kind = kindOf(tile);
  if (kind === "S2" && view.seats === 2) return "S1";
  if (kind !== "twin" || tucks(tile, view)) return kind;
  return view.options.lone_twin_gift ? "hand" : "";
}

/** Whether a number of one's own lies between the last one and this twin (UT-A18). */
function tucks(twin: string, { rack, rows, options }: upturn.View): boolean {
  const last = lastNumber(rows, options.new_row === "bound");
  const ends = [last ?? twin, twin].map((tile) => numberOn(tile) ?? 0);
  const mine = (rack ?? []).filter((tile) => kindOf(tile) !== "twin").map((tile) => numberOn(tile) ?? 0);
  return mine.some((number) => Math.min(...ends) < number && number < Math.max(...ends));
}

/** What is needed now, by what is legal: with nothing left to take the turn may end at once (UT-B1). */
function reason(view: upturn.View, w: Words): string {
  const tiles = view.legal.flatMap((one) => (one.kind === "lay" ? [one.tile] : []));
  const draws = view.legal.some((one) => one.kind === "draw");
  if (!tiles.length) return draws ? w.nothingFits : w.drawnNothing;
  if (!draws) return w.drawnFits;
  return tiles.every((tile) => numberOn(tile) === null) ? w.onlyPicture : need(view, w);
}

function need(view: upturn.View, w: Words): string {
  const last = lastNumber(view.rows, view.options.new_row === "bound");
  const number = last === null ? null : numberOn(last);
  if (number === null) return w.needAny;
  return view.trend === null ? w.opening(number) : w.need[view.trend](number);
}
