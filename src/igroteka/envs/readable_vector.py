"""`VectorEnv` of a game without a twin: its tables one after the other, on the readable rules."""

from collections.abc import Iterator
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from igroteka.envs.course import Course
from igroteka.envs.vector import Observations, Step, VectorEnv
from igroteka.turbo import NOBODY
from igroteka.turbo.batch import not_an_answer, one_a_table
from igroteka.turbo.chance import Mirror, Streams

_DEALS: Final = 1000
"""So many games in a row without a choice for anybody are no luck."""


class ReadableVectorEnv(VectorEnv):
    """What `VectorEnv` makes of a game without a twin: the same contract, some thousand steps a second.

    Actions are looked at in any case: the rules would refuse them, and `check=False` saves nothing.
    """

    metadata: ClassVar[dict[str, Any]] = {**VectorEnv.metadata, "fast": False}

    def _open(self, options: Any, honour: bool, check: bool, device: str) -> tuple[int, int]:
        if device != "cpu":
            raise ValueError(f"{self.game} has no twin, so its tables are on the processor: device='cpu'")
        settings: dict[str, Any] = {"max_steps": self.max_steps, "relative": self.relative}
        self.courses = [
            Course(self.game, self.seats, options, honour=honour, history=self.history, **settings)
            for _ in range(self.num_envs)
        ]
        return self.courses[0].table.actions, self.courses[0].table.observed

    def _lay_out(self) -> None:
        self._likes = np.zeros(self.num_envs, np.uint64)
        self._rewards = np.zeros((self.num_envs, self.seats), np.float32)
        self._seats = np.full(self.num_envs, NOBODY, np.int8)
        self._ended, self._cut = (np.zeros(self.num_envs, np.bool_) for _ in range(2))
        spaces = self.single_observation_space.spaces
        self._seen = {
            name: np.zeros((self.num_envs, *(space.shape or ())), space.dtype)
            for name, space in spaces.items()
        }

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)

    # Chance -----------------------------------------------------------------------------------------

    def _kept_rngs(self) -> Streams:
        return np.array([course.table.chance.stream for course in self.courses], np.uint64)

    def _reseed(self, rngs: Streams) -> None:
        for course, stream in zip(self.courses, rngs, strict=True):
            course.table.chance = Mirror(int(stream))

    def sample(self) -> npt.NDArray[np.int16]:
        """A random answer for each table, every one as likely as any other; the deals do not hang on it."""
        return np.array([self._liked(at) for at in range(self.num_envs)], np.int16)

    def _liked(self, at: int) -> int:
        likes = Mirror(int(self._likes[at]))
        answers = self.courses[at].table.answers()
        chosen = int(answers[likes.below(len(answers))])
        self._likes[at] = likes.stream
        return chosen

    # Play -------------------------------------------------------------------------------------------

    @property
    def deciding(self) -> npt.NDArray[np.int8]:
        """Which seat decides next at each table."""
        return self._seats

    def _deal(self) -> None:
        for at in range(self.num_envs):
            self._begin(at)

    def _begin(self, at: int) -> None:
        """A new game up to its first choice; a game without one is no game."""
        course = self.courses[at]
        for _ in range(_DEALS):
            course.deal(None)
            self._go_on(at)
            if not course.table.is_over:
                return
        raise ValueError(f"in {_DEALS} games of {self.game} nobody was asked anything")

    def _go_on(self, at: int) -> None:
        """Single answers are given by themselves, up to a choice or the end."""
        course = self.courses[at]
        while not course.table.is_over and not course.table.is_choice:
            course.answer(int(course.table.answers()[0]))
        self._seats[at] = course.table.seat
        if not course.table.is_over:
            for name, part in course.look(course.table.seat, asked=True).items():
                self._seen[name][at] = part

    def step(self, actions: npt.ArrayLike) -> Step:
        """Each deciding seat answers; see `VectorEnv`."""
        answers, actors = self._answers(actions), self.deciding.copy()
        self._rewards[:] = 0
        for at, course in enumerate(self.courses):
            course.answer(int(answers[at]))
            self._go_on(at)
            self._ended[at], self._cut[at] = course.table.is_over, course.is_cut
            if self._ended[at]:
                self._rewards[at] = course.table.rewards()
        infos = self._final(actors, self._ended, self._cut) if self.final else {}
        for table in np.flatnonzero(self._ended | self._cut):
            self._begin(int(table))
        return self._look(), self._rewards, self._ended, self._cut, {**self._infos(), **infos}

    def _answers(self, actions: npt.ArrayLike) -> npt.NDArray[Any]:
        """One a table, each an answer of its deciding seat; or ValueError, and nothing has changed."""
        given = one_a_table(actions, self.num_envs)
        for at, course in enumerate(self.courses):
            if given[at] not in course.table.answers():
                raise not_an_answer(at, int(self._seats[at]), int(given[at]))
        return given

    # What is seen -----------------------------------------------------------------------------------

    def _look(self) -> Observations:
        return self._seen

    def state(self) -> npt.NDArray[np.uint8]:
        return np.stack([course.state() for course in self.courses])

    def _last_looks(self, over: Any, late: Any, seats: Any) -> Iterator[tuple[int, Observations]]:
        for at in np.flatnonzero(over):
            yield int(at), self.courses[at].look(int(seats[at]), asked=bool(late[at]))
