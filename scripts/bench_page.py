"""How fast the page is: what a phone fetches, when it paints first, how soon a told move starts to show.

The first paint is measured as on a slow phone: 4G of 1.6 Mbit/s with a round trip of 150 ms, in the figures
that Lighthouse gives Chromium for it, and a processor four times as slow as this one. The exit code is 1 if
a limit is missed. `bench_page.py site` measures only a site of plain files.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests")]

from playwright.sync_api import Browser  # noqa: E402
from slow_phone import Line, slow_host, slower, worker_seconds  # noqa: E402

from browser import weight  # noqa: E402
from browser.player import PHONE, Person, browsers  # noqa: E402
from browser.test_whole_games import opened  # noqa: E402
from igroteka.server.http.site import write_site  # noqa: E402
from server.serving import Server  # noqa: E402

SLOW_4G: Final = {
    "offline": False,
    "latency": 150 * 3.75,
    "downloadThroughput": 1.6 * 1024 * 1024 / 8 * 0.9,
    "uploadThroughput": 750 * 1024 / 8 * 0.9,
}
SLOWER: Final = 4
PAINT_LIMIT: Final = 2000
READY_LIMIT: Final = 4000
SHOW_LIMIT: Final = 100
ALONG_LIMIT: Final = 8_000_000
START_LIMIT: Final = 15
AGAIN_LIMIT: Final = 4
BOT_LIMIT: Final = 500
ASKED_LIMIT: Final = 50
SITE_MS: Final = 180_000
TIMES: Final = 5
MOVES: Final = 12
LONGEST: Final = 60.0
OPTIONS: Final = {"sequence": {"draw": "automatic"}}

PAINT: Final = """() => new Promise((answer) => new PerformanceObserver((list) => {
  const first = list.getEntries().find((one) => one.name === 'first-contentful-paint');
  if (first) answer(first.startTime);
}).observe({type: 'paint', buffered: true}))"""
READY: Final = """
window.__ready = new Promise((answer) => new MutationObserver((_, watch) => {
  if (!document.querySelector('h1')) return;
  watch.disconnect();
  requestAnimationFrame(() => {
    const painted = new MessageChannel();
    painted.port1.onmessage = () => answer(performance.now());
    painted.port2.postMessage(null);
  });
}).observe(document, {childList: true, subtree: true}))"""

KEPT: Final = """localStorage.getItem("igroteka.along") !== null && caches.open("igroteka-python").then(
  (kept) => kept.keys()).then((all) => all.some(({url}) => url.includes("/snapshot-")))"""
TOLD: Final = """
(() => {
  localStorage.setItem("igroteka.setups", '{"upturn": {"options": {"starter": 0}}}');
  window.__rows = 0;
  const Own = window.Worker;
  window.Worker = class extends Own {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({data}) => {
        if (data.kind !== 'told') return;
        for (const one of JSON.parse(data.frame)) if (one.kind === 'told') window.__rows += one.rows.length;
      });
    }
  };
})()"""
WATCH: Final = """
(() => {
  window.__shown = [];
  let told = null, calm = 0;
  const seen = (changes) => changes.some(({target}) => !target.closest?.('[aria-live], head'));
  new MutationObserver((changes) => {
    if (!seen(changes)) return;
    calm = performance.now();
    if (told === null) return;
    const since = told;
    told = null;
    requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => window.__shown.push(performance.now() - since);
      painted.port2.postMessage(null);
    });
  }).observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
  const moving = () => document.getAnimations().some((one) => one.playState === 'running' &&
    one.effect?.getTiming().iterations !== Infinity);
  const Own = window.WebSocket;
  window.WebSocket = class extends Own {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({data}) => {
        const now = performance.now();
        const news = JSON.parse(data).some((one) => one.kind === 'told' && one.rows.length && !one.jumped);
        if (news && now - calm > 200 && !moving()) told = now;
      });
    }
  };
})()"""


def first_paint(browser: Browser, server: Server, path: str, language: str) -> tuple[float, float]:
    """Milliseconds until a fresh browser on a slow phone shows something, and until its page is painted.

    The middle of several times.
    """
    times = []
    for _ in range(TIMES):
        person = Person(browser, server.url, PHONE, language, still=False)
        person.context.add_init_script(READY)
        slow = person.context.new_cdp_session(person.page)
        slow.send("Network.enable")
        slow.send("Network.emulateNetworkConditions", SLOW_4G)
        slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        person.page.set_default_timeout(60_000)
        person.open(path)
        times.append((person.page.evaluate(PAINT), person.page.evaluate("window.__ready")))
        person.close()
    painted, ready = zip(*times, strict=True)
    return statistics.median(painted), statistics.median(ready)


def shown(browser: Browser, server: Server, game: str) -> list[float]:
    """Milliseconds from the message that tells of a move to the first frame in which it shows."""
    person = Person(browser, server.url, PHONE, "ru", still=False)
    person.context.add_init_script(WATCH)
    person.come_to(opened(server, game, 2, [1], **OPTIONS.get(game, {}))).start()
    until = time.monotonic() + LONGEST
    times: list[float] = []
    while len(times) < MOVES and time.monotonic() < until and not person.is_over():
        person.page.wait_for_timeout(300)
        if person.page.locator(".prompt .mine").count():
            person.act()
        times = person.page.evaluate("window.__shown")
    person.close()
    return times


def first_moves(browser: Browser) -> Iterator[tuple[str, float, float, str]]:
    """A site of plain files on a slow phone: until the first move, the first time and the second."""
    line = Line(SLOW_4G["downloadThroughput"], SLOW_4G["latency"] / 1000)
    with tempfile.TemporaryDirectory() as folder:
        write_site(Path(folder) / "site")
        (
            Path(folder) / "site" / "favicon.ico"
        ).touch()  # a picture that is opened by itself has no other icon
        with slow_host(Path(folder) / "site", line) as url:
            person = Person(browser, url, PHONE, "ru", still=False)
            person.page.set_default_timeout(SITE_MS)
            person.page.goto(f"{url}icon.svg")  # the page gets its process, which is slowed down next
            line.sent = 0
            person.context.add_init_script(TOLD)
            with slower(browser, SLOWER):
                for name, limit in (("first time", START_LIMIT), ("from then on", AGAIN_LIMIT)):
                    yield from _visit(browser, person, line, name, limit)
                    line.sent = 0
                    line.asked.clear()
                work = _work_of_a_move(browser, person)
                yield f"work of a move there, {SLOWER}x CPU", work * SLOWER * 1000, BOT_LIMIT, "ms"
            person.close()


def _visit(
    browser: Browser, person: Person, line: Line, name: str, limit: float
) -> Iterator[tuple[str, float, float, str]]:
    begin = time.monotonic()
    person.page.goto(person.url)
    person.page.locator(".button.main").first.click()
    person.page.get_by_test_id("prompt").wait_for()
    where = f"a site on slow 4G, {SLOWER}x CPU"
    yield f"{where}, the table is there, {name}", time.monotonic() - begin, limit, "s"
    yield f"requests until then, {name}", len(line.asked), ASKED_LIMIT, ""
    yield f"bytes until then, {name}", line.sent / 1000, ALONG_LIMIT / 1000, "kB"
    yield f"processor time of the worker until then, {name}", worker_seconds(browser), limit / SLOWER, "s"
    while not person.act():
        person.page.wait_for_timeout(20)
    yield f"first move there, the person begins, {name}", time.monotonic() - begin, limit, "s"
    _until_kept(person)


def _until_kept(person: Person) -> None:
    """The page and all of Python are here, and its memory is kept for the next time."""
    until = time.monotonic() + SITE_MS / 1000
    while not person.page.evaluate(KEPT) and time.monotonic() < until:
        person.page.wait_for_timeout(1000)


def _work_of_a_move(browser: Browser, person: Person) -> float:
    """Processor time that a move takes, a bot's or one's own; pauses are not counted."""
    rows, used = person.page.evaluate("window.__rows"), worker_seconds(browser)
    until = time.monotonic() + LONGEST
    while time.monotonic() < until and not person.is_over():
        person.act()
        person.page.wait_for_timeout(100)
    return (worker_seconds(browser) - used) / max(1, person.page.evaluate("window.__rows") - rows)


def lines(browser: Browser, server: Server) -> Iterator[tuple[str, float, float, str]]:
    """What was measured, the figure, its limit, the unit."""
    for language in ("ru", "en"):
        for name, bytes in weight.tables(language).items():
            yield f"JavaScript to a game, gzip, {language}, {name}", bytes / 1000, weight.MOST / 1000, "kB"
    yield "JavaScript of the home page, gzip", weight.weight(weight.home()) / 1000, weight.MOST / 1000, "kB"
    table = opened(server, "upturn", 2, [1])
    screens = [("/", "ru", "home"), ("/", "en", "home in English")]
    screens += [(f"/t/{table}", "ru", "a link to a table"), ("/rules/sequence", "ru", "rules")]
    for path, language, name in screens:
        painted, ready = first_paint(browser, server, path, language)
        yield f"first paint, slow 4G, {SLOWER}x CPU: {name}", painted, PAINT_LIMIT, "ms"
        yield f"the page is there, slow 4G, {SLOWER}x CPU: {name}", ready, READY_LIMIT, "ms"
    yield from first_moves(browser)
    for game in ("upturn", "etazhiki", "sequence"):
        times = sorted(shown(browser, server, game))
        most = times[int(len(times) * 0.9)] if times else float("inf")
        yield f"a told move starts to show, 9 of 10 ({len(times)} moves), {game}", most, SHOW_LIMIT, "ms"


def main(asked: list[str]) -> int:
    missed = 0
    with tempfile.TemporaryDirectory() as folder, browsers() as (_, browser):
        server = Server(Path(folder), bot_pace=1.8, bot_patience=0.0).start()
        try:
            measured = first_moves(browser) if asked == ["site"] else lines(browser, server)
            for what, figure, limit, unit in measured:
                missed += figure > limit
                bound = f"   (at most {limit:.3g})"
                verdict = "" if figure <= limit else "   over the limit"
                print(f"{what:<70} {figure:7.1f} {unit}{bound}{verdict}", flush=True)
        finally:
            server.close()
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
