/** How the page reaches its tables: over the network, or in this browser (docs/offline.md). */
import { keep, kept } from "./keep";
import type { Socket } from "../offline/house.svelte";

/** This page has no server behind it: it was written by `igroteka site`. */
export const SITE = document.documentElement.hasAttribute("data-site");
/** Where the files of the page lie, with a slash at the end. */
export const BASE = SITE ? new URL(".", document.baseURI).href : `${location.origin}/`;

const CONNECT_MS = 12_000;
const PYTHON_MS = 120_000;
const MOST = 200;
/** What can be asked here when no server answers: all but other people's tables. */
const ANYWHERE = /^\/api\/(games(\/|$)|parts$|tables$)/;

export interface Answer {
  readonly ok: boolean;
  readonly text: string;
}

/** Tables that this browser runs itself. */
let here: readonly string[] = kept<readonly string[]>("here", []);

export function isHere(table: string): boolean {
  return SITE || here.includes(table);
}

/** Nobody answers. */
export class Unreached extends Error {}

/** How long a connection may take to open. */
export const patience = (table: string): number => (isHere(table) ? PYTHON_MS : CONNECT_MS);

export async function request(method: string, path: string, body: string | undefined, token: string | null): Promise<Answer> {
  const table = /^\/api\/tables\/([^/]+)/.exec(path)?.[1];
  if (SITE || (table && isHere(decodeURIComponent(table)))) return askHere(method, path, body, token);
  try {
    return await askServer(method, path, body, token);
  } catch (error) {
    if (!ANYWHERE.test(path) || !kept("taken", false)) throw error;
    return askHere(method, path, body, token);
  }
}

async function askServer(method: string, path: string, body: string | undefined, token: string | null): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  try {
    const answer = await fetch(path, body === undefined ? { method, headers } : { method, headers, body });
    const isOurs = answer.status < 500 || answer.headers.get("Content-Type")?.includes("json");
    if (!isOurs) throw new Unreached(); // a proxy speaks for a server that is gone
    return { ok: answer.ok, text: await answer.text() };
  } catch {
    throw new Unreached();
  }
}

/** Asked in this browser, and sent nowhere. */
export async function askHere(method: string, path: string, body: string | undefined, token: string | null): Promise<Answer> {
  const house = await started();
  const { granted, text } = await house.ask(method, path, body ?? "null", token);
  if (granted && method === "POST" && /^\/(api\/tables(\/again)?|records\/again)$/.test(path)) {
    here = [(JSON.parse(text) as { table: string }).table, ...here].slice(0, MOST);
    keep("here", here);
  }
  return { ok: granted, text };
}

/** The tables of this browser, once Python is here. */
export async function started() {
  const { house } = await import("../offline/house.svelte");
  await house.start(`${BASE}python/`).catch(() => {
    throw new Unreached();
  });
  return house;
}

export function connectTo(table: string): Socket {
  if (isHere(table)) return connectHere(table);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(table)}`) as unknown as Socket;
}

/** A connection that opens once Python is here. */
function connectHere(table: string): Socket {
  let inner: Socket | null = null;
  let open = true;
  const outer: Socket = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (frame) => inner?.send(frame),
    close: () => {
      open = false;
      inner?.close();
    },
  };
  started().then(
    (house) => {
      if (!open) return;
      inner = house.connect(table);
      inner.onopen = () => outer.onopen?.();
      inner.onmessage = (frame) => outer.onmessage?.(frame);
      inner.onclose = () => outer.onclose?.();
    },
    () => outer.onclose?.(),
  );
  return outer;
}
