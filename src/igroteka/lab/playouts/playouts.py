"""What a state is worth to each side, by games that are played on from it; needs Numba."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from igroteka.core import Refused, Seat, Seeded
from igroteka.lab.playouts import kernels
from igroteka.turbo import NOBODY, Twin, beside, twin

States = npt.NDArray[np.void]
Lapses: TypeAlias = tuple[tuple[float, float, float], ...]
"""By seat how often it answers just anything, how often it overlooks an answer, and how often it sees too
late that it could act off turn; nobody where empty."""
Values = npt.NDArray[np.float64]
_MOST_SEATS: Final = 16
_MOST_CARDS: Final = 1024
_NO_LAPSES: Final = ((0.0, 0.0, 0.0),) * _MOST_SEATS
_NO_CARDS: Final = np.empty(0, np.int16)


class Playouts:
    """The games of one twin, played on by its sense."""

    def __init__(self, name: str) -> None:
        self.twin: Twin = twin(name)
        package = import_module(self.twin.KERNELS["ask"].__module__)
        self._run = kernels.bind(package, beside(name, "search"), import_module(_deck(name)))

    def state(self, state: Any, options: Any) -> States:
        """A state as the twin has it, all hands open; Refused where it cannot follow."""
        position = self.twin.GAME.position(state)
        if position is None:
            raise Refused("not-dealt-yet")
        return np.repeat(self.twin.encode(position, options, state.pool), 2)

    def known(self, view: Any, may_wait: bool) -> States:
        """A state that the view allows, the same for every truth behind it, with its seat asked."""
        states = self.state(self.twin.GAME.imagine(view, Seeded(0)), view.options)
        states["deciding"], states["may_wait"] = view.seat, may_wait
        return states

    def value(
        self,
        states: States,
        worlds: int,
        seed: int,
        most: int = kernels.TO_THE_END,
        lapses: Lapses = (),
    ) -> Values:
        """By world and seat what came of the state with these hands, whatever the order of the deck.

        After `most` answers a game is judged as it stands.
        """
        return self._first(
            self._play(states, 0, NOBODY, [kernels.AS_ASKED], worlds, seed, most, lapses=lapses)
        )

    def compare(self, states: States, answers: list[int], worlds: int, seed: int) -> Values:
        """By answer, world and seat what came of the answers of the deciding seat, for all that it knows."""
        seat = int(states["deciding"][0])
        return self._play(states, seat, seat, answers, worlds, seed)

    def after(
        self,
        states: States,
        seat: Seat,
        answer: int,
        worlds: int,
        seed: int,
        most: int = kernels.TO_THE_END,
        lapses: Lapses = (),
    ) -> Values:
        """By world and seat what came of an answer with these hands, whatever comes from the deck."""
        return self._first(self._play(states, seat, NOBODY, [answer], worlds, seed, most, lapses=lapses))

    def draws(
        self,
        was: States,
        now: States,
        answer: int,
        worlds: int,
        seed: int,
        most: int = kernels.TO_THE_END,
        lapses: Lapses = (),
    ) -> Values | None:
        """By world and seat what came of an answer with what was drawn by it, then with anything else.

        None where nothing came from the deck. Any order of the deck is as likely as any other, so the
        difference is nought on average, however well or badly it is played on. `was`, with its seat asked,
        and `now` have all hands and decks as they were before and after the answer.
        """
        before, after = self.to_come(was), self.to_come(now)
        if np.array_equal(before, after):
            return None
        taken = len(before) - len(after)
        seat = int(was["deciding"][0])
        if taken < 0 or not np.array_equal(before[taken:], after):
            usual = self.after(was, seat, answer, worlds, seed + 1, most, lapses)
            return np.stack((self.value(now, worlds, seed, most - 1, lapses), usual))
        return self._play(was, seat, NOBODY, [answer, answer], worlds, seed, most, before[:taken], lapses)

    def answers(
        self,
        states: States,
        answers: list[int],
        worlds: int,
        seed: int,
        most: int = kernels.TO_THE_END,
        lapses: Lapses = (),
    ) -> Values:
        """By answer of the deciding seat, world and seat what came of it with these hands."""
        return self._play(
            states, int(states["deciding"][0]), NOBODY, answers, worlds, seed, most, lapses=lapses
        )

    def to_come(self, states: States) -> npt.NDArray[np.int16]:
        """What is still to come from the deck, in its order."""
        out = np.empty(_MOST_CARDS, np.int16)
        return out[: self._run["list_to_come"](states, out)]

    def _first(self, values: Values) -> Values:
        first: Values = values[0]
        return first

    def options(self, states: States) -> dict[int, float]:
        """The sensible answers of the deciding seat and what they weigh; inf for one that is expected."""
        out, weights = self._room()
        count = self._run["list_options"](states, int(states["deciding"][0]), out, weights)
        return {int(out[at]): float(weights[at]) for at in range(count)}

    def _play(
        self,
        states: States,
        seat: Seat,
        hidden: int,
        answers: list[int],
        worlds: int,
        seed: int,
        most: int = kernels.TO_THE_END,
        cards: npt.NDArray[np.int16] = _NO_CARDS,
        lapses: Lapses = (),
    ) -> Values:
        values = np.zeros((len(answers), worlds, _MOST_SEATS))
        chance = np.random.SeedSequence(seed).generate_state(2 * worlds, np.uint64)
        actions = np.array(answers, np.int64)
        self._run["play_worlds"](
            states,
            seat,
            hidden,
            actions,
            cards,
            np.array(lapses or _NO_LAPSES),
            chance[:worlds],
            chance[worlds:],
            most,
            *self._room(),
            values,
        )
        return values[:, :, : int(states["seats"][0])]

    def _room(self) -> tuple[npt.NDArray[np.int16], Values]:
        wide = self.twin.WIDEST + 2
        return np.empty(wide, np.int16), np.empty(wide)


def _deck(name: str) -> str:
    return f"igroteka.lab.{name}.deck"


def is_playable(name: str) -> bool:
    """Whether the game has all that it takes: a twin, its search, and its deck in `lab/<game>`."""
    package = f"igroteka.lab.{name}"
    return beside(name, "search") is not None and bool(find_spec(package)) and bool(find_spec(_deck(name)))


@cache
def playouts(name: str) -> Playouts:
    """The playouts of a game, or Refused where there are none; compiled the first time ever."""
    if not is_playable(name):
        raise Refused("review-no-twin", None, game=name)
    return Playouts(name)
