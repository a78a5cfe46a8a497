"""How good an offer is in Etazhiki: the turn is thought through to its end, card by card."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from igroteka.core import Seat
from igroteka.games.etazhiki.cards import (
    SKIP,
    STOREYS,
    Card,
    fitting,
    is_ball,
    is_floor,
    is_night,
    neighbours,
    number_of,
)
from igroteka.games.etazhiki.memory import remember
from igroteka.games.etazhiki.moves import Ball, Draw, End, Floor, Intercept, Pass, Shed
from igroteka.games.etazhiki.options import is_beginner
from igroteka.games.etazhiki.parts import NUMBERS
from igroteka.games.etazhiki.view import View

WIN: Final = 1e5
STAR: Final = 120.0
FLOOR: Final = 10.0
"""What a floor that is left in the hand costs."""
NIGHT: Final = 8.0
"""A night floor costs less: with luck it brings a turn."""
PAIR: Final = 2.0
"""Two floors of one number go together, whatever the ball."""
BALL: Final = 2.0
MOST_BALLS: Final = 4
SKIP_KEPT: Final = 3.0
SKIPPED: Final = 11.0
"""What it is worth that the next seat takes two cards and misses its turn."""
ALMOST_OUT: Final = (0.0, 16.0, 11.0, 7.0, 4.0, 2.0)
"""How much a seat with so few cards threatens."""
READY: Final = 3.0
"""A night floor that fits as the table lies: the turn may be had back at once."""
WORTH_A_NIGHT: Final = 6.0
"""What taking a turn has to bring at least."""
_NODES: Final = 700
"""How many positions of one's own turn are looked at."""


__all__ = ["ENOUGH", "LATE", "LETTING_GO", "is_ahead", "remember", "weigh"]

LETTING_GO: Final = (Pass, End)
ENOUGH: Final = (End,)
LATE: Final = (Intercept,)


class Place(msgspec.Struct, frozen=True):
    """A point in one's own turn: open numbers, open ball, what is left in the hand, whether a floor lies."""

    tops: tuple[int, ...]
    ball: Card | None
    floors: tuple[Card, ...]
    balls: tuple[Card, ...]
    laid: bool
    armed: bool = False


def is_ahead(view: View) -> bool:
    """Nobody has more stars than this seat."""
    return view.seat is not None and view.stars[view.seat] == max(view.stars)


def weigh(view: View, offers: tuple[Any, ...]) -> list[float]:
    """A number for each offer, the more the better; an interception below nought is better left."""
    plan = Plan(view)
    return [plan.worth(offer) for offer in offers]


