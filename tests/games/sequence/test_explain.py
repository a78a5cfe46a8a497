"""Every reason that Sequence gives for a move is true, by the rules and the board."""

from collections.abc import Iterator, Mapping
from typing import Final

from games.reasons import Given, Truth, keys, reasons
from igroteka.games import game as on_shelf
from igroteka.games.sequence.lines import THROUGH, Five, apart
from igroteka.games.sequence.moves import Broken, Completed, LongLineMade, Pass
from igroteka.games.sequence.parts import CELLS, CORNERS, GRID, WILD, Cell, Side
from igroteka.games.sequence.state import fives_of, side_of

GAME: Final = on_shelf("sequence")


def _own(given: Given) -> Side:
    return side_of(given.state, given.seat)


def _needed(five: Five) -> list[Cell]:
    """The cells of a five that need a chip."""
    return [cell for cell in five if cell not in CORNERS]


def _chips(chips: Mapping[Cell, Side], five: Five, side: Side) -> int:
    return sum(chips.get(cell) == side for cell in five)


def _is_only(chips: Mapping[Cell, Side], five: Five, side: Side) -> bool:
    return all(chips.get(cell, side) == side for cell in five)


def _open(given: Given, cell: Cell, side: Side) -> Iterator[Five]:
    """The fives through a cell that a side could still complete and count."""
    for five in THROUGH[cell]:
        if _is_only(given.state.chips, five, side) and apart(five, fives_of(given.state, side)):
            yield five


def _completes(given: Given) -> bool:
    own = _own(given)
    return any(
        (isinstance(event, Completed) and event.side == own) or isinstance(event, LongLineMade)
        for event in given.events
    )


def _wins(given: Given) -> bool:
    outcome = GAME.outcome(given.after)
    return outcome is not None and given.seat in outcome.winners


def _has_line(given: Given, side: Side, chips: int) -> bool:
    fives = _open(given, given.intent.cell, side)
    return any(_chips(given.state.chips, five, side) == chips for five in fives)


def _lacks_one(given: Given) -> bool:
    """Of a five through the cell one chip is missing, before the move."""
    side = given.said("side")
    fives = _open(given, given.intent.cell, side)
    return any(_chips(given.state.chips, five, side) == len(_needed(five)) - 1 for five in fives)


def _one_short(given: Given) -> bool:
    own, last = _own(given), given.said("cell")
    chips = {**given.after.chips, last: own}
    return last not in given.after.chips and any(
        five for five in _open(given, last, own) if _chips(chips, five, own) == len(_needed(five))
    )


def _held(given: Given) -> bool:
    card = given.said("next")
    hand = list(given.state.hands[given.seat])
    hand.remove(given.intent.card)
    return card in hand and (card in WILD or GRID[given.said("cell")] == card)


def _frees(given: Given) -> bool:
    own, chips = _own(given), dict(given.state.chips)
    del chips[given.intent.cell]
    fives = (five for five in THROUGH[given.intent.cell] if _is_only(chips, five, own))
    return any(_chips(chips, five, own) == given.said("count") for five in fives)


def _is_dead(given: Given) -> bool:
    return all(cell in given.state.chips for cell in CELLS[given.intent.card])


TRUTHS: Final[dict[str, Truth]] = {
    "wins": _wins,
    "completes": _completes,
    "stops-the-last": _lacks_one,
    "stops": lambda g: g.said("side") != _own(g) and _has_line(g, g.said("side"), g.said("count")),
    "one-short": _one_short,
    "one-short-held": lambda g: _one_short(g) and _held(g),
    "grows": lambda g: _has_line(g, _own(g), g.said("count") - 1),
    "by-the-corner": lambda g: any(set(five) & CORNERS for five in _open(g, g.intent.cell, _own(g))),
    "room": lambda g: len(list(_open(g, g.intent.cell, _own(g)))) == g.said("count"),
    "fits-here": lambda g: g.intent.card in WILD or GRID[g.intent.cell] == g.intent.card,
    "breaks": lambda g: any(isinstance(e, Broken) and e.side == g.said("side") for e in g.events),
    "takes-from-four": _lacks_one,
    "takes-from-line": lambda g: _has_line(g, g.said("side"), g.said("count")),
    "takes-chip": lambda g: g.state.chips[g.intent.cell] == g.said("side") != _own(g),
    "frees": _frees,
    "dead-card": _is_dead,
    "owed-card": lambda g: g.seat in g.state.owed,
    "nothing-to-play": lambda g: Pass() in GAME.legal(g.state, g.seat),
    "leaves-most": _completes,
    "counts-five": _completes,
    "forfeits-dead": _is_dead,
    "forfeits-least": lambda g: g.said("card") in g.state.hands[g.seat],
    "forfeits": lambda g: g.said("card") in g.state.hands[g.seat],
    "says-no": lambda g: g.state.claim is not None and g.state.claim.side == _own(g),
}


def test_every_reason_is_true_where_it_is_given_and_all_of_them_are_given() -> None:
    seen = set()
    for given in reasons(GAME, 2, rows=110, each=3):
        if not isinstance(given.intent, GAME.HONOUR):
            assert TRUTHS[given.why.reason](given), given
            seen.add(given.why.reason)
    assert seen == keys(GAME) == set(TRUTHS)
