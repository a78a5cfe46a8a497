"""One table of a game without a twin, over its readable rules: slow, but there for every game.

Such a game numbers neither its intents nor what a view tells, so both are hashed:

* An action is a number from 1 to 4095 that the JSON of an intent gives, the same at every table. Where two
  offers of one moment share it, the later one (by its JSON) takes the next that is free.
* An observation counts what a view tells into 2048 places: every part by the field it lies in, the last part
  of a field once more, every number by its field and place.
"""

from collections.abc import Iterator
from copy import copy
from functools import cache
from operator import itemgetter
from typing import Any, Final, Self
from zlib import crc32

import msgspec
import numpy as np
import numpy.typing as npt

from igroteka.core import HOUSE, NO_CHANCE, AnyGame, Chance, Deal
from igroteka.envs.table import parties_at, read_options, rewards_of
from igroteka.games import game as on_shelf
from igroteka.turbo.chance import Mirror, streams, streams_from
from igroteka.turbo.header import NOBODY, WAIT

ACTIONS: Final = 4096
OBSERVED: Final = 2048


class ReadableTable:
    """A `Table` that runs on the rules of `games`."""

    actions: int = ACTIONS
    observed: int = OBSERVED

    def __init__(self, game: str, seats: int, options: Any = None, *, honour: bool = False) -> None:
        rules = on_shelf(game)
        self.game = game
        self.seats = seats
        self.options = read_options(rules, options)
        self.state = rules.start(seats, self.options)
        self.parties = parties_at(rules, seats, self.options)
        self._left_out = () if honour else rules.HONOUR
        self._asks_everyone = rules.asking_tells(self.options)
        self.chance = Mirror(0)
        self._seat, self._may_wait = NOBODY, False
        self._asked: frozenset[int] = frozenset()
        self._offers: dict[int, Any] | None = None
        self._mask: npt.NDArray[np.int8] | None = None
        self._events: tuple[Any, ...] = ()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """States never change, so that they may be shared."""
        other = copy(self)
        other.chance = Mirror(self.chance.stream)
        return other

    @property
    def rules(self) -> AnyGame:
        """Looked up, not kept: modules cannot be copied or pickled."""
        return on_shelf(self.game)

    # Who is asked -----------------------------------------------------------------------------------

    def deal(self, seed: int | None = None) -> None:
        if seed is not None:
            self.chance = Mirror(int(streams_from(seed)[0]))
        self._asked = frozenset()
        self.state = self.rules.start(self.seats, self.options)
        self._go_on(HOUSE, Deal(), self.chance)
        self.ask()

    def place(self, position: dict[str, Any]) -> None:
        self.state = self.rules.from_position(position, self.options)
        self._asked, self._offers, self._mask = frozenset(), None, None

    def ask(self) -> int:
        seats = self.next_asked() or [NOBODY]
        self._ask(self.chance.pick(seats) if len(seats) > 1 else seats[0])
        return self._seat

    def next_asked(self) -> list[int]:
        if self.is_over:
            return []
        turn = self.rules.turn(self.state)
        able = {seat for seat in range(self.seats) if self._legal(seat)}
        if self._asks_everyone and turn in able:
            able = set(range(self.seats))
        waiting = sorted(able - self._asked - {turn})
        return waiting or ([turn] if turn is not None else sorted(able))

    def ask_seat(self, seat: int) -> None:
        self._ask(seat)

    def _ask(self, seat: int) -> None:
        turn = None if seat == NOBODY else self.rules.turn(self.state)
        self._seat = seat
        self._may_wait = turn is not None and seat != turn and bool(self._legal(turn))
        self._offers = self._mask = None

    @property
    def seat(self) -> int:
        return self._seat

    @property
    def is_over(self) -> bool:
        return self.rules.outcome(self.state) is not None

    # Answers ----------------------------------------------------------------------------------------

    def _legal(self, seat: int) -> tuple[Any, ...]:
        return tuple(one for one in self.rules.legal(self.state, seat) if not isinstance(one, self._left_out))

    @property
    def offers(self) -> dict[int, Any]:
        """The intents of the deciding seat by number."""
        if self._offers is None:
            self._offers = numbered(self._legal(self._seat)) if self._seat != NOBODY else {}
        return self._offers

    @property
    def is_choice(self) -> bool:
        return self._seat != NOBODY and (self._may_wait or len(self.offers) > 1)

    def answers(self) -> npt.NDArray[np.int16]:
        waits = [WAIT] if self._may_wait else []
        return np.array(waits + sorted(self.offers), np.int16)

    def mask(self) -> npt.NDArray[np.int8]:
        if self._mask is None:
            self._mask = np.zeros(ACTIONS, np.int8)
            self._mask[self.answers()] = 1
        return self._mask

    def answer(self, action: int) -> None:
        if not 0 <= action < ACTIONS or not self.mask()[action]:
            raise ValueError(f"{action} is not an answer of seat {self._seat} now: see the action mask")
        self.apply(action)
        self.ask()

    def apply(self, action: int) -> None:
        self._apply(action, self.chance)

    def _apply(self, action: int, chance: Chance) -> None:
        if action == WAIT:
            self._asked |= {self._seat}
            self._events = ()
        else:
            self._go_on(self._seat, self.offers[action], chance)
            self._asked = frozenset()

    def apply_surely(self, action: int) -> bool:
        try:
            self._apply(action, NO_CHANCE)
        except AssertionError:
            return False
        return True

    def _go_on(self, seat: int, intent: Any, chance: Chance) -> None:
        rules, state = self.rules, self.state
        self._events = rules.decide(state, seat, intent, chance)
        for event in self._events:
            state = rules.evolve(state, event)
        self.state = state

    def roll(self, number: int) -> None:
        self.chance = Mirror(int(streams(number)[0]))

    def said(self, action: int) -> str:
        if action == WAIT:
            return "wait"
        return msgspec.json.encode(self.offers[action]).decode() if action in self.offers else str(action)

    # What is seen -----------------------------------------------------------------------------------

    def observe(self, seat: int, *, own: bool = True, public: bool = True) -> npt.NDArray[np.uint8]:
        told, known = (msgspec.to_builtins(self.rules.view(self.state, who)) for who in (seat, None))
        seen = shown(told).items()
        return encoded({name: value for name, value in seen if (public if value == known[name] else own)})

    def told(self, seat: int) -> str:
        events = [self.rules.redact(event, seat) for event in self._events]
        return msgspec.json.encode(events).decode()

    def heard(self, seat: int) -> int:
        return crc32(self.told(seat).encode()) % ACTIONS

    def rewards(self) -> npt.NDArray[np.float64]:
        outcome = self.rules.outcome(self.state)
        scores = np.zeros(self.seats)
        if outcome is None:
            return scores
        scores[list(outcome.winners)] = 1
        rewards = rewards_of(scores, self.parties)
        return rewards - rewards.mean() if self.parties > 1 else rewards  # where sides differ in size

    def view(self, seat: int) -> Any:
        return self.rules.view(self.state, seat)

    def imagine(self, seat: int, chance: Chance) -> None:
        self.state = self.rules.imagine(self.view(seat), chance)
        self.chance = Mirror(0)
        self._offers = self._mask = None

    def position(self) -> dict[str, Any]:
        position = self.rules.position(self.state)
        if position is None:
            raise ValueError("there is no position before the deal")
        return position


