/** One connection to a table for one seat: says hello, resends what is unanswered, comes back at once. */
import { forgetNonce, forgetPromise, rememberNonce, rememberPromise } from "./places.svelte";
import { randomHex } from "./random";
import { connectTo, isHere, patience } from "./reach";
import { waitAfter, waitAsked } from "./waits";
import type { Refusal } from "./speech";
import type { Socket } from "../offline/house.svelte";
import type { ClientMessage, HintTold, Intent, ServerMessage, TableIntent, TableView, Told, ToldRow } from "../wire";

export type Answer =
  | { readonly ok: true; readonly number: number | null; readonly hint?: HintTold }
  | { readonly ok: false; readonly refusal: Refusal; readonly since: readonly ToldRow[] };

export type LineState = "connecting" | "open" | "lost" | "closed";

/** A server says something every ten seconds, if only that it is there. */
const SILENT_MS = 15_000;
const WATCH_MS = 2500;
const STALE_MS = 5000;
const ANSWER_MS = 6000;
const SLOWER_MS = 1000;
const FINAL = new Set(["no-such-table", "wrong-token", "moved-away", "table-deleted", "gone", "taken-over"]);
/** The table is there and cannot be shown: said in words, while we try again. */
const FAULTS = new Set(["view-broke", "game-broke", "game-not-installed", "table-damaged"]);

/** What a table needs of a connection: a seat's line to the server, or a lesson that answers in its place. */
export interface TableLine {
  readonly token: string | null;
  readonly state: LineState;
  /** Whether it waits because the server has asked it to come back later. */
  readonly soon?: boolean;
  readonly bye: string | null;
  /** Why the table cannot be shown for now: a message key. */
  readonly fault?: string | null;
  readonly table: TableView | null;
  readonly told: Told | null;
  readonly asking: number;
  /** Whether the moves so far can be asked for. */
  readonly recorded: boolean;
  onTold: (told: Told) => void;
  onMessage: (message: ServerMessage) => void;
  ask(intent: Intent, number: number): Promise<Answer>;
  why(intent: Intent): Promise<Answer>;
  /** Not where a lesson or a replay answers. */
  askHint?(): Promise<Answer>;
  do(intent: TableIntent): Promise<Answer>;
  say(words: { phrase?: string; reaction?: string; text?: string }): void;
  close(): void;
}

interface Waiting {
  readonly message: ClientMessage & { readonly id: string };
  readonly answer: (answer: Answer) => void;
}

export class Line implements TableLine {
  readonly recorded = true;
  state: LineState = $state("connecting");
  /** Why the server has closed for good: a message key. */
  bye: string | null = $state(null);
  fault: string | null = $state(null);
  table: TableView | null = $state.raw(null);
  told: Told | null = $state.raw(null);
  /** Asks on their way. */
  asking = $state(0);

  onTold: (told: Told) => void = () => {};
  onMessage: (message: ServerMessage) => void = () => {};

  private socket: Socket | null = null;
  private readonly waiting = new Map<string, Waiting>();
  private retry: ReturnType<typeof setTimeout> | undefined;
  private patience: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private watch: ReturnType<typeof setInterval> | undefined;
  private heardAt = 0;
  /** Seconds after which the server has asked to come back, because many come at once. */
  private asked: number | null = null;
  /** Whether we wait because the server has asked us to. */
  soon = $state(false);
  private hiddenAt = 0;
  private commitment = "";
  private nowAdded: () => void = () => {};
  /** Settles when our own number is among those of the next shuffle. */
  readonly added = new Promise<void>((resolve) => (this.nowAdded = resolve));

  constructor(
    readonly id: string,
    readonly token: string | null,
    /** A big screen: whatever this browser holds, it is told what everybody may see. */
    private readonly screen = false,
  ) {
    document.addEventListener("visibilitychange", this.look);
    addEventListener("pageshow", this.look);
    addEventListener("online", this.look);
    addEventListener("offline", this.look);
    this.connect();
    this.watch = setInterval(() => this.listen(), WATCH_MS);
  }

  // Asking

  ask(intent: Intent, number: number): Promise<Answer> {
    this.asking += 1;
    return this.send({ kind: "ask", id: randomHex(8), number, intent }).finally(() => (this.asking -= 1));
  }

  do(intent: TableIntent): Promise<Answer> {
    return this.send({ kind: "do", id: randomHex(8), intent });
  }

  why(intent: Intent): Promise<Answer> {
    return this.send({ kind: "why", id: randomHex(8), intent });
  }

  askHint(): Promise<Answer> {
    return this.send({ kind: "hint", id: randomHex(8) });
  }

  say(words: { phrase?: string; reaction?: string; text?: string }): void {
    this.write({ kind: "say", ...words });
  }

  private send(message: Waiting["message"]): Promise<Answer> {
    return new Promise((answer) => {
      this.waiting.set(message.id, { message, answer });
      this.write(message);
      setTimeout(() => this.missAnswer(message.id), ANSWER_MS);
    });
  }

  /** No answer on an open line: it may be dead without knowing, so take a new one and say it again. */
  private missAnswer(id: string): void {
    if (!this.waiting.has(id) || this.state !== "open") return;
    this.state = "lost";
    this.connect();
  }

