/** A table as this browser knows it: its seats' lines, what is shown, and what may be asked. */
import { chime, sound } from "./chime";
import { fetched } from "./fetched.svelte";
import { http } from "./http";
import { i18n } from "./i18n.svelte";
import { Line, type Answer, type TableLine } from "./line.svelte";
import { places } from "./places.svelte";
import { milliseconds, Player, type LogRow } from "./player.svelte";
import { seatInfos, type SeatInfo } from "./seatInfo";
import { settings } from "./settings.svelte";
import { speech, type Refusal, type Speech } from "./speech";
import { Tabs } from "./tabs";
import type { Component } from "svelte";
import type { Action } from "../tables/table";
import type { Event, HintTold, Intent, Said, TableIntent, TableView, Told } from "../wire";

/** Something said to this person alone, until it is closed or the next thing comes. */
export interface Notice {
  readonly text: string;
  readonly clause: string | null;
  readonly tone: "refused" | "plain";
  readonly id: number;
}

/** All that a coach says comes through here: the frame shows it, screen readers and voices say it. */
export interface Coach {
  /** What is said now, in the language of the page. */
  readonly said: string;
  /** Draws what is said; the frame puts it in the place of the prompt. */
  readonly Panel: Component<{ coach: Coach }>;
  /** Buttons in the place of the table's own; null leaves those. */
  readonly actions: readonly Action[] | null;
  /** Drawn in the place of all buttons, where buttons will not do. */
  readonly Row?: Component<{ coach: Coach }>;
  /** Told in place of a notice, when the learner was refused something. */
  refused(text: string, clause: string | null): void;
}

export class Table {
  /** One line per hand on this device; a visitor has one without a token. */
  lines: readonly TableLine[] = $state.raw([]);
  active = $state(0);
  /** On one device: the hand that the screen is being passed to; nothing is shown meanwhile. */
  curtain: number | null = $state(null);
  /** Opened in another tab meanwhile. */
  parked = $state(false);
  /** A visitor who only looks, for now. */
  watching = $state(false);
  /** A visitor would like to sit down, and says who they are first. */
  sits = false;
  notice: Notice | null = $state.raw(null);
  said: readonly (Said & { readonly id: number })[] = $state.raw([]);
  /** Rows that were played while this browser did not look. */
  missed: readonly LogRow[] = $state.raw([]);
  /** Parts that a tapped line of the log points at. */
  highlight: ReadonlySet<string> = $state.raw(new Set<string>());
  /** Others may be here: there is somebody to talk to, and a seat to leave. */
  get company(): boolean {
    return this.alone === null;
  }
  private hint: HintTold | null = $state.raw(null);
  /** The last hint, as long as the move is possible and nothing was played from here since. */
  readonly hinted: HintTold | null = $derived.by(() => {
    const move = JSON.stringify(this.hint?.intent);
    const stands = this.player.view?.legal.some((intent) => JSON.stringify(intent) === move);
    return this.hint && this.accepted <= this.hint.number && (stands || this.hint.number === this.player.number) ? this.hint : null;
  });
  /** That the deal of the running game, or of the one to come, is not a new one; "" where it is. */
  readonly known: string = $derived.by(() => {
    const { shuffle, playing, round } = this.info ?? {};
    return this.company && shuffle?.given && (playing || round === 0) ? i18n.t.given(shuffle.rows) : "";
  });
  /** Who teaches at this table now, in the place of the prompt. */
  coach: Coach | null = $state.raw(null);
  readonly player = new Player();
  /** The seat of this device whose turn it was when it was last told; what is shown may be behind. */
  private mine: number | null = null;
  /** The row of the last move that was accepted from here. */
  private accepted = $state(0);

