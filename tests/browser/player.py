"""A person at the page: opens it in real Chromium and clicks what a person would click."""

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

# Chromium keeps the pages of its own address bar ready in every window: half of the work of opening one.
# It heeds the last list of features only, so what Playwright turns off is turned off here once more.
WITHOUT = (
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,PreloadTopChromeWebUI,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,"
    "AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch"
)
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run", "--disable-quic", f"--disable-features={WITHOUT}",
]  # fmt: skip
expect.set_options(timeout=30_000)  # what a busy machine shows late is shown

PHONE, SMALL, DESKTOP = (390, 844), (320, 568), (1280, 800)
SIDEWAYS, TABLET = (844, 390), (768, 1024)
LARGE = "addEventListener('DOMContentLoaded', () => document.documentElement.style.fontSize = '200%')"
"""Text of twice the size, as the system of a phone or a browser can be set."""


def chromium() -> str:
    named = os.environ.get("CHROMIUM")
    found = named or next(
        (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))),
        None,
    )
    assert found, "The browser tests need Chromium: on Debian, apt install chromium."
    return found


@contextmanager
def browsers() -> Iterator[tuple[Playwright, Browser]]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS, headless=True)
        try:
            yield playwright, browser
        finally:
            browser.close()


class Person:
    """Someone with a browser of their own."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        size: tuple[int, int] = PHONE,
        language: str = "ru",
        dark: bool = False,
        touch: bool | None = None,
        still: bool = True,
    ) -> None:
        self.url = url
        self.complaints: list[str] = []
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale={"ru": "ru-RU", "en": "en-US"}[language],
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if still else "no-preference",
            has_touch=size[0] < 900 if touch is None else touch,
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        self._watch(self.page)

    def _watch(self, page: Page) -> None:
        def console(message: Any) -> None:
            expected = "ERR_" in message.text or "WebSocket" in message.text  # lines that a test has cut
            if message.type in ("error", "warning") and not expected:
                self.complaints.append(f"{message.type}: {message.text}")

        page.on("console", console)
        page.on("pageerror", lambda error: self.complaints.append(f"fault: {error}"))
        page.on("request", self._asked)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.complaints.append(f"a request to somebody else: {request.url}")

    def open(self, path: str = "/") -> "Person":
        self.page.goto(self.url + path)
        return self

    def play_with_bots(self, game: int) -> "Person":
        """From the home page: the game's first button."""
        self.open()
        self.page.locator(".button.main").nth(game).click()
        self.page.wait_for_url("**/t/*")
        return self

    def come_to(self, table: str) -> "Person":
        """By the link, with the ready-made name and face: one button."""
        self.open(f"/t/{table}")
        self.page.locator("main .button.main").click()
        return self

    def start(self) -> "Person":
        """The host begins; the table is there when its prompt is."""
        self.page.locator(".button.main.start").click()
        self.page.get_by_test_id("prompt").wait_for()
        return self

    @property
    def table(self) -> str:
        return self.page.url.rsplit("/t/", 1)[1].split("?")[0].split("#")[0]

    def is_over(self) -> bool:
        return bool(self.page.evaluate("!!document.querySelector('.end .hero')"))

    def act(self) -> bool:
        """Do one thing that the page offers; whether there was anything."""
        return bool(self.page.evaluate(ACT))

    def play_to_the_end(self, seconds: float = 300) -> None:
        """Act whenever there is something to do, until the end screen."""
        self.play_until(".end .hero", seconds=seconds)

    def play_until(self, shown: str, act: str = "", seconds: float = 300) -> None:
        """Act whenever there is something to do, until this is on the page.

        The page itself repeats it: asking it anew for every step is half of the work of a game.
        """
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self.page.evaluate(PLAY.replace("DO", act or ACT), [shown, 2]):
                return
        raise AssertionError(f"the game did not end:\n{self.page.locator('body').inner_text()[:2000]}")

    def play_by_itself(self, seconds: float = 300) -> None:
        """The page goes on acting until the end screen, and nobody waits for it."""
        self.page.evaluate(f"(asked) => void ({PLAY.replace('DO', ACT)})(asked)", [".end .hero", seconds])

    def close(self) -> None:
        self.context.close()
        assert not self.complaints, self.complaints


FITTING = (
    "[data-hand] button.held:not(.dim):not(.quiet):not(.picked)",
    ".rack .tile:not(.dim):not(.rest):not(.lifted)",
    ".hand .card:not(.dim):not(.rest):not(.lifted)",
)
ACT = """() => {
  const seen = (node) => node.offsetParent !== null && !node.disabled;
  const tap = (node) => {
    const box = node.getBoundingClientRect();
    const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
    node.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, ...at }));
    return true;
  };
  const wanted = [
    '.row .action.main', '.steer .choice', '.offers .choice', '[data-open]', '[data-pile]', 'button.plus',
    FITTING, '.row .action',
  ];
  for (const query of wanted) {
    const found = [...document.querySelectorAll(query)].filter(seen);
    if (found.length) return tap(found[Math.floor(Math.random() * found.length)]);
  }
  return false;
}""".replace("FITTING", repr(", ".join(FITTING)))
PLAY = """async ([shown, seconds]) => {
  const act = DO;
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    if (document.querySelector(shown)) return true;
    const acted = act();
    await new Promise((done) => setTimeout(done, acted ? 10 : 30));
  }
  return false;
}"""
"""For so many seconds; whether what was waited for is shown."""

__all__ = ["DESKTOP", "LARGE", "PHONE", "SIDEWAYS", "SMALL", "TABLET", "Person", "browsers", "expect"]
