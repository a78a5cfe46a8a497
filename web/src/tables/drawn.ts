/** The games that have drawings of their own; any other game is played at the plain table. */
import type { DrawnGame } from "./game";
import type { GameScreen } from "./table";

const FOUND = import.meta.glob<DrawnGame>("./*/game.ts", { eager: true, import: "game" });

const DRAWN: Readonly<Partial<Record<string, DrawnGame>>> = Object.fromEntries(
  Object.entries(FOUND).map(([path, game]) => [path.split("/")[1], game]),
);

export function drawn(game: string): DrawnGame | undefined {
  return DRAWN[game];
}

export function screenOf(game: string): Promise<GameScreen> {
  return drawn(game)?.screen() ?? import("./plain/screen").then(({ screen }) => screen);
}
