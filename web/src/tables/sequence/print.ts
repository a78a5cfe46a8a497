/** Sequence on paper: two decks, chips of 24 mm, the board on four sheets. */
import { times, type Printed } from "../../print/printed";
import { BOXES } from "../../wire/sequence.boxes";
import Quarter from "./Quarter.svelte";

const CHIP = { width: 24, height: 24 };

export const printed: Printed = {
  piles: [
    { name: { ru: "Карты", en: "Cards" }, parts: (BOXES["all"] ?? "").split(" "), size: "card", backs: true },
    { name: { ru: "Синие жетоны", en: "Blue chips" }, parts: times("blue", 50), size: CHIP, backs: false },
    { name: { ru: "Зелёные жетоны", en: "Green chips" }, parts: times("green", 50), size: CHIP, backs: false },
    { name: { ru: "Красные жетоны", en: "Red chips" }, parts: times("red", 35), size: CHIP, backs: false },
  ],
  safe: { "--card-red": "#c44900" },
  Quarter,
};
