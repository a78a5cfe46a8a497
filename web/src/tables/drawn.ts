/** The games that have drawings of their own; any other game is played at the plain table. */
import { fetched } from "../lib/fetched.svelte";
import type { DrawnGame } from "./game";
import type { GameScreen } from "./table";

const FOUND = import.meta.glob<DrawnGame>("./*/game.ts", { eager: true, import: "game" });

const DRAWN: Readonly<Partial<Record<string, DrawnGame>>> = Object.fromEntries(
  Object.entries(FOUND).map(([path, game]) => [path.split("/")[1], game]),
);

export function drawn(game: string): DrawnGame | undefined {
  return DRAWN[game];
}

const HERE = new Map<string, GameScreen>();

export async function screenOf(game: string): Promise<GameScreen> {
  const screen = await fetched(() => drawn(game)?.screen() ?? import("./plain/screen").then(({ screen }) => screen));
  HERE.set(game, screen);
  return screen;
}

/** What has been fetched is there at once: nothing flickers while a promise is kept. */
export function screenHere(game: string): GameScreen | null {
  return HERE.get(game) ?? null;
}