  readonly line: TableLine | null = $derived(this.lines[this.active] ?? this.lines[0] ?? null);
  readonly info: TableView | null = $derived(this.line?.table ?? null);
  readonly seats: readonly SeatInfo[] = $derived(this.info ? seatInfos(this.info, this.people) : []);
  /** Seats that a person may take. */
  readonly bots: readonly SeatInfo[] = $derived(this.seats.filter((seat) => seat.bot > 0 && seat.person === null));
  /** The host was asked for a seat, and has not answered yet. */
  readonly waits: boolean = $derived(this.info?.asking.some(({ person }) => person === this.info?.you) ?? false);
  /** What a visitor presses: a seat is promised only where there is one, free or a bot's. */
  readonly wayIn: string = $derived(this.info?.chairs.some((chair) => chair.person === null) ? i18n.t.sitDown : i18n.t.enter);
  readonly names: readonly string[] = $derived(this.seats.map((seat) => seat.name));
  /** Whom the page calls "you"; nobody where several hands share the device. */
  readonly reader: number | null = $derived(this.lines.length === 1 ? (this.info?.seat ?? null) : null);
  readonly speech: Speech = $derived(speech(this.info?.game ?? null, this.names, this.reader));
  readonly game: string | null = $derived(this.info?.game ?? null);
  /** A move is on its way, or accepted and not on the screen yet: what is shown offers nothing until then. */
  readonly busy: boolean = $derived((this.line?.asking ?? 0) > 0 || this.player.number < this.accepted);
  /** The game waits for the hand on the screen; a lesson and a replay wait for nobody. */
  readonly calls: boolean = $derived.by(() => {
    const { view } = this.player;
    if (this.coach) return false;
    return this.info?.playing === true && view !== null && view.seat !== null && view.turn === view.seat && view.legal.length > 0;
  });
  readonly isHost: boolean = $derived(this.info !== null && this.info.you !== null && this.info.host === this.info.you);

  private readonly tabs: Tabs;
  private ids = 0;
  /** The table as it was told last. */
  private compared: TableView | null = null;
  /** What was asked of the table last besides the game, while it is not answered. */
  private last: { readonly said: string; readonly done: Promise<boolean> } | null = null;

  /** A table of the server, or, with a line of its own, one that lives in this page alone. */
  constructor(
    readonly id: string,
    private readonly alone: TableLine | null = null,
    /** Shown to everybody on a big screen: no hand of this browser is held here. */
    readonly screen = false,
  ) {
    this.tabs = new Tabs(id, () => this.heldElsewhere());
    this.sitDown();
  }

  // Hands on this device

  /** Connect every hand this browser holds here, or look on as a visitor. */
  sitDown(hand = this.active): void {
    if (this.alone) this.lines = [this.alone];
    if (this.alone) return this.hold(0);
    this.leaveLines();
    const tokens = (this.screen ? undefined : places.at(this.id)?.tokens) ?? [];
    this.lines = (tokens.length ? tokens : [null]).map((token) => new Line(this.id, token, this.screen));
    this.parked = false;
    this.hold(Math.min(hand, this.lines.length - 1));
    if (tokens.length) this.tabs.hold();
  }

  /** The seat in hand: its view is the one on the screen. */
  hold(hand: number): void {
    for (const line of this.lines) line.onTold = line.onMessage = () => {};
    this.active = hand;
    this.hint = null; // what it says is for the eyes of one hand
    const line = this.lines[hand];
    if (!line) return;
    this.player.jump();
    this.player.view = null;
    this.player.log = [];
    line.onTold = (told) => this.told(told);
    line.onMessage = (message) => {
      if (message.kind === "said") this.hear(message);
      if (message.kind === "reminded") this.remind(message.seat);
      if (message.kind === "complaint") this.tell(message.refusal);
      if (message.kind === "notice") this.notify(message.notice, message.person);
      if (message.kind === "bye") this.goodbye(line, message.reason);
      if (message.kind === "table") this.compare(message.table);
    };
    this.compared = line.table;
    if (line.told) this.told({ ...line.told, jumped: true, rows: [] });
  }

