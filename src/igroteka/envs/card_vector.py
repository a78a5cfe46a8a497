"""`VectorEnv` on a graphics card: nothing goes through the processor."""

from functools import cache
from typing import Any

import numpy as np

from igroteka.envs.vector import Infos, Observations, VectorEnv
from igroteka.turbo.card import SIMULATED, cuda

_THREADS = 8 if SIMULATED else 128


class CardVectorEnv(VectorEnv):
    """What `VectorEnv(..., device="cuda")` makes; actions are not looked at, whatever `check` says."""

    def _lay_out(self) -> None:
        if self.final or self.relative or self.history:
            raise ValueError(
                "final and relative observations and history are made on the processor: device='cpu'"
            )
        shape = (self.num_envs, self.seats)
        self._steps = cuda().to_device(np.zeros(self.num_envs, np.int32))
        self._never = cuda().to_device(np.zeros(self.num_envs, np.bool_))  # cut after `max_steps`
        self._rewards = cuda().to_device(np.zeros(shape, np.float32))
        self._likes = cuda().to_device(np.zeros(self.num_envs, np.uint64))
        self._seen: Observations = {}

    def _kept_steps(self) -> Any:
        return self._steps.copy_to_host()

    def _restore_steps(self, steps: Any) -> None:
        self._steps.copy_to_device(np.ascontiguousarray(steps, np.int32))

    def _kept_likes(self) -> Any:
        return self._likes.copy_to_host()

    def _restore_likes(self, likes: Any) -> None:
        self._likes.copy_to_device(likes)

    def step(self, actions: Any) -> Any:
        """As on the processor; actions may be any library's array on the card."""
        batch = self.batch
        batch.answer(actions)
        _see()[-(-self.num_envs // _THREADS), _THREADS](
            batch.scores,
            batch.ended,
            self.parties,
            self.max_steps or 0,
            self._steps,
            self._rewards,
            self._never,
        )
        if self.max_steps:
            batch.deal(self._never)
        return self._look(), self._rewards, batch.ended, self._never, self._infos()

    def _look(self) -> Observations:
        masks, seen = self.batch.masks(), self.batch.observe()
        if not self._seen:
            self._seen = {"observation": seen, "action_mask": masks.view(np.int8)}
        return self._seen

    def _infos(self) -> Infos:
        return {"seat": self.batch.seats}


@cache
def _see() -> Any:
    global card  # noqa: PLW0603 - the simulator looks for it among the globals of what it runs
    card = cuda()
    return card.jit(see)


card: Any = None


def see(scores: Any, ended: Any, parties: int, most: int, steps: Any, rewards: Any, cut: Any) -> None:
    """Of each table: rewards as `rewards_of` has them, steps counted, and whether it is cut."""
    at = card.grid(1)
    if at < scores.shape[0]:
        seats = scores.shape[1]
        won = np.float32(0)
        for seat in range(seats):
            won += scores[at, seat]
        winners = won * np.float32(parties) / np.float32(seats)
        for seat in range(seats):
            share = scores[at, seat] / max(winners, np.float32(1))
            worth = (share * np.float32(parties) - np.float32(1)) / np.float32(parties - 1)
            rewards[at, seat] = worth if ended[at] and won > 0 else np.float32(0)
        made = 0 if ended[at] else steps[at] + 1
        late = most > 0 and made >= most
        steps[at] = 0 if late else made
        cut[at] = late
