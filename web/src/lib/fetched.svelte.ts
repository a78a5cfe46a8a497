/** What is fetched when it is wanted: asked for again until it is there, and the page says so meanwhile. */
import { Refused } from "./http";

/** Milliseconds until a file is asked for again, and the most of them. */
const SOON = 500;
const LATEST = 8000;

class Lacking {
  /** Files that did not come the last time. */
  count = $state(0);
}
export const lacking = new Lacking();

/** Style sheets that failed: whoever loads the script that needs them takes them for fetched. */
const unstyled = new Set<string>();
const notStyled = ({ target }: Event) => target instanceof HTMLLinkElement && target.rel === "stylesheet" && unstyled.add(target.href);
addEventListener("error", notStyled, true);

function styled(href: string): Promise<void> {
  return new Promise((onload, onerror) => {
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload, onerror }));
  }).then(() => void unstyled.delete(href));
}

/** What this loads, once it has come; a refusal is an answer, and is not asked for again. */
export async function fetched<T>(load: () => Promise<T>): Promise<T> {
  let tries = 0;
  try {
    for (;;) {
      try {
        await Promise.all([...unstyled].map(styled));
        return await load();
      } catch (error) {
        if (error instanceof Refused && error.refusal.reason !== "no-server") throw error;
        if (!tries++) lacking.count += 1;
        await moment(Math.min(LATEST, SOON * 2 ** tries));
      }
    }
  } finally {
    if (tries) lacking.count -= 1;
  }
}

/** So long, or until the line is back or somebody taps. */
function moment(milliseconds: number): Promise<void> {
  return new Promise((done) => {
    const waiting = new AbortController();
    const go = () => {
      clearTimeout(timer);
      waiting.abort();
      done();
    };
    const timer = setTimeout(go, milliseconds);
    for (const event of ["online", "click"]) addEventListener(event, go, { signal: waiting.signal });
  });
}