  /** Between games the device is in the hand of the host, where that is one of its own: it begins the next one. */
  holdHost(): void {
    const hand = this.lines.findIndex(({ table }) => table !== null && table.you !== null && table.you === table.host);
    if (hand >= 0 && hand !== this.active) this.hold(hand);
  }

  /** The seats of this device, by hand. */
  get hands(): readonly (number | null)[] {
    return this.lines.map((line) => line.table?.seat ?? null);
  }

  /** Who plays on this device. */
  private get people(): ReadonlySet<string | null> {
    return new Set(this.lines.map((line) => line.table?.you ?? null));
  }

  /** The hand of this device that is to act, −1 where it is none of them. */
  get onTurn(): number {
    return this.hands.indexOf(this.player.view?.turn ?? -1);
  }

  /** It is to act while another one is on the screen, and what came before has been shown. */
  get awaited(): boolean {
    return this.lines.length > 1 && this.onTurn >= 0 && this.onTurn !== this.active && this.player.beat === null && this.info?.playing === true;
  }

  /** A tablet lies flat between people: every second of them sits opposite. */
  get isTurned(): boolean {
    return settings.flat && this.lines.length > 1 && (this.curtain ?? this.active) % 2 === 1;
  }

  /** Draw the curtain until the person at that hand says that it is them. */
  pass(hand: number): void {
    this.curtain = hand;
  }

  lift(): void {
    if (this.curtain === null) return;
    this.hold(this.curtain);
    this.curtain = null;
  }

  close(): void {
    this.leaveLines();
    this.tabs.close();
  }

  private leaveLines(): void {
    for (const line of this.lines) if (line.state !== "closed") line.close();
  }

  private heldElsewhere(): void {
    if (!this.parked && this.lines.some((line) => line.token)) this.park();
  }

  private park(): void {
    this.parked = true;
    this.leaveLines();
  }

  private goodbye(line: TableLine, reason: string): void {
    if (!line.token) return;
    if (reason === "taken-over") this.park();
    if (reason === "log-set-back") this.tell({ reason, clause: null, parameters: {} });
    if (reason === "wrong-token" || reason === "moved-away" || reason === "gone") places.dropToken(this.id, line.token);
    if (reason === "no-such-table" || reason === "table-deleted") places.drop(this.id);
  }

  // Told

  private told(told: Told): void {
    if (told.round !== this.player.round) this.missed = [];
    this.player.take(told);
    if (told.jumped && this.line?.recorded) void this.fillLog(told);
    const { turn, seat, legal, outcome } = told.view;
    const mine = legal.length > 0 && turn === seat && outcome === null ? seat : null;
    if (mine !== null && mine !== this.mine) chime();
    this.mine = mine;
  }

  /** The moves so far come with the record; those up to this view that were not seen yet happened meanwhile. */
  private async fillLog({ round, time }: Told): Promise<void> {
    const line = this.line;
    const [seenRound, seen] = places.at(this.id)?.seen ?? [0, 0];
    try {
      const record = await http.record(this.id, round, line?.token ?? undefined);
      if (line !== this.line) return; // the screen was passed on: it is for the eyes of one hand
      const log = record.rows.map(({ seat, time, events }) => ({
        seat,
        time: time / 1000,
        events: events as unknown as readonly Event[],
      }));
      const missed = log.slice(seen).filter((row) => milliseconds(row.time) <= milliseconds(time));
      if (!this.screen && seenRound === round && seen > 0 && missed.length) this.missed = missed;
      if (this.player.round === round) this.player.fill(log);
    } catch {
      // the log stays short; the view is whole
    }
  }

  /** Called when the person looks at the table: nothing is missed any more. */
  saw(): void {
    if (this.player.log.length && !this.screen) places.saw(this.id, this.player.round, this.player.log.length);
  }

  // Asking

