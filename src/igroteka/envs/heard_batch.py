"""Many tables at once that keep what each seat has heard of the answers, those given by themselves too.

The functions are templates, as those of turbo/loops.py: what they call are the kernels of one twin.
"""

from collections.abc import Callable, Mapping
from functools import cache
from sys import modules
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from igroteka.envs.heard import History
from igroteka.turbo import Batch, twin
from igroteka.turbo.batch import alone
from igroteka.turbo.brought import deal, legal, score
from igroteka.turbo.compiling import bound
from igroteka.turbo.header import ANEW, CHANGED, NOBODY, WAIT
from igroteka.turbo.machine import Array, Int, State, Stream
from igroteka.turbo.one_table import answer, ask
from igroteka.turbo.twin import States


def tell(s: State, action: Int, heard: Array, counts: Array) -> None:
    """The deciding seat answers: a pair more in the ring of everyone who hears of it."""
    for seat in range(s.seats):
        if action != WAIT or seat == s.deciding:
            at = counts[seat] % heard.shape[1]
            heard[seat, at, 0] = s.deciding
            heard[seat, at, 1] = action
            counts[seat] += 1


def tell_on(s: State, rng: Stream, out: Array, heard: Array, counts: Array) -> Int:
    """`go_on` of loops.py, telling what is answered by itself."""
    changed = 0
    while ask(s, rng) != NOBODY:
        if s.may_wait:
            break
        if legal(s, np.int64(s.deciding), out) > 1:
            break
        action = np.int64(out[0])
        tell(s, action, heard, counts)
        answer(s, action, rng)
        changed += 1
    return changed


def deal_told(s: State, rng: Stream, out: Array, heard: Array, counts: Array) -> None:
    counts[:] = 0
    deal(s, rng)
    tell_on(s, rng, out, heard, counts)


def deal_which(states: Array, which: Array, rngs: Array, out: Array, heard: Array, counts: Array) -> None:
    for at in range(states.shape[0]):
        if which[at]:
            deal_told(states[at], rngs[at : at + 1], out, heard[at], counts[at])


def step_told(
    states: Array,
    actions: Array,
    rngs: Array,
    out: Array,
    seats: Array,
    scores: Array,
    ended: Array,
    stale: Array,
    again: Int,
    heard: Array,
    counts: Array,
) -> Int:
    """`step_all` of loops.py, telling every answer."""
    steps = 0
    for at in range(states.shape[0]):
        s, rng, action = states[at], rngs[at : at + 1], np.int64(actions[at])
        ended[at] = 0
        scores[at, :] = 0
        if s.over == 0:
            tell(s, action, heard[at], counts[at])
            answer(s, action, rng)
            steps += np.int64(action != WAIT) + tell_on(s, rng, out, heard[at], counts[at])
            stale[at] = max(stale[at], CHANGED)
            if s.over:
                ended[at] = 1
                score(s, scores[at])
                if again:
                    deal_told(s, rng, out, heard[at], counts[at])
                    stale[at] = ANEW
        seats[at] = s.deciding
    return steps


def recall(heard: Array, counts: Array, listeners: Array, out: Array) -> None:
    """Of every table what its listener has heard, the newest first, as 1 + seat and 1 + action."""
    length = out.shape[1]
    for at in range(out.shape[0]):
        out[at] = 0
        seat = max(listeners[at], 0)
        for back in range(min(counts[at, seat], length)):
            place = (counts[at, seat] - 1 - back) % length
            out[at, back, 0] = heard[at, seat, place, 0] + 1
            out[at, back, 1] = heard[at, seat, place, 1] + 1


_TEMPLATES: Final[tuple[Any, ...]] = (tell, tell_on, deal_told, deal_which, step_told, recall)


@cache
def _kernels(game: str) -> Mapping[str, Callable[..., Any]]:
    fast = twin(game)
    module = modules[fast.KERNELS["ask"].__module__]
    names: dict[str, Any] = {**globals(), **fast.KERNELS}
    for template in _TEMPLATES:
        names[template.__name__] = bound(template, module, names)
    return names


class HeardBatch(Batch):
    """A `Batch` whose seats remember the last answers that they heard of: `history()`."""

    def __init__(
        self, game: str, count: int, seats: int, options: Any, history: int, **settings: Any
    ) -> None:
        self.heard = np.zeros((count, seats, history, 2), np.int16)
        self.counts = np.zeros((count, seats), np.int64)
        self._rows = np.zeros((count, history, 2), np.int16)
        super().__init__(game, count, seats, options, **settings)

    @alone
    def deal(self, which: npt.NDArray[np.bool_] | None = None) -> None:
        chosen = self._which(which)
        self._kernel("deal_which", self.states, chosen, self.rngs, self._list, self.heard, self.counts)
        self._stale[chosen] = ANEW
        self.seats[chosen] = self.states["deciding"][chosen]

    @alone
    def step(self, actions: npt.ArrayLike) -> int:
        where = (self.seats, self.scores, self.ended, self._stale, self.again)
        answers = self._answers(actions)
        steps = self._kernel(
            "step_told", self.states, answers, self.rngs, self._list, *where, self.heard, self.counts
        )
        return int(steps)

    @alone
    def history(self, seats: npt.NDArray[np.int8] | None = None, relative: bool = False) -> History:
        """What the deciding seats have heard, or these, as `Heard.rows` has it; the array is used again."""
        listeners = self.seats if seats is None else np.asarray(seats)
        if listeners.shape != (len(self),) or (listeners >= self.scores.shape[1]).any():
            raise ValueError(f"who listens is told by {len(self)} seats, one a table")
        self._kernel("recall", self.heard, self.counts, listeners, self._rows)
        if relative:
            by = self._rows[:, :, 0]
            by[:] = np.where(by > 0, (by - 1 - listeners[:, None]) % self.scores.shape[1] + 1, 0)
        return self._rows

    def kept_history(self) -> tuple[History, npt.NDArray[np.int64]]:
        return self.heard.copy(), self.counts.copy()

    def restore_history(self, kept: tuple[History, npt.NDArray[np.int64]]) -> None:
        self.heard[:], self.counts[:] = kept

    def put(self, state: States) -> None:
        """A position has no history."""
        super().put(state)
        self.counts[:] = 0

    def _kernel(self, name: str, *arguments: Any) -> Any:
        return _kernels(self.twin.GAME.NAME)[name](*arguments)
