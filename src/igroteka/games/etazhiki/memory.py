"""What a seat of Etazhiki has seen others leave undone: where each could not, or would not, lay a card."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import msgspec

from igroteka.core import Pool, Seat
from igroteka.games.etazhiki.cards import SKIP, Card, is_floor, is_night
from igroteka.games.etazhiki.options import is_beginner
from igroteka.games.etazhiki.piles import Tops, followed
from igroteka.games.etazhiki.view import View

KEPT: Final = 10
"""How many views are kept, two for each stretch in which no other seat does anything."""
DEEP: Final = 4
"""How many stops of a seat are told."""
_SHOWN: Final = 24
"""How many tables that a seat left to others are told."""


class Stop(NamedTuple):
    """The open cards when a seat ended its turn, or drew, or left the turn to another; how many cards it has
    taken and laid since.
    """

    floors: tuple[Card, ...]
    ball: Card | None
    taken: int = 0
    laid: int = 0
    ended: bool = False
    """Whether it was the end of a turn in which it had laid something."""


def remember(views: tuple[View, ...], view: View) -> tuple[View, ...]:
    """What to keep of the views that a seat is given: the first and the last of every stretch."""
    bare = msgspec.structs.replace(view, legal=())
    if len(views) > 1 and _is_still(views[-2], views[-1]) and _is_still(views[-1], view):
        return (*views[:-1], bare)
    return (*views, bare)[-KEPT:]


def stops(views: Sequence[View]) -> dict[Seat, list[Stop]]:
    """By seat where it stopped since it got its hand, as far as these views tell; the latest last."""
    return read(views)[0]


def read(views: Sequence[View]) -> tuple[dict[Seat, list[Stop]], dict[Seat, list[Stop]]]:
    """By seat where it stopped since it got its hand, and what lay open while it did not take the turn of
    another (ET-41), as far as these views tell; the latest last.
    """
    told = _Told(views[-1])
    for earlier, later in pairwise(views):
        told.between(earlier, later)
    if len(views) > 1:  # of a single view nobody knows for how long it has lain open
        told.shown(views[-1].turn, views[-1].floors, views[-1].ball)
    return (
        {seat: its[-DEEP:] for seat, its in told.stops.items()},
        {seat: its[-_SHOWN:] for seat, its in told.let_be.items()},
    )


def _goes_on(earlier: View, later: View) -> bool:
    """Whether it is the same game, and the deck was not filled again in between."""
    was, now = earlier.pool, later.pool
    if was is None or now is None or earlier.seats != later.seats:
        return False
    return was.goes_on_in(now)


def _is_still(earlier: View, later: View) -> bool:
    """Whether no other seat did anything in between, and the turn has not gone on."""
    if not _goes_on(earlier, later) or earlier.turn != later.turn:
        return False
    taken, cards = _gone(earlier.pool, later.pool)
    return not any(taken[seat] or cards[seat] for seat in range(later.seats) if seat != later.seat)


def _gone(was: Pool | None, now: Pool | None) -> tuple[list[int], list[tuple[Card, ...]]]:
    """By seat how many cards it took and which it laid in between."""
    assert was is not None
    assert now is not None
    taken = [new - old for old, new in zip(was.taken, now.taken, strict=True)]
    return taken, [new[len(old) :] for old, new in zip(was.laid, now.laid, strict=True)]


class _Told:
    """The stops of all seats, and the turns that they let be, while views are read one after the other."""

    def __init__(self, now: View) -> None:
        self.stops: dict[Seat, list[Stop]] = {seat: [] for seat in range(now.seats)}
        self.let_be: dict[Seat, list[Stop]] = {seat: [] for seat in range(now.seats)}
        self._may_be_taken = now.options.variant == "full"  # ET-52

    def between(self, earlier: View, later: View) -> None:
        if not _goes_on(earlier, later):
            self.forget(self.stops)
            self._just_ended(earlier, later)
            return
        turns = _Turns(earlier, later)
        if _is_still(earlier, later):
            turns.go_on(self)
            return
        turns.follow(self)
        if not turns.arrives():  # turns were taken in between
            self.forget(self.stops)

    def _just_ended(self, earlier: View, later: View) -> None:
        """The deck was filled again in between: of the seat before it is known that it has stopped."""
        seat = (later.turn - 1) % later.seats
        if _is_fresh(later) and later.ball != SKIP and later.stars == earlier.stars:
            grown = later.hand_sizes[seat] > earlier.hand_sizes[seat]
            self.stop(seat, later.floors, later.ball)
            self.since(seat, 2 if grown and is_beginner(later.options) else 0, 0)

    def forget(self, seats: Iterable[Seat]) -> None:
        for seat in seats:
            self.stops[seat].clear()
            self.let_be[seat].clear()

    def stop(self, seat: Seat, floors: tuple[Card, ...], ball: Card | None, ended: bool = False) -> None:
        self.stops[seat].append(Stop(floors, ball, ended=ended))

    def shown(self, turn: Seat, floors: tuple[Card, ...], ball: Card | None) -> None:
        """These cards lay open in the turn of a seat, and no other seat took it."""
        if self._may_be_taken:
            for seat, its in self.let_be.items():
                if seat != turn:
                    its.append(Stop(floors, ball))

    def since(self, seat: Seat, taken: int, laid: int) -> None:
        for kept in (self.stops, self.let_be):
            kept[seat] = [one._replace(taken=one.taken + taken, laid=one.laid + laid) for one in kept[seat]]


def _is_fresh(view: View) -> bool:
    """Whether the seat's own turn has just begun."""
    begun = view.floors_laid or view.balls_laid or view.drew or view.shedding
    return view.turn == view.seat and not begun


