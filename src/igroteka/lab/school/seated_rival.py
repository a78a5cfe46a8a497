"""Any bot as the rival of pupils, Master for instance: it sees views alone, as at every table."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from igroteka.bots import Bot
from igroteka.bots.answer import NotOffered, answer_of, told
from igroteka.core import Seat, Seeded
from igroteka.lab.entrant import Entrant
from igroteka.lab.seated_bots import BOTS_CHANCE, BotFailed
from igroteka.turbo import WAIT, Batch

_NOTHING: Final = -1


class SeatedRival:
    """A bot at the seats of a batch that are not the pupil's: a fresh one for each seat of each game.

    What it remembers of a game is not kept with a checkpoint. BotFailed for what it does wrong.
    """

    def __init__(
        self,
        name: str,
        batch: Batch,
        options: list[Any],
        theirs: Callable[[], npt.NDArray[np.bool_]],
        seed: int,
        threads: int = 1,
    ) -> None:
        self.name, self._game, self._twin = name, batch.twin.GAME, batch.twin
        self._batch, self._options, self._theirs = batch, options, theirs
        self._entrant = Entrant.of(name)
        self._entrant.bot(self._game.NAME)  # Refused before the first lesson
        self._bots: list[dict[Seat, Bot]] = [{} for _ in range(len(batch))]
        self._chances = [Seeded(seed).row(BOTS_CHANCE + at) for at in range(len(batch))]
        self._crew = ThreadPoolExecutor(threads)

    def look(self, out: npt.NDArray[np.int16]) -> None:
        """What it answers, into these whole numbers, one a table; -1 where it is not asked."""
        for at in np.flatnonzero(self._batch.ended):
            self._bots[at] = {}
        out[:] = _NOTHING
        asked = np.flatnonzero(self._theirs())
        for at, action in zip(asked, self._crew.map(self._answer, asked.tolist()), strict=True):
            out[at] = action

    def _answer(self, at: int) -> int:
        """At one table."""
        seat, may_wait = (int(self._batch.states[at][name]) for name in ("deciding", "may_wait"))
        if seat not in self._bots[at]:
            self._bots[at][seat] = self._entrant.bot(self._game.NAME)
        view = self._game.view(self._state(at), seat)
        offers = tuple(one for one in view.legal if not isinstance(one, self._game.HONOUR))
        if not offers:  # asked like everyone, so that being asked tells nothing
            return WAIT
        try:
            intent = answer_of(self._bots[at][seat], view, offers, bool(may_wait), self._chances[at])
        except NotOffered as wish:
            raise BotFailed(f"{self.name}: asked for {wish}, which was not offered") from wish
        except Exception as error:
            raise BotFailed(f"{self.name}: {told(error)}") from error
        return WAIT if intent is None else self._twin.action_of(intent)

    def _state(self, at: int) -> Any:
        """The table as the readable rules have it."""
        states = self._batch.states
        state = self._game.from_position(self._twin.decode(states, at), self._options[at])
        pool = self._twin.pool_of(states, at)
        return state if pool is None else replace(state, pool=pool)
