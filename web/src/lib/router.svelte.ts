/** A tiny router: /, /t/:id, /t/:id/replay, /t/:id/screen, /replay, /rules/:game, /learn/:game/:lesson, /practice/:game, /print/:game. */

import { named } from "./invitation";
import { SITE } from "./reach";

export type Route =
  | { readonly page: "home" }
  | { readonly page: "table"; readonly table: string; readonly move: string | null }
  | { readonly page: "replay"; readonly table: string | null; readonly asked: URLSearchParams }
  | { readonly page: "screen"; readonly table: string }
  | { readonly page: "rules"; readonly game: string }
  | { readonly page: "lesson"; readonly game: string; readonly lesson: string }
  | { readonly page: "practice"; readonly game: string }
  | { readonly page: "print"; readonly game: string; readonly asked: URLSearchParams }
  | { readonly page: "nowhere" };

/** Pages without a server behind them have one file: the way stands behind the #. */
const here = () => (SITE ? (location.hash.slice(1).split("#")[0] ?? "") : location.pathname + location.search);
const fragment = () => (SITE ? (location.hash.slice(1).split("#")[1] ?? "") : location.hash.slice(1));
const written = (path: string) => (SITE ? `#${path}` : path);

/** The address of a way within the page, for other people. */
export const absolute = (path: string) => new URL(written(path), location.href).href;

/** An address that was cut in the middle of a letter is an address, too. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function read(): Route {
  const [path = "", asked] = here().split("?");
  const parts = path.split("/").filter(Boolean).map(decoded);
  if (parts.length === 0) return { page: "home" };
  if (parts[0] === "t" && parts[1]) parts[1] = named(parts[1]);
  if (parts[0] === "replay" || (parts[0] === "t" && parts[2] === "replay")) {
    return { page: "replay", table: parts[1] ?? null, asked: new URLSearchParams(asked) };
  }
  if (parts[0] === "t" && parts[1] && parts[2] === "screen") return { page: "screen", table: parts[1] };
  if (parts[0] === "t" && parts[1]) {
    return { page: "table", table: parts[1], move: new URLSearchParams(fragment()).get("move") };
  }
  if (parts[0] === "rules" && parts[1]) return { page: "rules", game: parts[1] };
  if (parts[0] === "learn" && parts[1] && parts[2]) return { page: "lesson", game: parts[1], lesson: parts[2] };
  if (parts[0] === "print" && parts[1]) return { page: "print", game: parts[1], asked: new URLSearchParams(asked) };
  if (parts[0] === "practice" && parts[1]) return { page: "practice", game: parts[1] };
  return { page: "nowhere" };
}

class Router {
  route: Route = $state.raw(read());
  /** The fragment, such as a clause: #XX-21. */
  hash = $state(fragment());

  constructor() {
    addEventListener("popstate", () => this.update());
    addEventListener("hashchange", () => this.update());
    document.addEventListener("click", (event) => this.click(event));
  }

  go(path: string, replace = false): void {
    // Who comes back from a table finds it at the top of the home page, wherever that was scrolled to before.
    history.scrollRestoration = this.route.page === "home" && path.startsWith("/t/") ? "manual" : "auto";
    if (replace) history.replaceState(null, "", written(path));
    else history.pushState({ ours: true }, "", written(path));
    history.scrollRestoration = "auto";
    this.update();
    if (!fragment()) scrollTo(0, 0);
  }

  /** The same page has another address now; nothing else changes. */
  mark(path: string): void {
    history.replaceState(history.state, "", written(path));
  }

  /** Back to where one came from within the page, else home. */
  back(): void {
    if ((history.state as { ours?: boolean } | null)?.ours) history.back();
    else this.go("/");
  }

  private update(): void {
    this.route = read();
    this.hash = fragment();
  }

  private click(event: MouseEvent): void {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest("a");
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api")) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
