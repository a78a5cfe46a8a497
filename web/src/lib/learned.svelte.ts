/** Which games this browser has been taught or has played; kept here, never sent anywhere. */
import { keep, kept } from "./keep";
import { places } from "./places.svelte";
import { shelf } from "./shelf.svelte";
import type { Options } from "../tables/game";
import type { Intent, LessonInfo } from "../wire";

/** How far somebody came in a lesson; `over` once its short game was played. */
export interface Progress {
  readonly step: number;
  /** What was done since the last position, or decided in the short game. */
  readonly done: readonly (Intent | null)[];
  readonly seed: number;
  readonly over: boolean;
}

type All = Readonly<Partial<Record<string, Progress>>>;

class Learned {
  private lessons: All = $state.raw(kept<All>("lessons", {}));
  private played: readonly string[] = $state.raw(kept<readonly string[]>("played", []));

  at(game: string, lesson: string): Progress | undefined {
    return this.lessons[`${game}/${lesson}`];
  }

  save(game: string, lesson: string, progress: Progress): void {
    this.lessons = { ...this.lessons, [`${game}/${lesson}`]: progress };
    keep("lessons", this.lessons);
  }

  /** A whole game was seen here. */
  saw(game: string): void {
    if (this.played.includes(game)) return;
    this.played = [...this.played, game];
    keep("played", this.played);
  }

  /** The lesson for a table with these options, unless the game is known here already. */
  offered(game: string, options: Options): LessonInfo | null {
    const lesson = lessonFor(game, options);
    if (!lesson || this.at(game, lesson.name)?.over || this.played.includes(game)) return null;
    return places.list.some((place) => place.game === game && place.seen[1] > 20) ? null : lesson;
  }

  /** Begun and not finished. */
  isBegun(game: string, lesson: string): boolean {
    const progress = this.at(game, lesson);
    return progress !== undefined && !progress.over && progress.step > 0;
  }
}

export const learned = new Learned();

/** The lesson of a game whose options agree best with these. */
export function lessonFor(game: string, options: Options): LessonInfo | null {
  const about = shelf.games[game];
  const lessons = about?.lessons ?? [];
  const value = (name: string) => options[name] ?? about?.options.find((one) => one.name === name)?.default;
  return lessons.find((lesson) => Object.entries(lesson.options).every(([name, wanted]) => name === "starter" || value(name) === wanted)) ?? lessons[0] ?? null;
}
