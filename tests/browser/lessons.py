"""Somebody who is taught: taps where the coach's hand points, and presses Next."""

import time
from typing import Any

from browser.player import Person

FOLLOW = """() => {
  const tap = (node, x, y) => {
    const at = { bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: y };
    node.dispatchEvent(new PointerEvent('pointerdown', at));
    node.dispatchEvent(new PointerEvent('pointerup', at));
    node.dispatchEvent(new MouseEvent('click', at));
  };
  const next = document.querySelector('[data-tap="next"]');
  if (next) return tap(next, 0, 0), 'next';
  const hand = document.querySelector('[data-testid="pointer"]');
  if (!hand) return null;
  const [x, y] = [parseFloat(hand.style.left), parseFloat(hand.style.top)];
  const under = document.elementFromPoint(x, y)?.closest('[data-tap]');
  if (!under || under.disabled) return null;
  tap(under, x, y);
  return under.dataset.tap;
}"""
"""One tap as the coach shows it: what was tapped, null if there is nothing to tap now."""

AT = """() => {
  const way = document.querySelector('[data-testid="coach"] .way');
  return way ? way.getAttribute('aria-label').match(/\\d+/g).map(Number) : [0, 0];
}"""


class Learner(Person):
    """At a lesson."""

    def learn(self, game: str, lesson: str) -> "Learner":
        self.open(f"/learn/{game}/{lesson}")
        self.page.get_by_test_id("coach").wait_for()
        return self

    @property
    def step(self) -> int:
        """Counted from 1; 0 when the coach is gone."""
        return int(self.page.evaluate(AT)[0])

    @property
    def steps(self) -> int:
        return int(self.page.evaluate(AT)[1])

    @property
    def said(self) -> str:
        return self.page.get_by_test_id("coach").locator(".words").inner_text()

    def follow(self) -> Any:
        return self.page.evaluate(FOLLOW)

    def follow_to(self, step: int, seconds: float = 30) -> set[str]:
        """Tap as shown until this step; what the coach has said on the way."""
        said, until = set(), time.monotonic() + seconds
        while (at := self.step) < step:
            said.add(self.said)
            assert time.monotonic() < until, f"step {at}, {self.said!r}: nothing leads on"
            self.page.wait_for_timeout(10 if self.follow() else 20)
        return said
