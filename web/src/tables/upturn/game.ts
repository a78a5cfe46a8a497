/** UpTurn for the page. */
import "./colours.css";
import Part from "./Part.svelte";
import { said } from "./said";
import type { DrawnGame } from "../game";

export const game: DrawnGame = {
  Part,
  said,
  seats: 3,
  helps: ["remind"],
  book: {
    "starter=random": "UT-A05",
    "starter=seat": "UT-A05",
    "announce=by_hand": "UT-29",
    "new_row=free": "UT-A10",
    "lone_twin_gift=false": "UT-A23",
  },
  picture: {
    upright: [
      ["40", 8, 12, 40, -10],
      ["71h", 49, 7, 40, 6],
      ["U", 12, 53, 40, 6],
      ["88t", 53, 50, 40, -6],
    ],
    wide: [
      ["12", 7, 12, 17, -9],
      ["40", 25, 20, 17, 5],
      ["71h", 42, 11, 17, -4],
      ["U", 59, 19, 17, 6],
      ["88t", 76, 12, 17, -7],
      ["S2", 16, 60, 15, 9],
      ["J", 34, 66, 15, -7],
      ["UD", 52, 61, 15, 4],
      ["D", 70, 64, 15, -7],
    ],
  },
  screen: async () => (await import("./screen")).screen,
  print: async () => (await import("./print")).printed,
  pictures: () => import("./pictures"),
};
