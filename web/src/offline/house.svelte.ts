/** The tables of this browser as the page sees them: asked like a server, connected to like one. */
import { keep } from "../lib/keep";
import type { FromWorker, ToWorker } from "./words";

/** What the page uses of a WebSocket. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((frame: MessageEvent<string>) => void) | null;
  onclose: (() => void) | null;
  send(frame: string): void;
  close(): void;
}

const TAKEN_OVER = "taken-over";

/** A site of plain files begins with Python in index.html (src/igroteka/server/http/site.py). */
interface Begun {
  readonly worker: Worker;
  readonly heard: readonly MessageEvent<FromWorker>[];
}

class House {
  /** Which share of what has to be fetched is here; null before anyone has asked for it. */
  share: number | null = $state(null);
  ready = $state(false);
  failed = $state("");

  private worker: Worker | null = null;
  private base = "";
  private number = 0;
  private readonly answers = new Map<number, (answer: { granted: boolean; text: string }) => void>();
  private readonly lines = new Map<number, Socket>();
  private started: Promise<void> | null = null;
  /** Another page runs the tables meanwhile. */
  private elsewhere = false;
  private end: (here: boolean) => void = () => undefined;
  /** Whether all of Python is kept here, once that is known. */
  readonly whole = new Promise<boolean>((resolve) => (this.end = resolve));

  /** Fetches what is missing, and begins; whoever asks meanwhile waits for the same. */
  start(base: string): Promise<void> {
    if (this.started) return this.started;
    const starting = (this.started = this.turnedTo().then(() => this.begin(base)));
    starting.catch(() => {
      if (this.started === starting) this.started = null;
    });
    return starting;
  }

  async ask(method: string, path: string, body: string, token: string | null): Promise<{ granted: boolean; text: string }> {
    const id = ++this.number;
    return new Promise((resolve) => {
      this.answers.set(id, resolve);
      this.tell({ kind: "ask", id, method, path, body, token });
    });
  }

  connect(table: string): Socket {
    const line = ++this.number;
    const socket: Socket = {
      onopen: null,
      onmessage: null,
      onclose: null,
      send: (frame) => this.tell({ kind: "hear", line, frame }),
      close: () => {
        this.lines.delete(line);
        this.tell({ kind: "close", line });
      },
    };
    this.lines.set(line, socket);
    this.tell({ kind: "connect", line, table });
    queueMicrotask(() => socket.onopen?.());
    return socket;
  }

  /** The tables come back to a page that somebody uses: one behind would take them from where they are played. */
  private turnedTo(): Promise<void> {
    if (!this.elsewhere || document.hasFocus()) return Promise.resolve();
    return new Promise((resolve) => {
      for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, () => resolve(), { once: true });
    });
  }

  private begin(base: string): Promise<void> {
    this.elsewhere = false;
    this.failed = "";
    this.share = 0;
    this.base = base;
    const begun = taken();
    const worker = begun?.worker ?? newWorker();
    this.worker = worker;
    return new Promise((resolve, reject) => {
      const fail = (reason: string) => {
        this.failed = reason;
        this.share = null;
        worker.terminate();
        reject(new Error(reason));
      };
      worker.onerror = (event) => fail(event.message);
      worker.onmessage = (event: MessageEvent<FromWorker>) => {
        const message = event.data;
        if (message.kind === "ready") {
          this.ready = true;
          keep("taken", true);
          resolve();
        } else if (message.kind === "failed" && !this.ready) fail(message.reason);
        else if (message.kind === TAKEN_OVER) {
          fail(TAKEN_OVER);
          this.takenOver();
        } else this.hear(message);
      };
      if (!begun) return this.tell({ kind: "start", base, origin: location.origin });
      for (const event of begun.heard) worker.onmessage(event);
    });
  }

  private hear(message: FromWorker): void {
    switch (message.kind) {
      case "progress":
        this.share = message.share;
        break;
      case "whole":
        this.end(message.here);
        if (message.here) newWorker().postMessage({ kind: "remember", base: this.base } satisfies ToWorker);
        break;
      case "answer":
        this.answers.get(message.id)?.(message);
        this.answers.delete(message.id);
        break;
      case "told":
        this.lines.get(message.line)?.onmessage?.(new MessageEvent("message", { data: message.frame }));
        break;
      case "closed":
        this.lines.get(message.line)?.onclose?.();
        this.lines.delete(message.line);
        break;
    }
  }

  /** Whoever is at a table hears where it went; whoever asks for something starts anew. */
  private takenOver(): void {
    this.ready = false;
    this.started = null;
    this.elsewhere = true;
    const refusal = JSON.stringify({ reason: TAKEN_OVER, clause: null, parameters: {} });
    for (const answer of this.answers.values()) answer({ granted: false, text: refusal });
    this.answers.clear();
    for (const socket of [...this.lines.values()]) {
      socket.onmessage?.(new MessageEvent("message", { data: `[{"kind":"bye","reason":"${TAKEN_OVER}"}]` }));
    }
    this.lines.clear();
  }

  private tell(message: ToWorker): void {
    this.worker?.postMessage(message);
  }
}

/** What index.html has begun, once. */
function taken(): Begun | undefined {
  const page = globalThis as { begun?: Begun };
  const { begun } = page;
  delete page.begun;
  return begun;
}

function newWorker(): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
}

export const house = new House();
