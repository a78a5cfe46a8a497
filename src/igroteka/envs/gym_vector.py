"""Gymnasium's own kind of vector environment: all seats of a table are one player that is asked in turn."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from igroteka.core import Refused
from igroteka.envs.table import Seeds, listed
from igroteka.envs.vector import Infos, Observations, VectorEnv


class SelfPlayVectorEnv(gymnasium.vector.VectorEnv):
    """`VectorEnv` as Gymnasium's wrappers want it (docs/envs.md): one reward a table.

    The reward is that of the seat that has just answered; `infos["rewards"]` has those of all seats and
    `infos["seat"]` who decides next. `reset(options=…)` deals with other table options from then on.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seats: int | None = None,
        options: Any = None,
        *,
        honour: bool = False,
        max_steps: int | None = None,
        check: bool = True,
        relative: bool = False,
        history: int = 0,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            raise ValueError("many tables are not drawn: render_mode is None")
        self._settings: dict[str, Any] = {
            "honour": honour,
            "max_steps": max_steps,
            "check": check,
            "final": True,
            "relative": relative,
            "history": history,
        }
        self.render_mode = None
        self.tables = VectorEnv(game, num_envs, seats, options, **self._settings)
        self.num_envs = self.tables.num_envs
        self.single_action_space = self.tables.single_action_space
        self.single_observation_space = self.tables.single_observation_space
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    def reset(
        self, *, seed: Seeds | npt.NDArray[Any] = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Infos]:
        """All tables anew; without a seed they go on from where chance was. A list has one for each."""
        if options:
            self._change(options)
        seed = listed(seed)
        if seed is not None and not isinstance(seed, Sequence):
            self._np_random, self._np_random_seed = gymnasium.utils.seeding.np_random(seed)
        seen, infos = self.tables.reset(seed)
        return _copied(seen), {name: value.copy() for name, value in infos.items()}

    def _change(self, options: dict[str, Any]) -> None:
        old = self.tables
        try:
            self.tables = VectorEnv(old.game, self.num_envs, old.seats, options, **self._settings)
        except Refused as refused:
            raise ValueError(f"these are no options of {old.game}: {refused}") from None
        self.tables.go_on_from(old)

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Observations, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Infos]:
        actors = self.tables.deciding.copy()
        seen, rewards, ended, late, infos = self.tables.step(actions)
        own = rewards[np.arange(self.num_envs), actors].astype(np.float64)
        infos |= {"rewards": rewards.copy(), "seat": infos["seat"].copy()}
        return _copied(seen), own, ended.copy(), late.copy(), infos

    def sample(self) -> npt.NDArray[np.int16]:
        """A random answer for each table."""
        return self.tables.sample()

    def state(self) -> npt.NDArray[np.uint8]:
        """What all seats of each table together may know, for critics."""
        state: npt.NDArray[np.uint8] = self.tables.state()
        return state

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is held open."""


def _copied(seen: Observations) -> Observations:
    return {name: array.copy() for name, array in seen.items()}
