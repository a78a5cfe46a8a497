"""How good an offer is in UpTurn: how many turns the rack still needs, and how near the others are."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from igroteka.core import Seat
from igroteka.core.counting import unseen
from igroteka.games.upturn.memory import remember
from igroteka.games.upturn.moves import Announce, Draw, End, Give, Lay, Tuck
from igroteka.games.upturn.parts import box
from igroteka.games.upturn.rows import reference
from igroteka.games.upturn.tiles import (
    JOKER,
    SKIPS,
    TRENDS,
    Order,
    Place,
    Tile,
    is_between,
    is_beyond,
    is_number,
    is_penalty,
    is_twin,
    value,
)
from igroteka.games.upturn.turn_end import Ends, Moment
from igroteka.games.upturn.view import View

AT_ONCE: Final = 1e6
WIN: Final = 1e5
DRAWN: Final = 0.9
DANGER: Final = 0.01
"""How much it matters who gets a gift."""
FIRST_TO_MOVE: Final = 0.001
DEPTH: Final = 3
"""How many jokers and skips in a row are thought through."""


__all__ = ["FORGOTTEN", "LETTING_GO", "remember", "weigh"]

FORGOTTEN: Final = (Announce,)
LETTING_GO: Final = (Draw, End)


def weigh(view: View, offers: tuple[Any, ...]) -> list[float]:
    """A number for each offer, the more the better: turns gained, counted from here."""
    table = Table(view)
    return [table.worth(offer) for offer in offers]


class Table:
    """What a seat knows of the others and of the bag."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.seat: Seat = view.seat
        self.bound = view.options.new_row == "bound"
        laid = (tile for row in view.rows for tile in row)
        hidden = unseen(box(view.options.parts), view.rack or (), laid, view.pool)
        self.numbers = sorted(value(tile) for tile in hidden.elements() if is_number(tile))
        self.end = Ends(view, self.seat, self.numbers).worth
        self.now = Moment(
            rack=view.rack or (),
            ref=reference(view.rows, self.bound),
            trend=view.trend,
            order=view.order,
            gifts=view.gifts,
        )

    def worth(self, offer: Any) -> float:
        match offer:
            case Announce():
                return AT_ONCE  # it costs nothing, and forgetting costs three tiles
            case Lay():
                return self._lay(self.now, offer, DEPTH)
            case Tuck(tile):
                after = replace(self.now, rack=_less(self.now.rack, tile), gifts=self._gifts_with(tile))
                return self._tucked(after)
            case Give(to):
                return self.end(self.now) + DANGER * self._danger(to)
            case Draw():
                return self.end(self.now) - DRAWN
            case End():
                return self.end(replace(self.now, gifts=0))
            case _:
                return -AT_ONCE

    # Laying -----------------------------------------------------------------------------------------

    def _lay(self, at: Moment, lay: Lay, depth: int) -> float:
        """The best that may come of laying this, to the end of one's turn."""
        tile, rack = lay.tile, _less(at.rack, lay.tile)
        if not rack:
            return WIN if is_number(tile) else -WIN
        if is_number(tile):
            return self._number(replace(at, rack=rack), tile)
        if tile in SKIPS:
            return self._skip(replace(at, rack=rack), SKIPS[tile], depth)
        after = self._steered(replace(at, rack=rack), lay)
        return self._lay_on(after, depth) if tile == JOKER else self.end(after)

    def _steered(self, at: Moment, lay: Lay) -> Moment:
        trend = lay.trend if isinstance(lay.trend, str) else TRENDS[lay.tile][0]
        order = lay.order if isinstance(lay.order, str) else at.order
        fresh = lay.row == "new" and not self.bound
        return replace(at, ref=None if fresh else at.ref, trend=trend, order=order)

    def _number(self, at: Moment, tile: Tile) -> float:
        number, start = value(tile), at.ref
        trend = at.trend
        if trend is None:
            trend = "up" if start is None or number > start else "down"  # UT-13, UT-14
        gifts = at.gifts + is_penalty(tile)
        after = replace(at, ref=number, trend=trend, gifts=gifts)
        if not is_twin(tile):
            return self.end(after)
        under = (
            () if start is None else tuple(other for other in at.rack if _fits_under(other, start, number))
        )
        if not under:
            return self.end(replace(after, gifts=gifts + self.view.options.lone_twin_gift))
        return max((self.end(after), *(self._under(after, some) for some in _choices(under))))

    def _under(self, at: Moment, tucked: tuple[Tile, ...]) -> float:
        """These tiles go under the twin: with it, each is a gift, and a penalty tile is one more (UT-A22)."""
        rack = at.rack
        for tile in tucked:
            rack = _less(rack, tile)
        if not rack:
            return WIN
        gifts = at.gifts + 1 + len(tucked) + sum(map(is_penalty, tucked))
        return self.end(replace(at, rack=rack, gifts=gifts))

    def _tucked(self, at: Moment) -> float:
        """After one tile was tucked: the best of stopping here and tucking on."""
        if not at.rack:
            return WIN
        tucking = self.view.tucking
        assert tucking is not None
        under = tuple(tile for tile in at.rack if _fits_under(tile, tucking.start, tucking.to))
        more = (self._under(replace(at, gifts=at.gifts - 1), some) for some in _choices(under))
        return max((self.end(at), *more))

    def _gifts_with(self, tile: Tile) -> int:
        """UT-A22: the first tuck brings the gift for the twin as well."""
        return max(1, self.now.gifts) + 1 + is_penalty(tile)

    def _skip(self, at: Moment, seats: int, depth: int) -> float:
        """UT-A15: past the others, perhaps back to oneself."""
        if seats < self.view.seats - 1:
            return self.end(replace(at, skips=seats))
        return self._lay_on(at, depth)

    def _lay_on(self, at: Moment, depth: int) -> float:
        """One may lay one more, or let it be."""
        best = self.end(at)
        if depth:
            best = max((best, *(self._lay(at, lay, depth - 1) for lay in self._lays(at))))
        return best

    def _lays(self, at: Moment) -> Iterator[Lay]:
        for tile in dict.fromkeys(at.rack):
            if not is_number(tile):
                if len(at.rack) > 1:
                    yield from _ways(tile, at.order)
            elif at.ref is None or (at.trend and is_beyond(value(tile), at.ref, at.trend)):
                yield Lay(tile)

    def _danger(self, seat: Seat) -> float:
        """Who is nearest to winning, and of equals who moves first."""
        step = 1 if self.view.order == "cw" else -1
        away = (seat - self.seat) * step % self.view.seats
        return 1.0 / self.view.rack_sizes[seat] - FIRST_TO_MOVE * away if self.view.rack_sizes[seat] else 0.0


def _less(rack: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    at = rack.index(tile)
    return (*rack[:at], *rack[at + 1 :])


def _fits_under(tile: Tile, start: int, twin: int) -> bool:
    return is_number(tile) and not is_twin(tile) and is_between(value(tile), start, twin)


def _choices(under: tuple[Tile, ...]) -> Iterator[tuple[Tile, ...]]:
    """All that may be tucked, or all but one, which is kept for the end."""
    if under:
        yield under
    if len(under) > 1:
        yield from (_less(under, tile) for tile in dict.fromkeys(under))


@lru_cache(maxsize=64)
def _ways(tile: Tile, order: Order) -> tuple[Lay, ...]:
    """How an action may be laid within a plan; the order does not matter there and stays."""
    if tile in SKIPS:
        return (Lay(tile),)
    rows: tuple[Place, ...] = ("append", "new")
    return tuple(Lay(tile, row, order, trend) for row in rows for trend in TRENDS[tile])
