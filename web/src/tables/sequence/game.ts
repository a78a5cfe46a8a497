/** Sequence for the page. */
import "./colours.css";
import Part from "./Part.svelte";
import { said } from "./said";
import { sideOf, sidesFor } from "./sides";
import type { DrawnGame, Options } from "../game";

const sidesOf = (seats: number, options: Options) => Number(options["sides"] ?? sidesFor(seats)[0]);

export const game: DrawnGame = {
  Part,
  said,
  seats: 2,
  helps: ["letters", "remind"],
  // A card that is lost in the first turn teaches nothing.
  withBots: { draw: "automatic" },
  picture: {
    upright: [
      ["7H", 6, 9, 42, -8],
      ["JC", 48, 7, 44, 8],
      ["blue", 9, 61, 31, 0],
      ["red", 37, 53, 31, 0],
      ["green", 64, 62, 31, 0],
    ],
    wide: [
      ["7H", 8, 17, 25, -9],
      ["JC", 31, 11, 25, -2],
      ["AS", 53, 16, 25, 7],
      ["blue", 80, 14, 15, 0],
      ["red", 82, 42, 15, 0],
      ["green", 79, 68, 15, 0],
    ],
  },
  book: {
    "sides=2": "SQ-A04",
    "sides=3": "SQ-39",
    "draw=by_hand": "SQ-19",
    "hard=false": "SQ-28",
    "hard=true": "SQ-37",
    "table_talk=true": "SQ-36",
  },
  means: (option, options, seats) => option !== "table_talk" || seats > sidesOf(seats, options),
  values: (option, seats) => (option === "sides" ? sidesFor(seats) : null),
  sides: (seats, options) => Array.from({ length: seats }, (_, seat) => sideOf(seat, sidesOf(seats, options))),
  Setup: async () => (await import("./SideColours.svelte")).default,
  screen: async () => (await import("./screen")).screen,
  print: async () => (await import("./print")).printed,
  pictures: () => import("./pictures"),
};
