/** A lesson in this page: the line of its table, which asks the server about every step, and the coach at it. */
import { http, Refused } from "../lib/http";
import { i18n } from "../lib/i18n.svelte";
import { learned } from "../lib/learned.svelte";
import type { Answer, LineState, TableLine } from "../lib/line.svelte";
import type { Coach } from "../lib/table.svelte";
import type { Action, Sign } from "../tables/table";
import type { Intent, LessonAsk, LessonText, LessonTold, ServerMessage, StepText, TableIntent, TableView, Told } from "../wire";
import CoachPanel from "./CoachPanel.svelte";
import { tableOf } from "./company";
import { signsOf } from "./signs";
import { tapsOf, wanted } from "./taps";
import { words } from "./words";

/** Praise without words. */
const PRAISED = ["icon:star", "icon:smile", "icon:star"];
/** Milliseconds until a question that got no answer is asked again. */
const AGAIN = 2000;

export class Lesson implements TableLine, Coach {
  readonly token = null;
  readonly recorded = false;
  readonly bye = null;
  readonly Panel = CoachPanel;
  state: LineState = $state("open");
  table: TableView | null = $state.raw(null);
  told: Told | null = $state.raw(null);
  asking = $state(0);
  onTold: (told: Told) => void = () => {};
  onMessage: (message: ServerMessage) => void = () => {};

