/** The line of a table to practise at: every position is one sum, chosen by what was slow or wrong, judged by the server. */
import { http, Refused } from "../lib/http";
import type { Person } from "../lib/coming";
import type { Answer, LineState, TableLine } from "../lib/line.svelte";
import { tableOf } from "../lesson/company";
import type { Intent, LessonTold, ServerMessage, TableIntent, TableView, Told } from "../wire";
import type { Practised } from "./practised";
import { store } from "./store.svelte";
import { next, today } from "./tries";

/** Milliseconds of a training; nothing is broken off by it. */
const LONG = 180_000;
/** Milliseconds that praise stays. */
const PRAISE = 1300;
/** Milliseconds until a question that got no answer is asked again. */
const AGAIN = 2000;

export class Training implements TableLine {
  readonly token = null;
  readonly recorded = false;
  readonly bye = null;
  state: LineState = $state("open");
  table: TableView | null = $state.raw(null);
  told: Told | null = $state.raw(null);
  asking = $state(0);
  onTold: (told: Told) => void = () => {};
  onMessage: (message: ServerMessage) => void = () => {};

  /** What was just answered, until the next. */
  right: string | null = $state(null);
  done = $state(0);
  over = $state(false);
  /** From 0 to 1; the bar moves with the answers, not with the clock. */
  share = $state(0);
  private skill = "";
  private seed = 0;
  private asked: readonly string[] = [];
  private count = 0;
  private began = performance.now();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts sums and stops: an answer to what was asked before the last of them comes too late. */
  private turn = 0;

  constructor(
    readonly game: string,
    private readonly practised: Practised,
    private readonly options: Readonly<Record<string, unknown>>,
    private readonly who: Person,
  ) {
    void this.next();
  }

  /** Three minutes more. */
  again(): Promise<void> {
    this.began = performance.now();
    this.over = false;
    this.done = this.share = 0;
    return this.next();
  }

  stop(): void {
    this.close();
    this.over = true;
  }

  private async next(): Promise<void> {
    this.share = Math.min(1, (performance.now() - this.began) / LONG);
    if (this.share >= 1) return this.stop();
    const turn = (this.turn += 1);
    this.right = null;
    this.skill = next(this.practised.skills(this.options), store.tries(this.game, this.who.avatar), this.asked, today());
    this.seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    const answer = await this.put({});
    if (turn !== this.turn) return;
    if (answer instanceof Refused) {
      this.state = "lost";
      this.timer = setTimeout(() => void this.next(), AGAIN);
      return;
    }
    this.state = "open";
    this.asked = [...this.asked, this.skill];
    this.show(answer, true);
  }

  private async put(asked: { readonly intent?: Intent; readonly why?: boolean }): Promise<LessonTold | Refused> {
    this.asking += 1;
    try {
      return await http.exercise(this.game, { skill: this.skill, options: this.options, seed: this.seed, ...asked });
    } catch (error) {
      return error instanceof Refused ? error : new Refused({ reason: "server-error", clause: null, parameters: {} });
    } finally {
      this.asking -= 1;
    }
  }

  private show(answer: LessonTold, jumped: boolean): void {
    this.count += 1;
    const round = this.asked.length;
    const table = tableOf(this.game, answer.view, round);
    this.table = { ...table, id: `practice-${this.game}`, people: table.people.map((person) => ({ ...person, ...this.who })) };
    const told: Told = { kind: "told", number: this.count, round, time: 0, jumped, rows: answer.rows, view: answer.view };
    this.told = told;
    this.onTold(told);
  }

  // The line of the table

  async ask(intent: Intent): Promise<Answer> {
    if (this.right !== null) return { ok: true, number: null }; // already answered, the next one is coming
    const turn = this.turn;
    const answer = await this.put({ intent });
    if (turn !== this.turn) return { ok: true, number: null };
    const refusal = answer.refusal;
    if (answer instanceof Refused || refusal) return { ok: false, refusal: refusal as Refused["refusal"], since: [] };
    this.show(answer, false);
    if (this.practised.ends(intent)) {
      this.done += 1;
      this.right = this.practised.written(this.skill);
      this.timer = setTimeout(() => void this.next(), PRAISE);
    }
    return { ok: true, number: this.count };
  }

  async why(intent: Intent): Promise<Answer> {
    const answer = await this.put({ intent, why: true });
    return answer.refusal ? { ok: false, refusal: answer.refusal, since: [] } : { ok: true, number: null };
  }

  do(_intent: TableIntent): Promise<Answer> {
    return Promise.resolve({ ok: true, number: null });
  }

  say(): void {}

  close(): void {
    this.turn += 1;
    clearTimeout(this.timer);
  }
}