class _Turns:
    """The turns between two views of a seat, followed card by card."""

    def __init__(self, earlier: View, later: View) -> None:
        self.earlier, self.later = earlier, later
        self.taken, self.cards = _gone(earlier.pool, later.pool)
        self.floors, self.ball, self.armed = earlier.floors, earlier.ball, earlier.skip_armed
        self.beginner = is_beginner(later.options)
        self._piles: list[Tops | None] = [None]
        """For beginners: what lies open by and by."""

    def arrives(self) -> bool:
        """Whether the open cards are those of the later view."""
        return self.beginner or (self.floors, self.ball) == (self.later.floors, self.later.ball)

    def follow(self, told: _Told) -> None:
        first, last, seats = self.earlier.turn, self.later.turn, self.later.seats
        count = (last - first) % seats or (seats if self._went_round() else 0)
        if self.beginner:
            cards = [card for step in range(count) for card in self.cards[(first + step) % seats]]
            self._piles = followed(self.floors, cards, self.later.floors)
        skipped = False
        for step in range(count):
            seat = (first + step) % seats
            if skipped:
                told.since(seat, self.taken[seat], 0)
                skipped = False
                continue
            if step and not self.cards[seat] and not self.taken[seat]:
                continue  # its turn was taken at once, or it never came
            is_ended = not (self._may_have_lost(seat) or (step == 0 and self._was_taken()))
            self._turn(told, seat, is_ended=is_ended)
            skipped = self.ball == SKIP and self._fires(seat)
            self.armed = self.armed and not skipped
        if last != first:
            self._begun(told, last)

    def go_on(self, told: _Told) -> None:
        """The turn that has not gone on to another seat."""
        self._lay(told, self.later.turn)

    def _went_round(self) -> bool:
        """Whether the turn came back to the seat that had it, rather than never left it."""
        others = set(range(self.later.seats)) - {self.earlier.turn, self.later.seat}
        return _is_fresh(self.later) or any(self.taken[seat] or self.cards[seat] for seat in others)

    def _was_taken(self) -> bool:
        """Whether the seat itself took the turn that it has now."""
        mine = self.later.seat
        return self.later.turn == mine != self.earlier.turn and self.later.floors_laid > 0

    def _may_have_lost(self, seat: Seat) -> bool:
        """Whether whoever laid next began with a night floor, which may have taken the turn of this seat."""
        others = [(seat + step) % self.later.seats for step in range(1, self.later.seats)]
        began = next((self.cards[other][0] for other in others if self.cards[other]), None)
        return began is not None and is_night(began)

    def _fires(self, seat: Seat) -> bool:
        return bool(self.cards[seat]) if self.later.options.skip == "repeats" else self.armed

    def _turn(self, told: _Told, seat: Seat, *, is_ended: bool) -> None:
        """A whole turn, or one that was taken from the seat."""
        is_out = self.later.stars[seat] > self.earlier.stars[seat]
        if self.taken[seat] and not is_out and not self.beginner:  # ET-14: it could lay nothing
            told.stop(seat, self.floors, self.ball)
        self._lay(told, seat, is_out)
        if is_out:
            told.forget((seat,))
            return
        if not self.beginner:
            told.since(seat, self.taken[seat], len(self.cards[seat]))
            if is_ended:
                told.stop(seat, self.floors, self.ball, bool(self.cards[seat]))
        else:  # ET-67: cards are taken when the turn is over
            told.since(seat, 0, len(self.cards[seat]))
            if self.floors:
                told.stop(seat, self.floors, None)
            told.since(seat, self.taken[seat], 0)

    def _begun(self, told: _Told, seat: Seat) -> None:
        """The turn that goes on at the later view."""
        if self.later.drew and not self.beginner:
            told.stop(seat, self.floors, self.ball)
        told.since(seat, self.taken[seat], len(self.cards[seat]))
        self._lay(told, seat)

    def _lay(self, told: _Told, seat: Seat, is_out: bool = False) -> None:
        """What the seat laid in its turn, card by card; its last floor protects it (ET-43)."""
        cards = self.cards[seat]
        if self.beginner:
            self._piles = self._piles[len(cards) :] or [None]
            self.floors = self._piles[0] or ()
            return
        told.shown(seat, self.floors, self.ball)
        for at, card in enumerate(cards):
            if is_floor(card):
                self.floors = (card,)
            else:
                self.ball, self.armed = card, card == SKIP
            if not is_out or any(map(is_floor, cards[at + 1 :])):
                told.shown(seat, self.floors, self.ball)
