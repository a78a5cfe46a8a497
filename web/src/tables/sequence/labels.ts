/** What a screen reader hears on a cell and on a card. */
import { i18n } from "../../lib/i18n.svelte";
import { colourOf } from "../../lib/sides.svelte";
import { whereOf } from "./places";
import type { Play } from "./play.svelte";
import { isWild, removes, type Square } from "./squares";
import { words } from "./words";

export function cellLabel(play: Play, square: Square, locked: boolean): string {
  const w = words();
  const { cell, card } = square;
  const chip = play.scene.chips.get(cell);
  const intent = play.targets.get(cell);
  const said = [
    card === null ? w.corner : w.card(card),
    whereOf(cell, i18n.language),
    card === null ? "" : chip ? (w.chipOf[colourOf(chip)] ?? chip) : w.free,
    locked ? w.locked : "",
    play.ghost === cell || play.five?.cells.includes(cell) ? w.picked : intent?.kind === "remove" ? w.takeable : intent || play.line.has(cell) ? w.playable : "",
    play.last === cell ? w.lastMove : "",
    w.at(cell.charAt(0), square.row + 1),
  ];
  return said.filter(Boolean).join(", ");
}

export function cardLabel(play: Play, card: string): string {
  const w = words();
  const power = isWild(card) ? w.twoEyes : removes(card) ? w.oneEye : "";
  return [w.card(card), power, stateOf(play, card)].filter(Boolean).join(", ");
}

function stateOf(play: Play, card: string): string {
  const w = words();
  if (play.phase === "move" && play.offers.exchange.has(card)) return w.cardDead;
  if (play.choosing) return play.fits(card) ? w.cardPlayable : w.cardDimmed;
  return "";
}