def numbered(intents: tuple[Any, ...]) -> dict[int, Any]:
    """The intents by their numbers; see above."""
    found: dict[int, Any] = {}
    written = {msgspec.json.encode(intent): intent for intent in intents}
    for said, intent in sorted(written.items(), key=itemgetter(0)):
        number = crc32(said) % (ACTIONS - 1) + 1
        while number in found:
            number = number % (ACTIONS - 1) + 1
        found[number] = intent
    return found


def shown(told: dict[str, Any]) -> dict[str, Any]:
    """What of a view is seen: what may be answered is told by the mask."""
    return {name: value for name, value in told.items() if name not in ("legal", "game")}


def encoded(told: dict[str, Any]) -> npt.NDArray[np.uint8]:
    """What is told, counted into places; see above."""
    places = np.zeros(OBSERVED, np.int64)
    for name, value in told.items():
        for feature, count in _features(name, value):
            places[_place(feature)] += count
    return np.minimum(places, 255).astype(np.uint8)


@cache
def _place(feature: str) -> int:
    return crc32(feature.encode()) % OBSERVED


def _features(path: str, value: Any) -> Iterator[tuple[str, int]]:
    """What a value tells, as names with counts."""
    match value:
        case None | False:
            return
        case True:
            yield path, 1
        case int() | float():
            yield (path, int(value)) if value >= 0 else (f"{path}<0", int(-value))
        case str():
            yield f"{path}={value}", 1
        case dict():
            for name, one in value.items():
                yield from _features(f"{path}.{name}", one)
        case _:
            yield from _listed(path, list(value))


def _listed(path: str, values: list[Any]) -> Iterator[tuple[str, int]]:
    """Parts count by what they are, and the last one once more; other things by their place."""
    if values and all(isinstance(one, str) for one in values):
        yield from ((f"{path}={part}", 1) for part in values)
        yield f"{path}:last={values[-1]}", 1
    else:
        for at, one in enumerate(values):
            yield from _features(f"{path}.{at}", one)
