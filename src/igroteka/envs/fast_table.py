"""One table over a twin's record."""

from copy import copy
from functools import cache
from typing import Any, Final, Self

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from igroteka.core import Chance
from igroteka.envs.layout import own_part
from igroteka.envs.single import kernels
from igroteka.envs.table import parties_at, read_options, rewards_of
from igroteka.games import game as on_shelf
from igroteka.turbo import EVERYONE, HONOUR, NOBODY, WAIT, Twin, twin
from igroteka.turbo.chance import streams, streams_from

_twin: Final = cache(twin)


def copied(states: npt.NDArray[np.void]) -> npt.NDArray[np.void]:
    """The same in one piece: NumPy's own copy goes field by field, which takes ten times as long."""
    return states.view(np.uint8).copy().view(states.dtype)


class FastTable:
    """A `Table` that runs on a twin; all that is left to chance comes from one stream, as in `Batch`."""

    def __init__(self, game: str, seats: int, options: Any = None, *, honour: bool = False) -> None:
        fast, rules = _twin(game), on_shelf(game)
        self.game = game
        self.seats = seats
        self.options = read_options(rules, options)
        self.actions = fast.ACTIONS
        self.observed = fast.OBSERVED
        self.states = fast.blank(seats, self.options)
        self.states["mode"] = HONOUR * honour + EVERYONE * rules.asking_tells(self.options)
        self.parties = parties_at(rules, seats, self.options)
        self.chance = streams(0)
        self._list = np.empty(fast.WIDEST, np.int16)
        self._mask: npt.NDArray[np.int8] | None = None
        self._last = (NOBODY, WAIT)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """What a game is at, and no more: options never change, the rest is scratch."""
        other = copy(self)
        other.states = copied(self.states)
        other.chance = self.chance.copy()
        other._list = self._list.copy()
        return other

    @property
    def twin(self) -> Twin:
        """Looked up, not kept: modules cannot be copied or pickled."""
        return _twin(self.game)

    def deal(self, seed: int | None = None) -> None:
        """A new game; with a seed, always the same one for the same answers."""
        if seed is not None:
            self.chance[:] = streams_from(seed)
        self._run("deal_it", self.states, self.chance)
        self._mask = None

    def place(self, position: dict[str, Any]) -> None:
        mode = self.states["mode"][0]
        self.states = self.twin.encode(position, self.options)
        self.states["mode"] = mode
        self._mask = None

    def ask(self) -> int:
        """Whose decision it is now; NOBODY after the end."""
        self._mask = None
        return int(self._run("ask_it", self.states, self.chance))

    def next_asked(self) -> list[int]:
        """The seats of which `ask` would pick one by chance: off-turn seats first, then the seat on turn."""
        s = self.states[0]
        if s["over"]:
            return []
        turn, able = int(s["turn"]), int(self._run("actors_of", self.states))
        if s["mode"] & EVERYONE and able >> turn & 1:
            able = (1 << self.seats) - 1
        waiting = able & ~(int(s["asked"]) | 1 << turn)
        return [seat for seat in range(self.seats) if waiting >> seat & 1] or [turn]

    def ask_seat(self, seat: int) -> None:
        """Like `ask`, where chance has picked this one of `next_asked`."""
        s = self.states[0]
        s["deciding"] = seat
        s["may_wait"] = seat != s["turn"] and self._run("actors_of", self.states) >> int(s["turn"]) & 1
        self._mask = None

    @property
    def seat(self) -> int:
        return int(self.states["deciding"][0])

    @property
    def is_over(self) -> bool:
        return bool(self.states["over"][0])

    def answers(self) -> npt.NDArray[np.int16]:
        """What the deciding seat may answer, rising."""
        if self.seat == NOBODY:
            return self._list[:0].copy()
        count = self._run("legal_of", self.states, self.seat, self._list)
        found = np.sort(self._list[:count])
        return np.concatenate([np.array([WAIT], np.int16), found]) if self.states["may_wait"][0] else found

    @property
    def is_choice(self) -> bool:
        if self.seat == NOBODY:
            return False
        waits = bool(self.states["may_wait"][0])
        return waits or self._run("legal_of", self.states, self.seat, self._list) > 1

    @property
    def offers(self) -> dict[int, Any]:
        return {int(action): self.twin.intent_of(int(action)) for action in self.answers() if action != WAIT}

    def mask(self) -> npt.NDArray[np.int8]:
        """The same over all actions; made once a decision, so leave it as it is."""
        if self._mask is None:
            mask = np.zeros((1, self.actions), np.bool_)
            self._run("mask_all", self.states, mask)
            self._mask = mask[0].view(np.int8)
        return self._mask

    def observe(self, seat: int, *, own: bool = True, public: bool = True) -> npt.NDArray[np.uint8]:
        seen = np.empty(self.observed, np.uint8)
        self._run("observe_it", self.states, seat, seen)
        if own and public:
            return seen
        mine = own_part(self.game)
        return seen * (mine if own else ~mine)

    def answer(self, action: int) -> None:
        """The deciding seat answers; the next one is asked. Anything else than an answer changes nothing."""
        if not 0 <= action < self.actions or not self.mask()[action]:
            raise ValueError(f"{action} is not an answer of seat {self.seat} now: see the action mask")
        self.apply(action)
        self.ask()

    def apply(self, action: int) -> None:
        """The deciding seat answers, without a look at whether it may; nobody is asked yet."""
        self._last = (self.seat, action)
        self._run("answer_it", self.states, action, self.chance)

    def apply_surely(self, action: int) -> bool:
        """The twin reads on in its stream of chance if it needs any."""
        before = copied(self.states)
        self.chance[0] = 0
        self.apply(action)
        if self.chance[0]:
            self.states = before
            return False
        return True

    def roll(self, number: int) -> None:
        self.chance[:] = streams(number)

    def told(self, seat: int) -> str:
        """Everyone hears who answered what."""
        seat, action = self._last
        return f"{seat} {action}"

    def heard(self, seat: int) -> int:
        return self._last[1]

    def rewards(self) -> npt.NDArray[np.float64]:
        """By seat; all 0 until the end."""
        if not self.is_over:
            return np.zeros(self.seats)
        scores = np.zeros(self.seats, np.float32)
        self._run("score_it", self.states, scores)
        return rewards_of(scores.astype(np.float64), self.parties)

    def view(self, seat: int) -> Any:
        """What the seat may know, as the readable rules tell it."""
        state = self.twin.GAME.from_position(self.position(), self.options)
        return self.twin.GAME.view(replace(state, pool=self.twin.pool_of(self.states)), seat)

    def imagine(self, seat: int, chance: Chance) -> None:
        """From now on a table that the seat's view allows, made from that alone; who is asked stays."""
        game, before = self.twin.GAME, self.states
        state = game.imagine(self.view(seat), chance)
        position = game.position(state)
        if position is None:
            raise ValueError("there is nothing to imagine before the deal")
        self.states = self.twin.encode(position, self.options, state.pool)
        for field in ("mode", "deciding", "may_wait", "asked"):
            self.states[field] = before[field]
        self.chance[:] = 0
        self._mask = None

    def position(self) -> dict[str, Any]:
        """The truth as plain data (docs/rules/<game>.md, section 3)."""
        return self.twin.decode(self.states)

    def said(self, action: int) -> str:
        """An action in words: the JSON of its intent."""
        return "wait" if action == WAIT else msgspec.json.encode(self.twin.intent_of(action)).decode()

    def _run(self, kernel: str, *args: Any) -> Any:
        return kernels(self.game)[kernel](*args)
