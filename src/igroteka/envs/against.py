"""One seat for a learner, bots at all others: an environment of Gymnasium's own kind, for one agent."""

from math import inf
from typing import Any, Final

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Discrete

from igroteka.bots.answer import NotOffered, answer_of
from igroteka.core import Seeded
from igroteka.envs.course import Course, Observation
from igroteka.envs.drawing import as_picture, as_text
from igroteka.envs.table import Table, observation_space, usual_seats, whole
from igroteka.turbo import NOBODY, WAIT

_DEALS: Final = 1000
"""So many games in a row without a choice for the learner are no luck."""


class AgainstBots(gymnasium.Env[Observation, Any]):
    """A table where `bot` plays every seat but one, which changes from game to game (or is `seat`).

    `bot` is a level or a bot of your own, as `igroteka play --bot` takes it; it is made anew for each game.
    The learner is asked only where it has a choice; a game that is over before the first of them is dealt
    anew. `max_steps` counts the answers of all seats. The reward
    comes at the end, as in PettingZoo. An action that the mask does not allow raises ValueError and changes
    nothing. Copies and pickles go on by themselves.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 2}

    def __init__(
        self,
        game: str,
        bot: str = "player",
        seats: int | None = None,
        options: Any = None,
        *,
        seat: int | None = None,
        max_steps: int | None = None,
        relative: bool = False,
        history: int = 0,
        seconds: float = 0.1,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode is one of {self.metadata['render_modes']}, not {render_mode!r}")
        if not isinstance(seconds, float | int) or not 0 < seconds < inf:
            raise ValueError(f"bots think for more than 0 seconds, not {seconds!r}")
        seats = usual_seats(game) if seats is None else whole("seats", seats, 1)
        if seat is not None and seat not in range(seats):
            raise ValueError(f"there is no seat {seat} at a table for {seats}")
        self.bot, self.seconds, self.render_mode = bot, seconds, render_mode
        self.course = Course(game, seats, options, max_steps=max_steps, relative=relative, history=history)
        self._fixed, self.seat = seat, seat or 0
        self.action_space = Discrete(self.table.actions)
        self.observation_space: Any = observation_space(
            self.table.observed, self.table.actions, self.course.heard.length
        )
        self._bots_made()

    @property
    def table(self) -> Table:
        """The table itself, with the truth."""
        return self.course.table

    def _bots_made(self) -> list[Any]:
        from igroteka.bots import make

        return [make(self.bot, self.seconds, self.table.game) for _ in range(self.table.seats)]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new deal; `options` are table options from now on, or refused."""
        super().reset(seed=seed)
        if options:
            self.course.change(options)
        self.seat = int(self.np_random.integers(self.table.seats)) if self._fixed is None else self._fixed
        self._chance = Seeded(int(self.np_random.integers(2**63)))
        self._begin(seed)
        for _ in range(_DEALS):
            if self._is_asked:
                self._show()
                return self._look(), {"seat": self.seat}
            self._begin(None)  # it was over before the learner could choose: nobody can learn from that
        said = f"max_steps={self.course.max_steps} is too few"
        raise ValueError(f"in {_DEALS} games seat {self.seat} was asked nothing: {said}")

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if not self._is_asked:
            raise ValueError("the game is over: reset first")
        self.course.answer(action)
        self._go_on()
        over, late = self.table.is_over, self.course.is_cut
        reward = float(self.table.rewards()[self.seat]) if over else 0.0
        self._show()
        return self._look(), reward, over, late, {"seat": self.seat}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What the learner may answer now, where Stable-Baselines3 looks for it."""
        mine = self.table.seat == self.seat
        return self.table.mask().astype(np.bool_) if mine else np.zeros(self.table.actions, np.bool_)

    def render(self) -> Any:
        """The truth, with all hands, for people who watch; `human` has printed it already."""
        match self.render_mode:
            case "ansi":
                return as_text(self.table)
            case "rgb_array":
                return as_picture(self.table)
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            print(as_text(self.table))

    @property
    def _is_asked(self) -> bool:
        return self.table.seat == self.seat and not self.course.is_cut

    def _begin(self, seed: int | None) -> None:
        """A new game with new bots, up to the learner's first choice, or to its end."""
        self._bots = self._bots_made()
        self.course.deal(seed)
        self._go_on()

    def _go_on(self) -> None:
        """Bots answer, and the learner where there is one answer only, up to a choice of the learner's."""
        while self.table.seat != NOBODY and not self.course.is_cut:
            answers = self.table.answers()
            if self.table.seat == self.seat:
                if len(answers) > 1:
                    return
                self.course.answer(int(answers[0]))
            else:
                self.course.answer(self._bots_answer(answers))

    def _bots_answer(self, answers: npt.NDArray[np.int16]) -> int:
        """What the bot at the deciding seat chooses from the same offers."""
        if len(answers) == 1 or self.bot == "random":  # who needs no view
            return int(answers[self._chance.below(len(answers))])
        seat, offers = self.table.seat, self.table.offers
        view, may_wait = self.table.view(seat), bool(WAIT in answers)
        try:
            chosen = answer_of(self._bots[seat], view, tuple(offers.values()), may_wait, self._chance)
        except NotOffered as wish:
            raise RuntimeError(f"{self.bot} at seat {seat} chose {wish}, which it was not offered") from None
        return next((action for action, offer in offers.items() if offer is chosen), WAIT)

    def _look(self) -> Observation:
        return self.course.look(self.seat, asked=self.table.seat == self.seat)
