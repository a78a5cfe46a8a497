/** What the page and the worker that runs its tables say to each other. */
import type { File } from "./files";

export type ToWorker =
  /** For a worker of its own: keep Python's memory for the next time, and end. */
  | { readonly kind: "remember"; readonly base: string }
  | { readonly kind: "start"; readonly base: string; readonly origin: string; readonly begun?: Begun }
  | {
      readonly kind: "ask";
      readonly id: number;
      readonly method: string;
      readonly path: string;
      readonly body: string;
      readonly token: string | null;
    }
  | { readonly kind: "connect"; readonly line: number; readonly table: string }
  | { readonly kind: "hear"; readonly line: number; readonly frame: string }
  | { readonly kind: "close"; readonly line: number };

/** What index.html of a site of plain files has begun (src/igroteka/server/http/site.py). */
export interface Begun {
  readonly files: readonly File[];
  /** Brings the bytes of the first file as they come: pieces, then null, or "failed"; absent where it was kept before. */
  readonly first?: MessagePort;
}

export type FromWorker =
  | { readonly kind: "progress"; readonly share: number }
  | { readonly kind: "ready" }
  /** The rest of Python has come, or could not. */
  | { readonly kind: "whole"; readonly here: boolean }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "taken-over" }
  | { readonly kind: "answer"; readonly id: number; readonly granted: boolean; readonly text: string }
  | { readonly kind: "told"; readonly line: number; readonly frame: string }
  | { readonly kind: "closed"; readonly line: number; readonly reason: string };
