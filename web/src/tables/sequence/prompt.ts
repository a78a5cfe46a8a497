/** The one line that says whose turn it is and what to do next. */
import { i18n } from "../../lib/i18n.svelte";
import { capital } from "../../lib/speech";
import type { Prompt } from "../table";
import { ending, victoryOf } from "./ends";
import { cellWords } from "./places";
import type { Chip } from "./offers";
import type { Play } from "./play.svelte";
import { isWild, removes } from "./squares";
import { words } from "./words";

export function promptOf(play: Play): Prompt {
  const { props } = play;
  const w = words();
  switch (play.phase) {
    case "over":
      return over(play);
    case "choose":
      return mine(play, w.choose, w.chooseWhy);
    case "answer":
      return mine(play, w.answer, w.answerWhy);
    case "forfeit":
      return play.picked ? card(play, w.forfeitOf(w.card(play.picked.card)), w.forfeitWhy) : mine(play, w.forfeit, w.forfeitWhy);
    case "pass":
      return mine(play, w.passTitle, w.passWhy);
    case "move":
      return play.picked ? pickedPrompt(play) : mine(play, w.yourMove, burns(play) || moving(play) || w.yourMoveWhy);
    case "owed":
      return props.settings.remind && !play.picked ? mine(play, w.takeNow, w.willRun) : waiting(play);
    default:
      return waiting(play);
  }
}

function over({ view, props }: Play): Prompt {
  const face = { kind: "icon", name: "flag" } as const;
  const title = victoryOf(view);
  if (title) return { tone: "other", face, title, detail: ending(view) };
  return { tone: "other", face, title: view.outcome ? props.speech.outcome(view.outcome) : "" };
}

function pickedPrompt(play: Play): Prompt {
  const w = words();
  const name = play.picked?.card ?? "";
  const { meant, targets } = play;
  if (meant) return card(play, standing(meant, play.props.busy), capital(spot(meant.cell)));
  if (play.legal.exchange.has(name)) return card(play, w.dead(w.card(name)), w.deadWhy);
  if (isWild(name)) return card(play, w.wild, w.wildWhy);
  if (removes(name)) return card(play, w.remover, w.removerWhy);
  return card(play, w.where(w.card(name)), targets.size ? w.cellsGlow(targets.size) : moving(play));
}

function standing({ kind }: Chip, busy: boolean): string {
  const w = words();
  if (kind === "remove") return busy ? w.removing : w.removeThis;
  return busy ? w.placing : w.placeHere;
}

function waiting(play: Play): Prompt {
  const { view, props } = play;
  const w = words();
  const { claim, choosing } = view;
  if (claim?.due.length) return other(claim.due[0] ?? view.turn, w.claim, w.forfeitWait);
  if (claim) return other(view.turn, w.claim, w.claimWait(props.speech.word(claim.side)));
  if (choosing !== null) return other(choosing, w.choosing(props.speech.name(choosing)), lately(play));
  const own = view.turn === view.seat;
  return other(view.turn, own ? i18n.t.yourTurn : i18n.t.waitFor(props.speech.name(view.turn)), planned(play) || owed(play) || lately(play));
}

function planned({ picked, ghost }: Play): string {
  if (!picked) return "";
  const name = words().card(picked.card);
  return words().planned(ghost === null ? name : spot(ghost));
}

function owed(play: Play): string {
  return play.phase === "owed" ? words().notTaken : "";
}

/** Help for those who want it: a card is waiting, and a move would give it up. */
function burns({ offers, props }: Play): string {
  return offers.draw && props.settings.remind ? words().takeFirst : "";
}

/** What moves just now, or the card that this seat has lost. */
function moving({ props, view }: Play): string {
  const { beat, last } = props.show;
  if (beat && TOLD.has(beat.event.kind)) return props.speech.event(beat.event);
  return last.some((event) => event.kind === "lost" && event.seat === view.seat) ? words().escapedBefore : "";
}

/** What has just happened, for the second line. */
function lately(play: Play): string {
  const event = play.props.show.last.findLast((one) => TOLD.has(one.kind));
  return moving(play) || (event ? play.props.speech.event(event) : "");
}

/** A cell by its card and where it is. */
function spot(cell: string): string {
  return cellWords(cell, i18n.language, words().card) ?? cell;
}

const TOLD = new Set(["placed", "removed", "completed", "broken", "exchanged", "lost", "passed", "claim_fell", "drew"]);

function mine(play: Play, title: string, detail: string): Prompt {
  return { tone: "mine", face: { kind: "seat", seat: play.view.seat ?? 0 }, title, detail };
}

function card(play: Play, title: string, detail: string): Prompt {
  return { tone: "mine", face: { kind: "part", name: play.picked?.card ?? null }, title, detail };
}

function other(seat: number, title: string, detail: string): Prompt {
  return { tone: "other", face: { kind: "seat", seat }, title, detail };
}