  /** An open line on which nothing comes is dead, or its server is frozen, also when we ask nothing. */
  private listen(): void {
    if (this.state !== "open" || isHere(this.id) || performance.now() - this.heardAt < SILENT_MS) return;
    this.state = "lost";
    this.connect();
  }

  private sayAgain(): void {
    for (const { message } of this.waiting.values()) this.write(message);
  }

  private write(message: ClientMessage): void {
    if (this.state === "open") this.socket?.send(JSON.stringify(message));
  }

  // Connecting

  private connect(): void {
    this.drop();
    if (this.state === "open") this.state = "connecting"; // nothing can be said over this one yet
    const socket = connectTo(this.id);
    this.socket = socket;
    this.patience = setTimeout(() => this.failed(socket), patience(this.id));
    socket.onopen = () => socket.send(JSON.stringify({ kind: "hello", token: this.token, ...(this.screen && { screen: true }) }));
    socket.onmessage = (frame: MessageEvent<string>) => this.hear(socket, frame.data);
    socket.onclose = () => this.failed(socket);
  }

  /** The first frame after hello: we are at the table; what was not answered is said again. */
  private opened(): void {
    clearTimeout(this.patience);
    this.failures = 0;
    this.soon = false;
    this.fault = null;
    this.state = "open";
    this.sayAgain();
  }

  private failed(socket: Socket): void {
    if (socket !== this.socket || this.state === "closed") return;
    this.drop();
    if (this.table !== null || this.failures > 0) this.state = "lost";
    this.failures += 1;
    this.soon = this.asked !== null;
    const wait = this.asked === null ? waitAfter(this.failures, Math.random()) : waitAsked(this.asked, Math.random());
    this.asked = null;
    this.retry = setTimeout(() => this.connect(), wait);
  }

  private drop(): void {
    clearTimeout(this.retry);
    clearTimeout(this.patience);
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /**
   * The page is seen again: phones kill sockets silently, so after a while away take a new one. So does a device that
   * has just lost its network, and tells the page alone; a server on the device itself is reached all the same.
   */
  private readonly look = (event: globalThis.Event): void => {
    if (this.state === "closed") return;
    if (document.visibilityState === "hidden") {
      this.hiddenAt = Date.now();
      return;
    }
    const away = this.hiddenAt ? Date.now() - this.hiddenAt : 0;
    const restored = event instanceof PageTransitionEvent && event.persisted;
    this.hiddenAt = 0;
    const cut = event.type === "offline" && !isHere(this.id);
    if (this.state === "lost" || away > STALE_MS || restored || cut) {
      this.failures = 0;
      this.connect();
    }
  };

  close(reason: string | null = null): void {
    this.state = "closed";
    this.bye = reason;
    this.drop();
    clearInterval(this.watch);
    document.removeEventListener("visibilitychange", this.look);
    removeEventListener("pageshow", this.look);
    removeEventListener("online", this.look);
    removeEventListener("offline", this.look);
    for (const { answer } of this.waiting.values()) {
      answer({ ok: false, refusal: { reason: reason ?? "no-server", clause: null, parameters: {} }, since: [] });
    }
    this.waiting.clear();
  }

  // Hearing

  private hear(socket: Socket, frame: string): void {
    if (socket !== this.socket) return;
    this.heardAt = performance.now();
    const messages = JSON.parse(frame) as ServerMessage[];
    if (this.state !== "open" && messages.some((one) => one.kind !== "bye")) this.opened();
    for (const message of messages) this.take(message);
  }

  private take(message: ServerMessage): void {
    switch (message.kind) {
      case "told":
        this.told = message;
        this.onTold(message);
        break;
      case "table":
        this.table = message.table;
        this.giveNonce(message.table);
        break;
      case "answer":
        this.answered(message.id, { ok: true, number: message.number });
        break;
      case "hint":
        this.answered(message.id, { ok: true, number: message.number, hint: message });
        break;
      case "possible":
        this.answered(message.id, { ok: true, number: null });
        break;
      case "not_possible":
        this.answered(message.id, { ok: false, refusal: message.refusal, since: message.since });
        break;
      case "complaint":
        if (message.refusal.reason === "too-fast") setTimeout(() => this.sayAgain(), SLOWER_MS);
        break;
      case "bye":
        this.asked = message.after ?? null;
        this.fault = FAULTS.has(message.reason) ? message.reason : null;
        if (FINAL.has(message.reason)) this.close(message.reason);
        break;
    }
    this.onMessage(message);
  }

  private answered(id: string, answer: Answer): void {
    this.waiting.get(id)?.answer(answer);
    this.waiting.delete(id);
  }

  /** A new promise of the server: add randomness of our own to the next shuffle. */
  private giveNonce(table: TableView): void {
    if (table.you === null || table.next_commitment === this.commitment) return;
    this.commitment = table.next_commitment;
    const round = table.round + 1;
    const isNews = rememberPromise(table.id, round, table.next_commitment);
    const nonce = randomHex(16);
    rememberNonce(nonce);
    void this.do({ kind: "nonce", nonce }).then((answer) => {
      if (answer.ok && answer.number === null) {
        forgetNonce(nonce);
        if (isNews) forgetPromise(table.id, round);
      }
      this.nowAdded();
    });
  }
}