class Plan:
    """One turn thought through; positions already judged are remembered."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.seat: Seat = view.seat
        self.beginner = is_beginner(view.options)
        self.strict = view.options.parity == "strict"
        hand = sorted(view.hand or ())
        self.now = Place(
            tops=tuple(number_of(card) for card in view.floors),
            ball=view.ball,
            floors=tuple(card for card in hand if is_floor(card)),
            balls=tuple(card for card in hand if is_ball(card)),
            laid=view.turn == view.seat and view.floors_laid > 0,
            armed=view.skip_armed,
        )
        self._best: dict[Place, float] = {}

    def worth(self, offer: Any) -> float:
        match offer:
            case Floor(card, pile):
                return self.best(with_floor(self.now, card, pile if isinstance(pile, int) else 0))
            case Ball(card):
                return self._after_ball(with_ball(self.now, card))
            case End() | Pass():
                return self._stop(self.now)
            case Shed(top):
                return self._out(msgspec.structs.replace(self.now, ball=top, armed=top == SKIP))
            case Intercept(card):
                taken = self.best(with_floor(self.now, card, 0))
                return taken - self.stop(self.now) - WORTH_A_NIGHT
            case Draw():
                return 1.0
            case _:
                return -WIN

    # The turn ---------------------------------------------------------------------------------------

    def best(self, at: Place) -> float:
        """The best end of the turn from here on."""
        if at in self._best:
            return self._best[at]
        if not at.floors:
            found = self._shed(at)
        else:
            found = self.stop(at)
            if len(self._best) < _NODES:
                self._best[at] = found  # counted now, so that the depth is counted too
                found = max((found, *(self.best(after) for after in self._next(at))))
        self._best[at] = found
        return found

    def _next(self, at: Place) -> Iterator[Place]:
        """A floor; or a ball and a floor that it makes fit."""
        yield from self._floors(at)
        for ball in dict.fromkeys(at.balls):
            if ball != at.ball:
                yield from self._floors(with_ball(at, ball))

    def _floors(self, at: Place) -> Iterator[Place]:
        for pile, top in enumerate(at.tops):
            fits = self.fits(top, at.ball)
            for card in dict.fromkeys(at.floors):
                if number_of(card) in fits:
                    yield with_floor(at, card, pile)

    def _after_ball(self, at: Place) -> float:
        """A ball has been laid: the turn may end with it on top, if a floor lies already."""
        ends = [self.best(after) for after in self._floors(at)]
        if at.laid:
            ends.append(self._stop(at))
        for ball in dict.fromkeys(at.balls):
            ends += [self.best(after) for after in self._floors(with_ball(at, ball))]
        return max(ends, default=-WIN)

    def fits(self, top: int, ball: Card | None) -> frozenset[int]:
        if self.beginner or ball is None:
            return neighbours(top)
        return fitting(top, ball, strict=self.strict)

    # Its end ----------------------------------------------------------------------------------------

    def stop(self, at: Place) -> float:
        """To end here, with a SKIP on top if there is one and it helps."""
        plain = self._stop(at)
        if at.laid and SKIP in at.balls and at.floors:
            return max(plain, self._stop(with_ball(at, SKIP)))
        return plain

    def _stop(self, at: Place) -> float:
        return self._kept(at) - self._threat(at)

    def _shed(self, at: Place) -> float:
        """The last floor is laid: all balls go, and the best of them comes to lie on top."""
        if not at.laid:
            return -WIN  # a hand of balls alone cannot go out (ET-A05)
        tops = dict.fromkeys(at.balls) or (at.ball,)
        return max(
            self._out(msgspec.structs.replace(at, ball=top, armed=at.armed if not at.balls else top == SKIP))
            for top in tops
        )

    def _out(self, at: Place) -> float:
        """A star, and perhaps the game."""
        if self.view.stars[self.seat] + 1 >= NUMBERS.stars[self.view.seats]:
            return WIN
        return STAR - self._threat(at)

    def _kept(self, at: Place) -> float:
        """What is left in the hand: floors are a burden, balls are of use."""
        numbers = {number_of(card) for card in at.floors}
        cost = sum(NIGHT if is_night(card) else FLOOR for card in at.floors)
        cost -= PAIR * (len(at.floors) - len(numbers))
        useful = len(set(at.balls)) if at.floors else 0
        ready = any(is_night(c) and number_of(c) in self.fits(at.tops[0], at.ball) for c in at.floors)
        kept = BALL * min(useful, MOST_BALLS) + (SKIP_KEPT if SKIP in at.balls else 0.0)
        return kept + (READY if ready else 0.0) - cost

    def _threat(self, at: Place) -> float:
        """The next seat, the fewer cards it has and the more numbers fit, the worse; skipped, a relief."""
        after = (self.seat + 1) % self.view.seats
        fires = at.ball == SKIP and (at.armed or self.view.options.skip == "repeats")
        if fires and at.laid:
            behind = (after + 1) % self.view.seats
            coming = self._danger(behind, at) if behind != self.seat else 0.0
            return coming - SKIPPED - self._danger(after, at)
        return self._danger(after, at)

    def _danger(self, seat: Seat, at: Place) -> float:
        size = self.view.hand_sizes[seat]
        near = ALMOST_OUT[size] if size < len(ALMOST_OUT) else 1.0
        if self.view.stars[seat] + 1 >= NUMBERS.stars[self.view.seats]:
            near *= 2
        fits = {number for top in at.tops for number in self.fits(top, at.ball)}
        return near * (0.5 + len(fits) / STOREYS)


def with_floor(at: Place, card: Card, pile: int) -> Place:
    tops = (*at.tops[:pile], number_of(card), *at.tops[pile + 1 :])
    return Place(tops, at.ball, _less(at.floors, card), at.balls, True, at.armed)


def with_ball(at: Place, card: Card) -> Place:
    return Place(at.tops, card, at.floors, _less(at.balls, card), at.laid, card == SKIP)


def _less(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])
