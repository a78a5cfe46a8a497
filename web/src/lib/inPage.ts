/** The table besides its game where it lives in this page alone, as in a lesson: nothing is set, and nobody is asked. */
import type { TableView } from "../wire";
import { LEVELS } from "../wire/shelf";

export const IN_PAGE = {
  code: "",
  host: null,
  listed: false,
  chat: false,
  timer: null,
  locked: true,
  open_seats: false,
  asking: [],
  claimed: false,
  taking: null,
  pace: "usual",
  hints: false,
  paused: false,
  results: [],
  next_commitment: "",
  levels: LEVELS,
  link: "",
  screen: false,
} as const satisfies Partial<TableView>;
