/** The buttons of a turn; while a last tile is to be called, that one stands alone and the others go to the table. */
import type { Props, Turn } from "./turn.svelte";
import type { Words } from "./words";
import type { Action } from "../table";
import { TABLE as UPTURN } from "../../wire/upturn";
import type { upturn } from "../../wire";

/** The one huge button, exactly as long as the last tile may be called. */
export function callOf(props: Props, turn: Turn, w: Words): Action | null {
  const announce = turn.offer("announce");
  if (!announce) return null;
  const note = w.cost(UPTURN.forgotten);
  return { ...send(props, announce, w.announce), icon: "speaker", tone: "huge", note, glow: true };
}

/** At most two. */
export function actionsOf(props: Props, turn: Turn, w: Words): Action[] {
  if (props.view.turn !== props.view.seat || props.view.outcome) return [];
  if (turn.phase === "tuck") return tucking(props, turn, w);
  if (turn.phase === "give") return giving(props, turn, w);
  if (turn.picked) return picking(props, turn, w);
  return waiting(props, turn, w);
}

function waiting(props: Props, turn: Turn, w: Words): Action[] {
  const [draw, end] = [turn.offer("draw"), turn.offer("end")];
  const idle = turn.open.size === 0;
  const label = props.view.extra ? w.noMoreTiles : w.end;
  return [
    ...(draw ? [{ ...send(props, draw, w.draw), icon: "plus", tone: idle ? "main" : "plain" } as const] : []),
    ...(end ? [{ ...send(props, end, label), icon: "check", tone: idle && !draw ? "main" : "plain" } as const] : []),
  ];
}

function picking({ busy }: Props, turn: Turn, w: Words): Action[] {
  const cancel: Action = {
    label: turn.asked ? w.back : w.cancel,
    icon: "undo",
    disabled: busy,
    onclick: () => turn.cancel(),
  };
  const done: Action = {
    label: w.done,
    icon: "check",
    tone: "main",
    tap: "done",
    disabled: busy || !turn.ready,
    onclick: () => turn.confirm(),
  };
  return [cancel, done];
}

function tucking(props: Props, turn: Turn, w: Words): Action[] {
  const chosen = turn.steps.chosen.length;
  if (chosen) return steps(props, turn, w, w.doneTuck(chosen));
  const end = turn.offer("end");
  if (turn.gives.length) {
    return [{ label: w.toGifts, icon: "check", tone: "main", disabled: props.busy, onclick: () => (turn.enough = true) }];
  }
  return end ? [{ ...send(props, end, w.enough), icon: "check", tone: "plain" }] : [];
}

function giving(props: Props, turn: Turn, w: Words): Action[] {
  const chosen = turn.steps.chosen.length;
  if (chosen) return steps(props, turn, w, w.handOut(chosen));
  const end = turn.offer("end");
  return end ? [{ ...send(props, end, w.noMoreGifts), tone: "plain" }] : [];
}

/** Chosen steps that are not sent yet can be taken back, or all sent one by one. */
function steps({ busy }: Props, turn: Turn, w: Words, label: string): Action[] {
  const disabled = busy || turn.steps.sending;
  return [
    { label: w.takeBack, icon: "undo", disabled, onclick: () => turn.cancel() },
    { label, icon: "check", tone: "main", tap: "done", disabled, onclick: () => turn.steps.send() },
  ];
}

function send({ busy, onintent }: Props, intent: upturn.Intent, label: string): Action {
  return { label, tap: intent.kind, disabled: busy, onclick: () => onintent(intent) };
}
