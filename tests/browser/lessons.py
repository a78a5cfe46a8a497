"""Somebody who is taught: taps where the coach's hand points, and presses Next."""

import time

from browser.player import Person

FOLLOW = """() => {
  const coach = document.querySelector('[data-testid="coach"]');
  const said = coach ? coach.querySelector('.words').innerText.trim() : '';
  const at = coach ? Number(coach.querySelector('.way').getAttribute('aria-label').match(/\\d+/)[0]) : 0;
  const tap = (node, x, y) => {
    const at = { bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: y };
    node.dispatchEvent(new PointerEvent('pointerdown', at));
    node.dispatchEvent(new PointerEvent('pointerup', at));
    node.dispatchEvent(new MouseEvent('click', at));
  };
  const next = document.querySelector('[data-tap="next"]');
  if (next) return tap(next, 0, 0), [at, said, 'next'];
  const hand = document.querySelector('[data-testid="pointer"]');
  if (!hand) return [at, said, null];
  const [x, y] = [parseFloat(hand.style.left), parseFloat(hand.style.top)];
  const under = document.elementFromPoint(x, y)?.closest('[data-tap]');
  if (!under || under.disabled) return [at, said, null];
  tap(under, x, y);
  return [at, said, under.dataset.tap];
}"""
"""One tap as the coach shows it: at which step, what was said then, and what was tapped, if anything."""

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

    def follow(self) -> tuple[int, str, str | None]:
        at, said, tapped = self.page.evaluate(FOLLOW)
        return at, said, tapped

    def follow_to(self, step: int, seconds: float = 30) -> set[str]:
        """Tap as shown until this step; what the coach has said on the way."""
        heard, until = set(), time.monotonic() + seconds
        while self.step < step:
            at, said, tapped = self.follow()
            heard.add(said)
            assert time.monotonic() < until, f"step {at}, {said!r}: nothing leads on"
            self.page.wait_for_timeout(10 if tapped else 20)
        return heard
