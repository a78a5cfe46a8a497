/** Taking the page along: everything fetched, so that it opens and plays without a network. */
import { keep, kept } from "../lib/keep";
import { BASE, SITE, started } from "../lib/reach";
import { house } from "./house.svelte";

class Along {
  /** The page and Python are both here. */
  taken = $state(kept("along", false));
  failed = $state(false);
  /** The server has another page than the one that is shown. */
  newer = $state(false);
  readonly possible = "serviceWorker" in navigator && "caches" in globalThis;
  private version = "";

  private taking = $state(false);
  /** How much of it is here; the last hundredth is what comes behind the first game. */
  readonly share = $derived(house.ready ? (this.taking ? 0.99 : 1) : house.share);

  async take(): Promise<void> {
    this.failed = false;
    this.taking = true;
    try {
      const house = await started(); // first, and alone on a slow line
      if (!(await house.whole)) throw new Error("not whole");
      await this.page();
      keep("along", true);
      this.taken = true;
    } catch {
      this.failed = true;
    } finally {
      this.taking = false;
    }
  }

  /** What was taken along follows the server; asked when nobody is in a game. */
  async renew(): Promise<void> {
    const version = await this.ask();
    if (!version) return;
    this.newer = this.version !== "" && this.version !== version;
    this.version ||= version;
    if (this.taken) await this.page().catch(() => undefined);
  }

  private async ask(): Promise<string> {
    try {
      const answer = await fetch(`${BASE}files.json`, { cache: "no-cache" });
      return ((await answer.json()) as { version: string }).version;
    } catch {
      return "";
    }
  }

  private async page(): Promise<void> {
    const { active } = await registered();
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<unknown>((resolve) => (port1.onmessage = (event) => resolve(event.data)));
    active?.postMessage("take", [port2]);
    if ((await answer) !== "taken") throw new Error("not taken");
  }
}

async function registered(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(SITE ? `${BASE}sw.js` : "/sw.js");
  return navigator.serviceWorker.ready;
}

export const along = new Along();
