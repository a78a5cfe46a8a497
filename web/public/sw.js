/* The page without a network: what was taken along is answered from here when the server cannot be reached.
 * The page itself always comes from the server where that answers, so nothing is stale; a new version waits
 * for the next time that the page is opened. */
"use strict";

const PAGE = "igroteka-page-";
const PYTHON = "igroteka-python";
const base = new URL("./", self.location.href).href;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  const answer = (said) => event.ports[0]?.postMessage(said);
  if (event.data === "take") event.waitUntil(take().then(() => answer("taken"), () => answer("failed")));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(base)) return;
  const path = request.url.slice(base.length);
  if (/^(api|ws|metrics|healthz)(\/|\?|$)/.test(path)) return;
  if (request.mode === "navigate") event.respondWith(navigated(request));
  else if (path.startsWith("assets/")) event.respondWith(kept(request).then((found) => found ?? fetch(request)));
  else event.respondWith(fetch(request).catch(async () => (await kept(request)) ?? Response.error()));
});

async function navigated(request) {
  try {
    return await fetch(request);
  } catch {
    return (await kept(new Request(base))) ?? Response.error();
  }
}

/** Python's files lie under names with their hashes, and are asked for without. */
async function kept(request) {
  for (const name of await caches.keys()) {
    if (!name.startsWith(PAGE) && name !== PYTHON) continue;
    const found = await (await caches.open(name)).match(request, { ignoreSearch: name === PYTHON, ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}

/** All files of the page, as they are now; those of an older version go when the new ones are here. */
async function take() {
  const { version, files } = await (await fetch(`${base}files.json`, { cache: "no-cache" })).json();
  const name = PAGE + version;
  const known = await caches.keys();
  if (!known.includes(name)) {
    try {
      await (await caches.open(name)).addAll(files.map((file) => new Request(base + file, { cache: "no-cache" })));
    } catch (error) {
      await caches.delete(name);
      throw error;
    }
  }
  for (const old of known) if (old.startsWith(PAGE) && old !== name) await caches.delete(old);
}
