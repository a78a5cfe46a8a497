"""What a seat of Sequence has seen others do: from the views that it was given, the moves between them."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from igroteka.core import Seat
from igroteka.games.sequence.moves import Place, Remove
from igroteka.games.sequence.parts import BOX, CELLS, REMOVE, SIDES, WILD, Card, Cell, Side
from igroteka.games.sequence.view import View

DEEP: Final = 8
"""How many of a seat's last moves are thought about."""


class Move(NamedTuple):
    """A chip put or lifted by another seat, and the table before it as the watching seat knows it now."""

    before: View
    seat: Seat
    intent: Any


def remember(views: tuple[View, ...], view: View) -> tuple[View, ...]:
    """What to keep of the views that a seat is given: its last turns, without what it could have done."""
    if view.turn != view.seat or (views and views[-1].piles == view.piles):
        return views
    return (*views, msgspec.structs.replace(view, legal=()))[-DEEP - 1 :]


def moves(views: Sequence[View], deep: int) -> dict[Seat, list[Move]]:
    """By seat at most so many of the last moves of others, the latest first.

    Not further back than the last reshuffle: who holds what is another question then.
    """
    now = views[-1]
    found: dict[Seat, list[Move]] = {seat: [] for seat in range(now.seats) if seat != now.seat}
    for earlier, later in zip(views[-2::-1], views[:0:-1], strict=True):
        if not _goes_on(earlier, later):
            break
        for move in reversed(list(_between(earlier, later, now))):
            if len(found[move.seat]) < deep:
                found[move.seat].append(move)
        if all(len(its) == deep for its in found.values()):
            break
    return found


def _goes_on(earlier: View, later: View) -> bool:
    """Whether it is the same game, and no pile was shuffled into the deck in between."""
    pairs = zip(earlier.piles, later.piles, strict=False)
    return earlier.seats == later.seats and all(new[: len(old)] == old for old, new in pairs)


def _between(earlier: View, later: View, now: View) -> Iterator[Move]:
    """One after the other, as far as it is clear what each did."""
    chips, piles = dict(earlier.chips), list(earlier.piles)
    new = [pile[len(old) :] for old, pile in zip(earlier.piles, later.piles, strict=True)]
    named = {cell for cards in new for card in cards for cell in CELLS[card]}
    for step in range(later.seats):
        seat = (earlier.turn + step) % later.seats
        side = SIDES[seat % later.sides]
        for card in new[seat]:
            dead = bool(CELLS[card]) and all(cell in chips for cell in CELLS[card])
            cell = None if dead else _cell(card, side, chips, later.chips, named)
            if cell is None and not dead:
                return  # what was put there was lifted again, or the like
            if cell is not None:
                intent = (Remove if card in REMOVE else Place)(card, cell)
                if seat != now.seat:
                    yield Move(_before(earlier, now, chips, piles, seat), seat, intent)
                if card in REMOVE:
                    del chips[cell]
                else:
                    chips[cell] = side
            piles[seat] = (*piles[seat], card)


def _cell(card: Card, side: Side, chips: dict[Cell, Side], later: Any, named: set[Cell]) -> Cell | None:
    """Where this card was played, if that can be told; cells that a played card names are not for jacks."""
    if card in REMOVE:
        cells = [cell for cell, whose in chips.items() if whose != side and later.get(cell) != whose]
    else:
        cells = [cell for cell, whose in later.items() if whose == side and cell not in chips]
        cells = [cell for cell in cells if (cell not in named if card in WILD else cell in CELLS[card])]
    return cells[0] if len(cells) == 1 else None


def _before(earlier: View, now: View, chips: dict[Cell, Side], piles: list[Any], seat: Seat) -> View:
    """The seat on turn, with these chips and piles; of hands what is known now."""
    sizes = [*earlier.hand_sizes]
    assert now.seat is not None
    sizes[now.seat] = len(now.hand or ())
    return msgspec.structs.replace(
        now,
        hand_sizes=tuple(sizes),
        chips=dict(chips),
        lines=tuple(line for line in now.lines if line in earlier.lines),
        piles=tuple(piles),
        deck_size=len(BOX) - sum(sizes) - sum(len(pile) for pile in piles),
        turn=seat,
        owed=(),
        exchanged=False,
        choosing=None,
        claim=None,
        accused=(),
        passes=0,
        winner=None,
        pool=None,
        outcome=None,
        legal=(),
    )
