/** The tables of this browser: Igroteka's own Python, in a worker beside the page. */
import { Drawer } from "./drawer";
import { Files } from "./files";
import { remembered, started } from "./python";
import type { FromWorker, ToWorker } from "./words";

/** What is used of our Python (src/igroteka/offline/house.py). */
interface Offline {
  House(keeper: unknown, origin: string): House;
}
interface Line {
  hear(frame: string): void;
  close(): void;
  destroy(): void;
}
interface House {
  start(rows: readonly string[]): void;
  ask(method: string, path: string, body: string, token?: string): Promise<{ toJs(): [boolean, string]; destroy(): void }>;
  connect(table: string, send: (frame: string) => void, closed: (reason: string) => void): Line;
}

const LOCK = "igroteka-tables";
/** So long after the page last asked for something: a first move has the line and the processor for itself. */
const CALM_MS = 6000;
const tell = (message: FromWorker) => postMessage(message);
const lines = new Map<number, Line>();
let house: House | null = null;
/** Brings the rest of Python. */
let completing = async (): Promise<void> => undefined;
/** Messages are answered in order, the first when the house stands. */
let last: Promise<void> = Promise.resolve();

addEventListener("message", (event: MessageEvent<ToWorker>) => {
  last = last.then(() => hear(event.data)).catch((error: unknown) => tell({ kind: "failed", reason: String(error) }));
});

let calm: ReturnType<typeof setTimeout> | undefined;
let completed = false;
function completeWhenCalm(): void {
  clearTimeout(calm);
  if (completed) return;
  calm = setTimeout(() => {
    completed = true;
    completing().then(whole(true), whole(false));
  }, CALM_MS);
}

async function hear(message: ToWorker): Promise<void> {
  if (house) completeWhenCalm();
  switch (message.kind) {
    case "start":
      house = await open(message);
      tell({ kind: "ready" });
      return completeWhenCalm();
    case "remember":
      await remembered(message.base, new Files(message.base, () => undefined)).catch(() => undefined); // the next time begins as this one
      return close();
    case "ask":
      void ask(message);
      return;
    case "connect":
      return connect(message.line, message.table);
    case "hear":
      return lines.get(message.line)?.hear(message.frame);
    case "close":
      lines.get(message.line)?.close();
      lines.delete(message.line);
  }
}

const whole = (here: boolean) => () => tell({ kind: "whole", here });

async function ask({ id, method, path, body, token }: ToWorker & { kind: "ask" }): Promise<void> {
  if (!house) return;
  const answer = await house.ask(method, path, body, token ?? undefined);
  const [granted, text] = answer.toJs();
  answer.destroy();
  tell({ kind: "answer", id, granted, text });
}

function connect(line: number, table: string): void {
  const made = house?.connect(
    table,
    (frame) => tell({ kind: "told", line, frame }),
    (reason) => {
      lines.delete(line);
      tell({ kind: "closed", line, reason });
    },
  );
  if (made) lines.set(line, made);
}

async function open({ base, origin, begun }: ToWorker & { kind: "start" }): Promise<House> {
  const files = new Files(base, (share) => tell({ kind: "progress", share }), begun);
  const opening = Drawer.opened();
  const { python, complete } = await started(base, files);
  await takeOver();
  const drawer = await opening;
  const keeper = {
    keep: (table: string, number: number, text: string) => drawer.keep(table, number, text),
    forget: (table: string) => drawer.forget(table),
  };
  const made = (python.pyimport("igroteka.offline.house") as Offline).House(keeper, origin);
  made.start(await drawer.all());
  completing = complete;
  return made;
}

/** One page at a time runs the tables: the newest. The others hear that they do not any more, and end: their bots
 * would go on, and write over what is played there. */
function takeOver(): Promise<void> {
  return new Promise((resolve) => {
    if (!navigator.locks) return resolve();
    const held = new Promise<never>(() => undefined);
    navigator.locks
      .request(LOCK, { steal: true }, () => {
        resolve();
        return held;
      })
      .catch(() => {
        tell({ kind: "taken-over" });
        close();
      });
  });
}
