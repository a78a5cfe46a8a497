"""The course of games at one table, for environments: deals, counted answers, the cut, what was heard."""

from typing import Any

import numpy as np
import numpy.typing as npt

from igroteka.core import Refused
from igroteka.envs.egocentric import egocentric
from igroteka.envs.heard import Heard
from igroteka.envs.table import Table, environment_options, flag, fresh_seed, open_table, whole
from igroteka.games import game as on_shelf

Observation = dict[str, npt.NDArray[Any]]


class Course:
    """A table whose games are cut after `max_steps` answers, and whose seats remember `history` of them.

    An answer counts unless it was the only one of a seat on its own turn: those are asked for in PettingZoo
    and given by themselves elsewhere, and a game is cut at the same place all the same. A seed is that of the
    same games everywhere (docs/envs.md).
    """

    def __init__(
        self,
        game: str,
        seats: int,
        options: Any = None,
        *,
        honour: bool = False,
        max_steps: int | None = None,
        relative: bool = False,
        history: int = 0,
    ) -> None:
        self.honour, self.relative = flag("honour", honour), flag("relative", relative)
        self.max_steps = None if max_steps is None else whole("max_steps", max_steps, 1)
        history = whole("history", history, 0)
        self.table = self._opened(game, seats, options)
        self.table.roll(fresh_seed())
        self.heard = Heard(seats, history)
        self.steps = 0

    def _opened(self, game: str, seats: int, options: Any) -> Table:
        return open_table(game, seats, environment_options(on_shelf(game), options), honour=self.honour)

    def change(self, options: dict[str, Any]) -> None:
        """Another table with these options from now on, or ValueError; chance goes on from where it was."""
        old = self.table
        try:
            self.table = self._opened(old.game, old.seats, options)
        except Refused as refused:
            raise ValueError(f"these are no options of {old.game}: {refused}") from None
        self.table.chance = old.chance

    def deal(self, seed: int | None) -> None:
        """A new game; without a seed chance goes on."""
        self.table.deal(None if seed is None else whole("a seed", seed, 0))
        self.heard.clear()
        self.steps = 0

    def answer(self, said: Any) -> None:
        """The deciding seat answers; what is no answer raises ValueError and changes nothing."""
        action = whole("an action", said, 0)
        seat, counts = self.table.seat, self.max_steps is not None and self.table.is_choice
        self.table.answer(action)
        self.steps += counts
        if self.heard.length:
            self.heard.tell(self.table, seat, action)

    @property
    def is_cut(self) -> bool:
        """Whether the game goes no further: a seat would be asked, but enough answers were given."""
        return self.max_steps is not None and self.steps >= self.max_steps and self.table.is_choice

    def seen(self, seat: int) -> npt.NDArray[np.uint8]:
        """What the seat may know."""
        seen = self.table.observe(seat)
        return egocentric(self.table.game, seen) if self.relative else seen

    def state(self) -> npt.NDArray[np.uint8]:
        """What all seats together may know: their observations one after the other."""
        return np.concatenate([self.seen(seat) for seat in range(self.table.seats)])

    def look(self, seat: int, *, asked: bool) -> Observation:
        """The same with the mask of its answers, empty unless it is asked, and with its history."""
        mask = self.table.mask().copy() if asked else np.zeros(self.table.actions, np.int8)
        look: Observation = {"observation": self.seen(seat), "action_mask": mask}
        return {**look, "history": self.heard.rows(seat, self.relative)} if self.heard.length else look
