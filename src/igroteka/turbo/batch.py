"""Many games at once from Python: arrays in, arrays out, no loop in Python over the games."""

from typing import Any

import numpy as np
import numpy.typing as npt

from igroteka.core import read
from igroteka.turbo.chance import streams
from igroteka.turbo.header import ANEW, EVERYONE, HONOUR
from igroteka.turbo.twin import States, Twin


class Batch:
    """`count` tables of one kind, each at its next decision; mutable, because it is stepped.

    Decisions with a single answer are made by themselves. With `again` an ended game is dealt anew at once;
    else it stays as it ended and `seats` says NOBODY.
    """

    def __init__(
        self,
        game: str | Twin,
        count: int,
        seats: int,
        options: Any = None,
        *,
        seed: int = 0,
        honour: bool = False,
        everyone: bool = False,
        again: bool = True,
    ) -> None:
        self.twin = _twin(game)
        if not isinstance(options, self.twin.GAME.Options):
            options = read(options or {}, self.twin.GAME.Options)
        table = self.twin.blank(seats, options)
        table["mode"] = HONOUR * honour + EVERYONE * everyone
        self.states: States = np.repeat(table, count)
        self.rngs = streams(seed, count)
        self.again = again
        self.seats: npt.NDArray[np.int8] = np.empty(count, np.int8)
        self.scores: npt.NDArray[np.float32] = np.zeros((count, seats), np.float32)
        self.ended: npt.NDArray[np.bool_] = np.zeros(count, np.bool_)
        self._run = self.twin.KERNELS
        self._list = np.empty(self.twin.WIDEST, np.int16)
        self._lists = np.empty((count, self.twin.WIDEST), np.int16)
        self._counts = np.empty(count, np.int16)
        self._masks = np.empty((count, self.twin.ACTIONS), np.bool_)
        self._seen = np.empty((count, self.twin.OBSERVED), np.uint8)
        self._last = self.states.copy()
        self._stale = np.full(count, ANEW, np.uint8)
        self.deal()

    def __len__(self) -> int:
        return len(self.states)

    def deal(self, which: npt.NDArray[np.bool_] | None = None) -> None:
        """Every table anew, or those of a mask."""
        if which is None:
            which = np.ones(len(self), np.bool_)
        states, rngs = self.states[which], self.rngs[which]
        self._run["deal_all"](states, rngs, self._list)
        self.states[which], self.rngs[which] = states, rngs
        self._stale[which] = ANEW
        self.seats[which] = states["deciding"]

    def put(self, state: States) -> None:
        """Every table as this one state, up to its next decision."""
        mode = self.states["mode"][0]
        self.states[:] = state[0]
        self.states["mode"] = mode
        self.states["asked"] = 0
        self._run["go_on_all"](self.states, self.rngs, self._list)
        self._changed()

    def step(self, actions: npt.NDArray[Any]) -> int:
        """Each deciding seat answers; how many times a state changed. See `seats`, `ended`, `scores`."""
        steps = self._run["step_all"](
            self.states,
            actions,
            self.rngs,
            self._list,
            self.seats,
            self.scores,
            self.ended,
            self._stale,
            self.again,
        )
        return int(steps)

    def legal(self) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
        """The answers of each deciding seat as rows of a list, and how many of each row count."""
        self._run["legal_all"](self.states, self._lists, self._counts)
        return self._lists, self._counts

    def masks(self) -> npt.NDArray[np.bool_]:
        """The answers of each deciding seat as a mask over all actions."""
        self._run["mask_all"](self.states, self._list, self._masks)
        return self._masks

    def random(self, into: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]:
        """A random answer of each deciding seat, every one as likely as any other."""
        actions = np.empty(len(self), np.int16) if into is None else into
        self._run["random_all"](self.states, self.rngs, self._list, actions)
        return actions

    def observe(self) -> npt.NDArray[np.uint8]:
        """What each deciding seat may know (docs/turbo.md): made when asked for, where it has changed."""
        self._run["observe_all"](self.states, self._last, self._seen, self._stale)
        return self._seen

    def play_out(self) -> int:
        """Random play of all tables to their ends; the steps it took."""
        self._stale[:] = ANEW
        steps = self._run["play_all"](self.states, self.rngs, self._list)
        self.seats[:] = -1
        return int(steps)

    def determinize(self, seat: int) -> None:
        """What the seat cannot see is dealt anew at every table."""
        self._run["determinize_all"](self.states, seat, self.rngs)
        self._stale[:] = ANEW

    def _changed(self) -> None:
        self._stale[:] = ANEW
        self.seats[:] = self.states["deciding"]


def _twin(game: str | Twin) -> Twin:
    from igroteka.turbo import twin

    return twin(game) if isinstance(game, str) else game
