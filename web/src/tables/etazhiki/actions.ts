/** The buttons beside the menu: at most two. */
import { numberOn } from "./cards";
import { drawn, ending, isYoung, TAKING } from "./picture";
import type { Props, Turn } from "./turn.svelte";
import type { Words } from "./words";
import type { Action } from "../table";
import { TABLE as ETAZHIKI } from "../../wire/etazhiki";

export function actionsOf(props: Props, turn: Turn, w: Words): Action[] {
  const actions = inWords(props, turn, w);
  return isYoung(props.view) ? actions.map(drawn) : actions;
}

function inWords(props: Props, turn: Turn, w: Words): Action[] {
  const { view, busy, onintent } = props;
  if (turn.intercepts.length) return taking(turn, busy, w);
  if (view.turn !== view.seat || view.outcome) return [];
  if (turn.picked) return picking(turn, busy, w);
  const [draw, pass, end] = [turn.offer("draw"), turn.offer("pass"), turn.offer("end")];
  const idle = turn.open.size === 0;
  const send = (intent: NonNullable<typeof draw>) => ({ tap: intent.kind, disabled: busy, onclick: () => onintent(intent) });
  return [
    ...(draw ? [{ ...send(draw), label: w.draw(ETAZHIKI.draw), icon: "plus", tone: "main" } as const] : []),
    ...(pass ? [{ ...send(pass), ...passing(props, w), tone: idle ? "main" : "plain" } as const] : []),
    ...(end ? [{ ...send(end), ...stopping(props, w), tone: idle ? "main" : "plain" } as const] : []),
  ];
}

/** Beginners take two cards with the pass. */
function passing({ view }: Props, w: Words): Pick<Action, "label" | "icon" | "note" | "picture"> {
  const pass = { label: w.pass, icon: "right" } as const;
  return isYoung(view) ? { ...pass, note: w.passCost(ETAZHIKI.draw), picture: TAKING } : pass;
}

function stopping({ view }: Props, w: Words): Pick<Action, "label" | "icon" | "picture"> {
  return isYoung(view) ? { label: w.end, picture: ending(view) } : { label: w.end, icon: "check" };
}

/** Two of them say their numbers: pictures are not for everybody, and not on every screen. */
function taking(turn: Turn, busy: boolean, w: Words): Action[] {
  return turn.intercepts.slice(0, 2).map((intent, at, { length }) => ({
    label: length > 1 ? w.interceptBy(numberOn(intent.card) ?? 0) : w.intercept,
    part: intent.card,
    tone: at === 0 ? "main" : "plain",
    glow: at === 0,
    tap: intent.kind,
    disabled: busy,
    onclick: () => turn.intercept(intent),
  }));
}

function picking(turn: Turn, busy: boolean, w: Words): Action[] {
  const ready = !busy && turn.ready !== null;
  return [
    { label: w.cancel, icon: "undo", disabled: busy, onclick: () => turn.cancel() },
    { label: w.done, icon: "check", tone: "main", tap: "done", disabled: !ready, onclick: () => turn.confirm() },
  ];
}
