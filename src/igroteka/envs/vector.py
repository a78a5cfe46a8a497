"""Many tables at once for learning, in Gymnasium's manner: arrays in, arrays out, dealt anew at the end."""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode

from igroteka.envs.egocentric import egocentric
from igroteka.envs.heard import History
from igroteka.envs.heard_batch import HeardBatch
from igroteka.envs.table import (
    Seeds,
    environment_options,
    flag,
    fresh_seed,
    listed,
    observation_space,
    parties_at,
    rewards_of,
    usual_seats,
    whole,
)
from igroteka.games import game as on_shelf
from igroteka.turbo import Batch, twins
from igroteka.turbo.chance import Streams, streams, streams_from

Observations = dict[str, npt.NDArray[Any]]
Infos = dict[str, Any]
Step = tuple[Observations, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Infos]


class VectorEnv:
    """`num_envs` tables, each at a seat's next real decision.

    Decisions with a single answer are made by themselves. A table whose game ends is dealt anew in the same
    step: its rewards are of the game that ended, its observation is of the new one; with `final` the last
    observation of the old one is in `infos["final_obs"]`. The arrays that are handed out are the same at
    every step: copy what is to be kept. An action that the mask does not allow is a ValueError that names
    table, seat and action, and nothing has changed; `check=False` saves the look at it. With `relative`
    observations are egocentric; with `history` they have the last answers that the seat has heard of.
    With `device="cuda"` everything lives on a graphics card, and PyTorch, JAX and CuPy take the arrays
    without a copy; there the look at actions waits for the card, and there is no `final` and no `history`.
    A game without a twin has the same tables, played by its readable rules: `metadata["fast"]` is False.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP, "fast": True}

    def __new__(cls, game: str = "", *_: Any, device: str = "cpu", **__: Any) -> Self:
        if game and game not in twins():
            from igroteka.envs.readable_vector import ReadableVectorEnv

            return object.__new__(ReadableVectorEnv)  # type: ignore[return-value]
        if device == "cuda":
            from igroteka.envs.card_vector import CardVectorEnv

            return object.__new__(CardVectorEnv)  # type: ignore[return-value]
        return object.__new__(cls)

    def __init__(
        self,
        game: str,
        num_envs: int,
        seats: int | None = None,
        options: Any = None,
        *,
        honour: bool = False,
        max_steps: int | None = None,
        seed: int | None = None,
        check: bool = True,
        final: bool = False,
        relative: bool = False,
        history: int = 0,
        device: str = "cpu",
    ) -> None:
        num_envs = whole("num_envs", num_envs, 1)
        seats = usual_seats(game) if seats is None else whole("seats", seats, 1)
        honour, check = flag("honour", honour), flag("check", check)
        final, relative = flag("final", final), flag("relative", relative)
        history = whole("history", history, 0)
        max_steps = None if max_steps is None else whole("max_steps", max_steps, 1)
        self._made = (game, num_envs, seats, options)
        self._settings = {
            "honour": honour,
            "max_steps": max_steps,
            "check": check,
            "final": final,
            "relative": relative,
            "history": history,
            "device": device,
        }
        chosen = environment_options(on_shelf(game), options)
        self.game, self.num_envs, self.seats = game, num_envs, seats
        self.max_steps, self.final, self.relative, self.history = max_steps, final, relative, history
        actions, observed = self._open(chosen, honour, check, device)
        self.single_action_space = Discrete(actions)
        self.single_observation_space = observation_space(observed, actions, history)
        self.parties = parties_at(on_shelf(game), seats, chosen)
        self._lay_out()
        self.reset(fresh_seed() if seed is None else seed)

    def _open(self, options: Any, honour: bool, check: bool, device: str) -> tuple[int, int]:
        """The tables; how many actions there are, and how many numbers an observation has."""
        tables: dict[str, Any] = {
            "honour": honour,
            "everyone": on_shelf(self.game).asking_tells(options),
            "again": not self.final,
            "check": check,
            "device": device,
        }
        size = (self.game, self.num_envs, self.seats, options)
        keeps = self.history and device == "cpu"
        self.batch = HeardBatch(*size, self.history, **tables) if keeps else Batch(*size, **tables)
        return self.batch.twin.ACTIONS, self.batch.twin.OBSERVED

    def _lay_out(self) -> None:
        self._steps: Any = np.zeros(self.num_envs, np.int64)
        self._never: Any = np.zeros(self.num_envs, np.bool_)
        self._rewards: Any = np.zeros((self.num_envs, self.seats), np.float32)
        self._likes: Any = np.zeros(self.num_envs, np.uint64)

    def __getstate__(self) -> dict[str, Any]:
        """For copies and pickles: how it was made, and where its games stand."""
        states, rngs = self.batch.kept()
        made = (self._made, self._settings)
        kept = {"made": made, "states": states, "rngs": rngs, "steps": self._kept_steps()}
        if isinstance(self.batch, HeardBatch):
            kept["history"] = self.batch.kept_history()
        return {**kept, "likes": self._kept_likes()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        made, settings = kept["made"]
        self.__init__(*made, **settings)  # type: ignore[misc]
        self.batch.restore(kept["states"], kept["rngs"])
        self._restore_steps(kept["steps"])
        self._restore_likes(kept["likes"])
        if isinstance(self.batch, HeardBatch):
            self.batch.restore_history(kept["history"])

    def _kept_steps(self) -> Any:
        return self._steps.copy()

    def _restore_steps(self, steps: Any) -> None:
        self._steps[:] = steps

    def _kept_likes(self) -> Any:
        return self._likes.copy()

    def _restore_likes(self, likes: Any) -> None:
        self._likes[:] = likes

    def reset(
        self, seed: Seeds | npt.NDArray[Any] = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Infos]:
        """All tables anew; the same seed and the same actions give the same games.

        Table n has the games that one table with the seed plus n has, in PettingZoo too. A list has a seed
        for every table, or None: its chance goes on. An array is such a list. Options, which Gymnasium's
        wrappers hand on, are those of `VectorEnv(…)`: here there are none.
        """
        if options:
            raise ValueError(
                f"tables get their options when they are made: VectorEnv(…, options={options!r})"
            )
        seed = listed(seed)
        if isinstance(seed, Sequence):
            self._reseed_each(seed)
        elif seed is not None:
            first = whole("a seed", seed, 0)
            self._reseed(streams_from(first, self.num_envs))
            self._restore_likes(streams(first, self.num_envs))
        self._deal()
        return self._look(), self._infos()

    def _reseed_each(self, seeds: Sequence[int | None]) -> None:
        if len(seeds) != self.num_envs:
            raise ValueError(f"a seed for each of {self.num_envs} tables, please; these are {len(seeds)}")
        said = [(at, whole("a seed", one, 0)) for at, one in enumerate(seeds) if one is not None]
        rngs, likes = self._kept_rngs(), self._kept_likes()
        for at, one in said:
            rngs[at], likes[at] = streams_from(one)[0], streams(one)[0]
        self._reseed(rngs)
        self._restore_likes(likes)

    def _kept_rngs(self) -> Streams:
        return self.batch.kept()[1]

    def _reseed(self, rngs: Streams) -> None:
        self.batch.reseed(rngs)

    def _deal(self) -> None:
        self.batch.deal()
        self._restore_steps(np.zeros(self.num_envs, np.int64))

    @property
    def deciding(self) -> Any:
        """Which seat decides next at each table; `infos["seat"]` is the same."""
        return self.batch.seats

    def look(self) -> tuple[Observations, Infos]:
        """What is to be seen now, as the last step or reset gave it."""
        return self._look(), self._infos()

    def state(self) -> Any:
        """What all seats of a table together may know, a row each, for critics: as in PettingZoo."""
        seen = self.batch.observe_seats()
        seen = egocentric(self.game, seen) if self.relative else seen
        return seen.reshape(self.num_envs, -1)

    def close(self) -> None:
        """Nothing is held open; loops that were written for Gymnasium end with this."""

    def go_on_from(self, other: "VectorEnv") -> None:
        """Chance goes on from where it is at the other tables."""
        self._reseed(other._kept_rngs())
        self._restore_likes(other._kept_likes())

    def step(self, actions: npt.ArrayLike) -> Step:
        """Each deciding seat answers.

        Observations and masks are of the seats that decide next, `infos["seat"]`; rewards have a column for
        every seat.
        """
        actors = self.deciding.copy() if self.final else self.deciding
        self.batch.step(actions)
        ended = self.batch.ended
        self._rewards[:] = 0
        if ended.any():
            self._rewards[ended] = rewards_of(self.batch.scores[ended], self.parties)
        late = self._late(ended)
        infos = self._final(actors, ended, late) if self.final else {}
        anew = ended | late if self.final else late
        if anew.any():
            self.batch.deal(anew)
            self._steps[anew] = 0
        return self._look(), self._rewards, ended, late, {**self._infos(), **infos}

    def sample(self) -> npt.NDArray[np.int16]:
        """A random answer for each table, every one as likely as any other; the deals do not hang on it."""
        return self.batch.random(rngs=self._likes)

    def _late(self, ended: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        late: npt.NDArray[np.bool_] = self._never
        if self.max_steps is not None:
            self._steps += 1
            self._steps[ended] = 0
            late = self._steps >= self.max_steps
        return late

    def _final(self, actors: Any, ended: npt.NDArray[np.bool_], late: npt.NDArray[np.bool_]) -> Infos:
        """As Gymnasium has it: an array of objects, filled where a game ended or was cut.

        After the end it is what the seat that answered last sees, with an empty mask; of a game that was cut
        it is what the seat that would have decided next sees, with its mask.
        """
        over = ended | late
        if not over.any():
            return {}
        seats = np.where(ended, actors, self.deciding)
        finals, infos = (np.full(self.num_envs, None, object) for _ in range(2))
        for at, look in self._last_looks(over, late, seats):
            finals[at] = look
            infos[at] = {"seat": int(seats[at]), "rewards": self._rewards[at].copy()}
        return {"final_obs": finals, "_final_obs": over, "final_info": infos, "_final_info": over}

    def _last_looks(self, over: Any, late: Any, seats: Any) -> Iterator[tuple[int, Observations]]:
        """What these seats see at the tables that are over, with a mask where one was cut."""
        masks = self.batch.masks() if late.any() else None
        heard = self._heard(seats)
        for at in np.flatnonzero(over):
            seen = np.zeros(self.batch.twin.OBSERVED, np.uint8)
            self.batch.twin.KERNELS["observe"](self.batch.states[at], int(seats[at]), seen)
            mask = np.zeros(self.batch.twin.ACTIONS, np.int8)
            if masks is not None:
                mask[:] = masks[at]
            seen = egocentric(self.game, seen) if self.relative else seen
            look = {"observation": seen, "action_mask": mask}
            yield int(at), look if heard is None else {**look, "history": heard[at].copy()}

    def _look(self) -> Observations:
        masks = self.batch.masks().view(np.int8)
        seen = self.batch.observe()
        look = {
            "observation": egocentric(self.game, seen) if self.relative else seen,
            "action_mask": masks,
        }
        heard = self._heard()
        return look if heard is None else {**look, "history": heard}

    def _heard(self, seats: Any = None) -> History | None:
        return self.batch.history(seats, self.relative) if isinstance(self.batch, HeardBatch) else None

    def _infos(self) -> Infos:
        return {"seat": self.deciding}