  number = $state(0);
  /** The step has been done: praised, until the next. */
  finished = $state(false);
  /** Why the last tap was refused, until the next one. */
  problem: { readonly text: string; readonly clause: string | null } | null = $state.raw(null);
  /** In the short game: the learner may act out of turn. */
  waits = $state(false);
  private turns = $state(0);
  private hint: Intent | null = $state.raw(null);
  private done: readonly (Intent | null)[] = [];
  private seed = 0;
  private count = 0;
  private round = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    readonly game: string,
    readonly name: string,
    readonly text: LessonText,
  ) {
    const kept = learned.at(game, name);
    const goesOn = kept && !kept.over && kept.step <= text.steps.length;
    void this.enter(goesOn ? kept.step : 0, goesOn ? kept.done : [], goesOn ? kept.seed : 0);
  }

  // Where it is

  readonly step: StepText | null = $derived.by(() => this.text.steps[this.number] ?? null);
  readonly isGame: boolean = $derived(this.step === null);
  /** The coach is there: in all steps, and at the first turns of the short game. */
  readonly coaching: boolean = $derived.by(() => !this.isGame || this.turns <= this.text.tips.length);
  readonly said: string = $derived.by(() => this.problem?.text ?? this.sentence);
  private readonly sentence: string = $derived.by(() => {
    const { step } = this;
    if (!step) return this.text.tips[Math.max(0, this.turns - 1)]?.[i18n.language] ?? "";
    if (!this.finished || !step.ask.length) return step.say[i18n.language] ?? "";
    const praise = words().praise;
    return step.praise?.[i18n.language] ?? praise[this.number % praise.length] ?? "";
  });
  readonly picture: readonly Sign[] = $derived.by(() => {
    const { picture = [], ask = [] } = this.step ?? {};
    return picture.length && this.finished && ask.length ? signsOf(PRAISED) : signsOf(picture);
  });
  /** The learner goes on with a button; else the lesson does after a moment. */
  readonly pauses: boolean = $derived.by(() => this.finished && (!this.step?.ask.length || this.step.praise !== null));
  readonly actions: readonly Action[] | null = $derived.by(() => {
    if (!this.finished || this.isGame) return null;
    const last = this.number === this.text.steps.length - 1;
    return [{ label: last ? words().play : words().next, icon: "arrow", tone: "main", tap: "next", onclick: () => void this.next() }];
  });
  /** What the hand points at. */
  readonly taps: readonly string[] = $derived.by(() => {
    if (this.asking) return [];
    const { step, told } = this;
    if (!step) return this.coaching && this.hint ? tapsOf(this.hint as unknown as Record<string, unknown>) : [];
    if (this.finished) return step.ask.length ? [] : step.point;
    const intent = wanted(step.ask, told?.view.legal ?? []);
    return step.point.length ? step.point : intent ? tapsOf(intent) : [];
  });

  // Going on

  async next(): Promise<void> {
    const to = this.number + 1;
    const stands = this.text.steps[to]?.stands ?? true;
    await this.enter(to, stands ? [] : this.done, to === this.text.steps.length ? newSeed() : 0);
  }

  /** To the last position before this step. */
  back(): Promise<void> {
    const at = this.text.steps.findLastIndex((step, at) => step.stands && at < this.number);
    return this.enter(Math.max(0, at), [], 0);
  }

  /** To the next position. */
  skip(): Promise<void> {
    const at = this.text.steps.findIndex((step, at) => step.stands && at > this.number);
    return at < 0 ? this.toGame() : this.enter(at, [], 0);
  }

  restart(): Promise<void> {
    return this.enter(0, [], 0);
  }

  toGame(): Promise<void> {
    return this.enter(this.text.steps.length, [], newSeed());
  }

  private async enter(number: number, done: readonly (Intent | null)[], seed: number): Promise<void> {
    const follows = number === this.number + 1 && !(this.text.steps[number]?.stands ?? true) && this.told !== null;
    clearTimeout(this.retry);
    const answer = await this.put({ step: number, done, seed });
    if (this.closed) return;
    if (answer instanceof Refused) return this.recover(answer, () => this.enter(number, done, seed));
    this.state = "open";
    this.problem = null;
    [this.number, this.done, this.seed] = [number, done, seed];
    if (!follows) this.round += 1;
    this.show(answer, !follows);
    this.save();
  }

  /** What was kept does not fit the lesson any more: from the beginning. No server: once more, soon. */
  private recover({ refusal }: Refused, again: () => Promise<void>): void {
    if (/^(lesson-|no-such-step|wrong|missing|unknown)/.test(refusal.reason) && this.told === null) {
      void this.enter(0, [], 0);
      return;
    }
    this.state = "lost";
    this.retry = setTimeout(() => void again(), AGAIN);
  }

  private async put(asked: LessonAsk): Promise<LessonTold | Refused> {
    this.asking += 1;
    try {
      return await http.lesson(this.game, this.name, asked);
    } catch (error) {
      return error instanceof Refused ? error : new Refused({ reason: "server-error", clause: null, parameters: {} });
    } finally {
      this.asking -= 1;
    }
  }

  private show(answer: LessonTold, jumped: boolean): void {
    this.count += 1;
    this.finished = answer.finished && !this.isGame;
    [this.waits, this.turns, this.hint] = [answer.waits, answer.turns, answer.hint];
    this.table = tableOf(this.game, answer.view, this.round);
    const told: Told = { kind: "told", number: this.count, round: this.round, time: 0, jumped, rows: answer.rows, view: answer.view };
    this.told = told;
    this.onTold(told);
  }

  /** What was picked and refused goes back to the hand: the same view once more. */
  private putBack(): void {
    if (!this.told) return;
    this.count += 1;
    this.told = { ...this.told, number: this.count, rows: [], jumped: false, view: { ...this.told.view } };
    this.onTold(this.told);
  }

  private save(over = false): void {
    learned.save(this.game, this.name, { step: this.number, done: this.done, seed: this.seed, over });
  }

  /** The short game is over, and so is the lesson. */
  end(): void {
    this.save(true);
  }

  // The line of the table

  async ask(intent: Intent): Promise<Answer> {
    this.problem = null;
    if (this.finished && this.step?.ask.length && this.text.steps[this.number + 1]?.stands === false) await this.next();
    return this.decide({ intent });
  }

  /** The learner lets it be. */
  async letBe(): Promise<void> {
    if (this.waits && !this.asking) await this.decide({ wait: true });
  }

  private async decide(asked: { readonly intent?: Intent; readonly wait?: boolean }): Promise<Answer> {
    const answer = await this.put({ step: this.number, done: this.done, seed: this.seed, ...asked });
    if (answer instanceof Refused) return { ok: false, refusal: answer.refusal, since: [] };
    if (answer.refusal) this.putBack();
    if (answer.refusal) return { ok: false, refusal: answer.refusal, since: [] };
    this.done = [...this.done, asked.intent ?? null];
    this.show(answer, false);
    this.save();
    return { ok: true, number: this.count };
  }

  async why(intent: Intent): Promise<Answer> {
    const answer = await this.put({ step: this.number, done: this.done, seed: this.seed, intent, why: true });
    const { refusal } = answer;
    return refusal ? { ok: false, refusal, since: [] } : { ok: true, number: null };
  }

  do(_intent: TableIntent): Promise<Answer> {
    return Promise.resolve({ ok: true, number: null });
  }

  say(): void {}

  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
  }

  refused(text: string, clause: string | null): void {
    this.problem = { text, clause };
  }
}

function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
}
