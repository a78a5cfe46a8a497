"""A person at the page without mouse or finger: Tab, arrows and Enter, and nothing else."""

import math
import time

from playwright.sync_api import Page

from browser.player import FITTING, Person

WANTED = (".row .action.main", ".steer .choice", "[data-pile]", "button.plus", *FITTING, ".row .action")
"""What is offered, as a person would look through it."""

WAY = """(wanted) => {
  const seen = (node) => node.checkVisibility() && !node.disabled;
  const all = (query) => [...document.querySelectorAll(query)].filter(seen);
  const offered = wanted.map(all).find((found) => found.length);
  if (!offered) return null;
  const goal = offered[Math.floor(Math.random() * offered.length)];
  const bar = goal.tabIndex < 0 ? goal.closest('[role=toolbar], [role=grid]') : null;
  const stop = bar ? [...bar.querySelectorAll('[tabindex="0"]')][0] : goal;
  const stops = all('a[href], button, input, select, summary, [tabindex]').filter((one) => one.tabIndex >= 0);
  const from = stops.indexOf(document.activeElement);
  const inBar = bar ? [...bar.querySelectorAll('button')] : [];
  window.__goal = goal;
  return {
    lost: document.activeElement === document.body,
    inside: bar !== null && bar.contains(document.activeElement),
    tabs: stops.indexOf(stop) - from,
    arrows: inBar.indexOf(goal) - inBar.indexOf(inBar.includes(document.activeElement)
      ? document.activeElement : stop),
  };
}"""


def act(page: Page, wanted: tuple[str, ...] = WANTED) -> bool:
    """Go to one thing that is offered and press Enter; whether there was anything, and it was reached."""
    way = page.evaluate(WAY, wanted)
    if way is None:
        return False
    if way["lost"]:
        page.keyboard.press("Tab")
        return False
    if not way["inside"]:
        _press(page, "Tab" if way["tabs"] > 0 else "Shift+Tab", abs(way["tabs"]))
    _press(page, "ArrowRight" if way["arrows"] > 0 else "ArrowLeft", abs(way["arrows"]))
    if not page.evaluate("document.activeElement === window.__goal"):
        return False
    page.keyboard.press("Enter")
    return True


def _press(page: Page, key: str, times: int) -> None:
    for _ in range(times):
        page.keyboard.press(key)


def play(person: Person, presses: float = math.inf, seconds: float = 300) -> int:
    """Until the end screen, or so many times; how often Enter was pressed on something that was offered."""
    until, pressed = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        if pressed >= presses or person.is_over():
            return pressed
        acted = act(person.page)
        pressed += acted
        person.page.wait_for_timeout(10 if acted else 30)
    raise AssertionError(f"the game did not end:\n{person.page.locator('body').inner_text()[:2000]}")
