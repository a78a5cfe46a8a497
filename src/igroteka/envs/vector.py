"""Many tables at once for learning, in Gymnasium's manner: arrays in, arrays out, dealt anew at the end."""

from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode

from igroteka.envs.table import observation_space, parties_at, read_options, rewards_of
from igroteka.games import game as on_shelf
from igroteka.turbo import Batch, twin
from igroteka.turbo.chance import streams

Observations = dict[str, npt.NDArray[Any]]
Infos = dict[str, npt.NDArray[Any]]


class VectorEnv:
    """`num_envs` tables, each at a seat's next real decision; mutable, because it is stepped.

    Decisions with a single answer are made by themselves. A table whose game ends is dealt anew in the same
    step: its rewards are of the game that ended, its observation is of the new one. The arrays that are
    handed out are the same at every step: copy what is to be kept.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int,
        seats: int = 2,
        options: Any = None,
        *,
        honour: bool = False,
        max_steps: int | None = None,
        seed: int = 0,
    ) -> None:
        self._made = (game, num_envs, seats, options, honour, max_steps)
        chosen = read_options(twin(game).GAME, options)
        everyone = on_shelf(game).asking_tells(chosen)
        self.batch = Batch(game, num_envs, seats, chosen, seed=seed, honour=honour, everyone=everyone)
        self.num_envs = num_envs
        self.seats = seats
        self.max_steps = max_steps
        self.single_action_space = Discrete(self.batch.twin.ACTIONS)
        self.single_observation_space = observation_space(self.batch.twin.OBSERVED, self.batch.twin.ACTIONS)
        self.parties = parties_at(on_shelf(game), seats, chosen)
        self._steps = np.zeros(num_envs, np.int64)
        self._never = np.zeros(num_envs, np.bool_)
        self._rewards = np.zeros((num_envs, seats), np.float32)

    def __getstate__(self) -> dict[str, Any]:
        """For copies and pickles: how it was made, and where its games stand."""
        return {
            "made": self._made,
            "states": self.batch.states,
            "rngs": self.batch.rngs,
            "steps": self._steps,
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        game, num_envs, seats, options, honour, max_steps = kept["made"]
        self.__init__(game, num_envs, seats, options, honour=honour, max_steps=max_steps)  # type: ignore[misc]
        self.batch.states[:] = kept["states"]
        self.batch.rngs[:] = kept["rngs"]
        self.batch.seats[:] = self.batch.states["deciding"]
        self._steps[:] = kept["steps"]

    def reset(self, seed: int | None = None) -> tuple[Observations, Infos]:
        """All tables anew; the same seed and the same actions give the same games."""
        if seed is not None:
            self.batch.rngs[:] = streams(seed, self.num_envs)
        self.batch.deal()
        self._steps[:] = 0
        return self._look(), self._infos()

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[Observations, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Infos]:
        """Each deciding seat answers; what its mask does not allow is undefined.

        Observations and masks are of the seats that decide next, `infos["seat"]`; rewards have a column for
        every seat.
        """
        self.batch.step(actions)
        ended = self.batch.ended
        self._rewards[:] = 0
        if ended.any():
            self._rewards[ended] = rewards_of(self.batch.scores[ended], self.parties)
        truncated = self._truncated(ended)
        return self._look(), self._rewards, ended, truncated, self._infos()

    def sample(self) -> npt.NDArray[np.int16]:
        """A random answer for each table, every one as likely as any other."""
        return self.batch.random()

    def _truncated(self, ended: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        if self.max_steps is None:
            return self._never
        self._steps += 1
        self._steps[ended] = 0
        late = self._steps >= self.max_steps
        if late.any():
            self.batch.deal(late)
            self._steps[late] = 0
        return late

    def _look(self) -> Observations:
        masks = self.batch.masks().view(np.int8)
        return {"observation": self.batch.observe(), "action_mask": masks}

    def _infos(self) -> Infos:
        return {"seat": self.batch.seats}
