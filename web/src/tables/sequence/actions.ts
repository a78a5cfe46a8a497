/** The buttons of the action row: at most two, the likely one last. */
import { i18n } from "../../lib/i18n.svelte";
import type { Action } from "../table";
import type { Play } from "./play.svelte";
import { words } from "./words";

export function actionsOf(play: Play): readonly Action[] {
  const { legal, phase, picked } = play;
  if (play.view.seat === null || phase === "over") return [];
  if (phase === "choose") return choosing(play);
  if (phase === "answer") return answering(play);
  if (play.meant) return [cancel(play), done(play, i18n.t.done)];
  if (picked && legal.exchange.has(picked.card)) return [cancel(play), done(play, words().exchange, "swap")];
  if (picked && legal.forfeit.has(picked.card)) return [cancel(play), done(play, words().give)];
  const first = picked && phase === "move" ? [cancel(play)] : legal.pass ? [pass(play)] : [];
  if (legal.draw) return [...first, take(play)];
  if (picked) return [deck(play), cancel(play)];
  return legal.pass ? [{ ...pass(play), tone: "main" }] : [deck(play)];
}

function choosing(play: Play): readonly Action[] {
  const other: Action = { label: words().otherFive, icon: "swap", disabled: play.props.busy, onclick: () => play.nextFive() };
  return [other, done(play, i18n.t.done)];
}

function answering(play: Play): readonly Action[] {
  const { admit, deny } = play.legal;
  const disabled = play.props.busy;
  return [
    ...(admit ? [{ label: words().admit, tap: "admit", disabled, onclick: () => play.send(admit) }] : []),
    ...(deny ? [{ label: words().deny, tap: "deny", disabled, onclick: () => play.send(deny) }] : []),
  ];
}

function cancel(play: Play): Action {
  return { label: i18n.t.cancel, icon: "undo", disabled: play.props.busy, onclick: () => play.clear() };
}

function done(play: Play, label: string, icon: Action["icon"] = "check"): Action {
  return { label, ...(icon && { icon }), tone: "main", tap: "done", disabled: play.props.busy, onclick: () => play.done() };
}

function pass(play: Play): Action {
  return { label: words().pass, tap: "pass", disabled: play.props.busy, onclick: () => play.send(play.legal.pass) };
}

function take(play: Play): Action {
  const own = play.view.turn === play.view.seat;
  const note = own ? words().hurryOwn : words().hurry(play.props.speech.name(play.view.turn));
  const onclick = () => play.send(play.legal.draw);
  return { label: words().takeCard, note, tone: "main", glow: true, part: null, tap: "draw", disabled: play.props.busy, onclick };
}

/** The deck is a button too: a tap says whether a card may be taken. */
function deck(play: Play): Action {
  return { label: words().deck(play.scene.deck), part: null, onclick: () => play.props.onwhy({ kind: "draw" }) };
}

/** For the menu: saying that a side has warned a mate. */
export function talkOf(play: Play): readonly Action[] {
  return play.offers.accuse.map((intent) => ({
    label: words().talk(play.props.speech.word(intent.side)),
    note: words().talkWhy,
    icon: "chat",
    onclick: () => play.send(intent),
  }));
}
