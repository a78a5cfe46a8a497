/** Etazhiki for the page. */
import "./colours.css";
import Part from "./Part.svelte";
import { said } from "./said";
import type { DrawnGame } from "../game";

const INTERCEPTS = { ru: "Перехват! Кто?", en: "Turn taken! By whom?" } as const;

export const game: DrawnGame = {
  Part,
  said,
  seats: 3,
  helps: ["sums"],
  variants: {
    option: "variant",
    values: [
      { value: "beginner", age: "4+", part: "F5" },
      { value: "medium", age: "6+", part: "B3" },
      { value: "full", age: "8+", part: "N8" },
    ],
  },
  book: {
    "variant=full": "ET-04",
    "variant=medium": "ET-04",
    "variant=beginner": "ET-04",
    "starter=seat": "ET-10",
    "starter=random": "",
    "skip=once": "ET-46",
    "parity=lenient": "ET-A14",
  },
  means: (option, { variant }) => variant !== "beginner" || !["skip", "parity"].includes(option),
  passing: (options, language) => (options["variant"] === "full" ? INTERCEPTS[language] : null),
  picture: {
    upright: [
      ["F5", 6, 9, 45, -8],
      ["B3", 49, 5, 46, 6],
      ["N8", 30, 48, 46, 3],
    ],
    wide: [
      ["F5", 8, 18, 27, -8],
      ["B3", 37, 11, 27, 4],
      ["N8", 64, 20, 27, 9],
    ],
  },
  screen: async () => (await import("./screen")).screen,
  practice: async () => (await import("./practice")).practice,
  print: async () => (await import("./print")).printed,
  pictures: () => import("./pictures"),
};
