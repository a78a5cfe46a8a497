"""`VectorEnv` on a graphics card: nothing goes through the processor."""

from functools import cache, cached_property
from typing import Any, Final, get_args

import numpy as np
import numpy.typing as npt

from igroteka.envs.layout import fields
from igroteka.envs.vector import Infos, Observations, VectorEnv
from igroteka.turbo.card import SIMULATED, cuda
from igroteka.turbo.fields import Turned

_THREADS = 8 if SIMULATED else 128
_MOST_BLOCKS = 1 if SIMULATED else 1 << 14


class CardVectorEnv(VectorEnv):
    """What `VectorEnv(..., device="cuda")` makes."""

    def _lay_out(self) -> None:
        if self.final or self.history:
            raise ValueError("final observations and history are made on the processor: device='cpu'")
        shape = (self.num_envs, self.seats)
        self._steps = cuda().to_device(np.zeros(self.num_envs, np.int32))
        self._never = cuda().to_device(np.zeros(self.num_envs, np.bool_))  # cut after `max_steps`
        self._rewards = cuda().to_device(np.zeros(shape, np.float32))
        self._likes = cuda().to_device(np.zeros(self.num_envs, np.uint64))
        self._seen: Observations = {}
        self._turn = Turning(self.game, self.num_envs) if self.relative else None

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
        _compiled("see")[-(-self.num_envs // _THREADS), _THREADS](
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

    def state(self) -> Any:
        """As on the processor, and there."""
        seen, width = self.batch.observe_seats(), self.batch.twin.OBSERVED
        if self.relative:
            seen = self._turn_all(seen.reshape(self.num_envs * self.seats, width))
        return seen.reshape(self.num_envs, self.seats * width)

    @cached_property
    def _turn_all(self) -> "Turning":
        return Turning(self.game, self.num_envs * self.seats)

    def _look(self) -> Observations:
        masks, seen = self.batch.masks(), self.batch.observe()
        if self._turn:
            seen = self._turn(seen)
        if not self._seen:
            self._seen = {"observation": seen, "action_mask": masks.view(np.int8)}
        return self._seen

    def _infos(self) -> Infos:
        return {"seat": self.deciding}


class Turning:
    """`egocentric` on the card: observations in, the same seen from the seat that looks out."""

    def __init__(self, game: str, tables: int) -> None:
        self._kinds, at = kinds(game)
        self._at = at["seat"], at["seats"], at.get("sides", at["seats"])
        self._kinds = cuda().to_device(self._kinds)
        self._turned = cuda().device_array((tables, len(self._kinds)), np.uint8)

    def __call__(self, seen: Any) -> Any:
        numbers = self._turned.shape[0] * self._turned.shape[1]
        blocks = min(-(-numbers // _THREADS), _MOST_BLOCKS)
        _compiled("turn")[blocks, _THREADS](seen, self._kinds, *self._at, self._turned)
        return self._turned


def kinds(game: str) -> tuple[npt.NDArray[np.int32], dict[str, int]]:
    """By place of an observation: what it speaks of, and where its field begins; and where fields begin."""
    rows: list[tuple[int, int]] = []
    begins: dict[str, int] = {}
    for field in fields(game):
        begins[field.name] = len(rows)
        rows += [(SPOKEN.index(field.turned), begins[field.name])] * field.length
    return np.array(rows, np.int32), begins


@cache
def _compiled(name: str) -> Any:
    global card  # noqa: PLW0603 - the simulator looks for it among the globals of what it runs
    card = cuda()
    return card.jit(globals()[name])


card: Any = None
SPOKEN: Final[tuple[Turned, ...]] = get_args(Turned)
BY_SEAT: Final = SPOKEN.index("by seat")
SEAT: Final = SPOKEN.index("seat")
SEAT_1: Final = SPOKEN.index("seat + 1")
SEAT_BITS: Final = SPOKEN.index("bits of seats")
SIDE_1: Final = SPOKEN.index("side + 1")


def turn(seen: Any, kinds: Any, seat_at: int, seats_at: int, sides_at: int, turned: Any) -> None:
    """Observations as `egocentric._turned` has them, number by number."""
    width = seen.shape[1]
    at = card.grid(1)
    while at < seen.shape[0] * width:
        table, place = at // width, at % width
        at += card.gridsize(1)
        kind, begin = kinds[place, 0], kinds[place, 1]
        seat, seats = np.int32(seen[table, seat_at]), np.int32(seen[table, seats_at])
        told = np.int32(seen[table, place])
        if kind == BY_SEAT and place - begin < seats:
            told = np.int32(seen[table, begin + (place - begin + seat) % seats])
        elif kind == SEAT:
            told = (told + seats - seat) % seats
        elif kind == SEAT_1 and told > 0:
            told = (told - 1 + seats - seat) % seats + 1
        elif kind == SEAT_BITS:
            told = ((told >> seat) | (told << (seats - seat))) & ((1 << seats) - 1)
        elif kind == SIDE_1 and told % 4 > 0:
            sides = np.int32(seen[table, sides_at])
            told = told - told % 4 + 1 + (told % 4 - 1 + sides - seat % sides) % sides
        turned[table, place] = told


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