  async ask(intent: Intent): Promise<Answer | null> {
    const line = this.line;
    if (!line || this.busy) return null;
    this.notice = null;
    const answer = await line.ask(intent, this.player.number);
    if (!answer.ok) this.tell(answer.refusal);
    else {
      this.accepted = Math.max(this.accepted, answer.number ?? 0);
      this.missed = []; // whoever moves has looked at the table
    }
    return answer;
  }

  async why(intent: Intent): Promise<void> {
    const answer = await this.line?.why(intent);
    if (answer?.ok) this.note(i18n.t.couldDo);
    else if (answer) this.tell(answer.refusal);
  }

  /** Asks what would be good now; the answer is for the view with its number. */
  async askHint(): Promise<void> {
    const line = this.line;
    const answer = await line?.askHint?.();
    if (line !== this.line) return; // the screen was passed on
    if (answer?.ok) this.hint = answer.hint ?? null;
    else if (answer) this.tell(answer.refusal);
  }

  /** What is asked for twice in a row before it was answered, as by a double tap, is asked for once. */
  do(intent: TableIntent): Promise<boolean> {
    const said = JSON.stringify(intent);
    if (this.last?.said === said) return this.last.done;
    const last = { said, done: this.done(intent) };
    this.last = last;
    return last.done.finally(() => {
      if (this.last === last) this.last = null;
    });
  }

  private async done(intent: TableIntent): Promise<boolean> {
    const answer = await this.line?.do(intent);
    if (answer && !answer.ok) this.tell(answer.refusal);
    return answer?.ok ?? false;
  }

  say(words: { phrase?: string; reaction?: string; text?: string }): void {
    this.line?.say(words);
  }

  // Telling this person

  tell(refusal: Refusal): void {
    if (refusal.reason === "game-over") return; // a tap that came too late: the end is on its way
    sound("refused");
    if (this.coach) return this.coach.refused(this.speech.refusal(refusal), refusal.clause);
    this.notice = { text: this.speech.refusal(refusal), clause: refusal.clause, tone: "refused", id: (this.ids += 1) };
  }

  /** Who plays here now in the place of whom, and whether it is one's own to begin. */
  private compare(now: TableView): void {
    const before = this.compared;
    this.compared = now;
    if (!before) return;
    const [sat, sit] = [seatInfos(before, this.people), seatInfos(now, this.people)];
    void fetched(() => import("./changes")).then(({ changed }) => {
      const told = changed(before, now, sat, sit);
      if (told) this.note(told);
    });
  }

  /** What everyone at the table should know; whom it is about knows it already. */
  private notify(notice: string, person: string): void {
    if (notice === "bots_hurried") this.note(i18n.t.botsHurried);
    if (notice === "game_broke") this.tell({ reason: "game-broke", clause: null, parameters: {} });
    const who = this.info?.people.find((one) => one.id === person);
    if (!who || person === this.info?.you) return;
    if (notice === "seat_moved") this.note(i18n.t.seatMoved(who.name));
    if (notice === "hint_taken") this.note(i18n.t.hintTaken(who.name));
    if (notice === "host_claimed") this.note(i18n.t.hostClaimed(who.name));
  }

  note(text: string): void {
    this.notice = { text, clause: null, tone: "plain", id: (this.ids += 1) };
  }

  /** Parts of the table that a line of the log is about, for a moment. */
  point(parts: readonly string[]): void {
    this.highlight = new Set(parts);
    setTimeout(() => (this.highlight = new Set()), 4000);
  }

  private remind(seat: number): void {
    const own = this.info?.seat === seat;
    this.note(own ? i18n.t.reminded : i18n.t.remindedOf(this.names[seat] ?? ""));
  }

  private hear(said: Said): void {
    const heard = { ...said, id: (this.ids += 1) };
    this.said = [...this.said.slice(-4), heard];
    setTimeout(() => (this.said = this.said.filter((one) => one !== heard)), 5000);
  }
}
