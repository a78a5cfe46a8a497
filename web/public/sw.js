/* The page without a network: what was taken along is answered from here when the server cannot be reached.
 * The page itself always comes from the server where that answers, so nothing is stale; a new version waits
 * for the next time that the page is opened. */
"use strict";

const PAGE = "igroteka-page-";
const PYTHON = "igroteka-python";
const base = new URL("./", self.location.href).href;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(Promise.all([self.clients.claim(), asksAhead()])));

self.addEventListener("message", (event) => {
  const answer = (said) => event.ports[0]?.postMessage(said);
  if (event.data === "take") event.waitUntil(take().then(() => answer("taken"), () => answer("failed")));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(base)) return;
  const path = request.url.slice(base.length);
  if (/^(api|ws|metrics|healthz)(\/|\?|$)/.test(path)) return;
  if (request.mode === "navigate") event.respondWith(navigated(event));
  else if (path.startsWith("assets/")) event.respondWith(kept(request).then((found) => found ?? fetch(request)));
  else event.respondWith(fetch(request).catch(async () => (await kept(request)) ?? Response.error()));
});

/** The browser asks for a page while this script is still being started. */
async function asksAhead() {
  await self.registration.navigationPreload?.enable();
}

/** Where nobody answers, or a proxy says that nobody is behind it, the page that was taken along. */
async function navigated({ request, preloadResponse }) {
  const answer = await asked(request, preloadResponse).catch(() => Response.error());
  const isDown = answer.type === "error" || answer.status >= 500;
  return isDown ? ((await kept(new Request(base))) ?? answer) : answer;
}

async function asked(request, preloadResponse) {
  return (await preloadResponse) ?? fetch(request);
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

/** All files of the page, as they are now; those of an older version go when the new ones are here. One after the
 * other, so that whoever opens a page meanwhile has the line; what is here stays, and it goes on from there. */
async function take() {
  const { version, files } = await listed();
  const cache = await caches.open(PAGE + version);
  for (const file of files) {
    const request = new Request(base + file);
    if (await cache.match(request)) continue;
    const isNamedByContent = file.startsWith("assets/");
    const answer = (isNamedByContent && (await kept(request))) || (await fetch(request, isNamedByContent ? {} : { cache: "no-cache" }));
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
    if (!file) await needParts(answer.clone(), files);
    await cache.put(request, answer);
  }
  if ((await listed()).version !== version) throw new Error("another version has come meanwhile");
  for (const old of await caches.keys()) if (old.startsWith(PAGE) && old !== PAGE + version) await caches.delete(old);
}

/** While servers of two versions run, the page may be the other one's: without a network its parts would not be there. */
async function needParts(page, files) {
  const parts = (await page.text()).match(/assets\/[\w.-]+/g) ?? [];
  if (!parts.every((part) => files.includes(part))) throw new Error("the page of another version");
}

async function listed() {
  return (await fetch(`${base}files.json`, { cache: "no-cache" })).json();
}
