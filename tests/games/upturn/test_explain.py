"""Every reason that UpTurn gives for a move is true, by the rules and by what lies hidden."""

from typing import Any, Final

from games.reasons import Given, Truth, keys, reasons
from games.upturn.table import after, lies
from igroteka.core import Seat
from igroteka.games import game as on_shelf
from igroteka.games.upturn import explain, laying, view
from igroteka.games.upturn.moves import Announce, Draw, Give, Lay, Opened, Skipped, Tuck
from igroteka.games.upturn.state import State, may_tuck, ref
from igroteka.games.upturn.tiles import is_number, value

GAME: Final = on_shelf("upturn")


def _fits(state: State, tiles: Any) -> list[str]:
    """The numbers that the rules would let anybody lay as the table lies."""
    numbers = [tile for tile in tiles if is_number(tile)]
    return [tile for tile in numbers if laying.objection(state, 0, tile, ref(state)) is None]


def _rest(given: Given) -> tuple[str, ...]:
    rack = list(given.state.racks[given.seat])
    rack.remove(given.intent.tile)
    return tuple(rack)


def _hidden(given: Given) -> list[str]:
    others = (rack for seat, rack in enumerate(given.state.racks) if seat != given.seat)
    return [tile for tiles in (*others, given.state.bag) for tile in tiles if is_number(tile)]


def _lays(given: Given) -> list[str]:
    return [one.tile for one in GAME.legal(given.state, given.seat) if isinstance(one, Lay)]


def _next(given: Given, order: str) -> Seat:
    return (given.seat + (1 if order == "cw" else -1)) % given.state.seats


def _laid(given: Given) -> State:
    """After the move, before somebody fills the bag or takes a turn."""
    after: State = given.after
    return after


def _won(given: Given) -> bool:
    outcome = GAME.outcome(given.after)
    return outcome is not None and outcome.winners == (given.seat,)


def _hard(given: Given) -> bool:
    after, hidden = _laid(given), _hidden(given)
    seat = given.said("seat")
    return (
        seat == _next(given, after.order)
        and len(given.state.racks[seat]) == 1
        and given.said("all") == len(hidden)
        and given.said("fits") == len(_fits(after, hidden)) <= len(hidden) / 2
    )


def _nearest(given: Given) -> bool:
    rest = _rest(given)
    before, after = _fits(given.state, rest), _fits(_laid(given), rest)
    return 0 < len(after) == len(before) == given.said("count")


def _suits(given: Given) -> bool:
    rest = _rest(given)
    now, then = len(_fits(given.state, rest)), len(_fits(_laid(given), rest))
    return (given.said("now"), given.said("count")) == (now, then) and then > now


def _lays_on(given: Given) -> bool:
    after = _laid(given)
    numbers = _fits(after, after.racks[given.seat])
    more = [one for one in GAME.legal(after, given.seat) if isinstance(one, Lay)]
    return bool(more) and given.said("count") == len(numbers)


def _turned(given: Given) -> bool:
    after, seat = _laid(given), given.said("seat")
    return seat == _next(given, given.state.order) != after.turn and len(after.racks[seat]) == given.said(
        "count"
    )


def _size(given: Given, seat: Seat) -> int:
    return len(given.state.racks[seat])


def _skipped(given: Given) -> tuple[Seat, ...]:
    return next(event.seats for event in given.events if isinstance(event, Skipped))


def _between(given: Given) -> bool:
    tile = value(given.intent.tile)
    return sorted((given.said("one"), tile, given.said("other")))[1] == tile


def _least(given: Given) -> int:
    return min(_size(given, seat) for seat in range(given.state.seats) if seat != given.seat)


TRUTHS: Final[dict[str, Truth]] = {
    "last-tile-wins": _won,
    "opens": lambda g: any(isinstance(e, Opened) and e.trend == g.said("trend") for e in g.events),
    "twin-takes-more": lambda g: sum(may_tuck(t, g.after.tucking) for t in _rest(g)) == g.said("count") > 0,
    "fits-nobody": lambda g: not _fits(_laid(g), _hidden(g)),
    "hard-for-the-last": _hard,
    "penalty-gives": lambda g: any(isinstance(one, Give) for one in GAME.legal(g.after, g.seat)),
    "fresh-row": lambda g: ref(g.state) is None and len(_fits(_laid(g), _rest(g))) == g.said("count"),
    "only-number": lambda g: {tile for tile in _lays(g) if is_number(tile)} == {g.intent.tile},
    "nearest": _nearest,
    "goes-on": lambda g: (value(g.intent.tile) > g.said("ref")) == (g.state.trend == "up"),
    "joker-lays-on": _lays_on,
    "turns-away": _turned,
    "suits-yours": _suits,
    "always-fits": lambda g: not any(map(is_number, _lays(g))),
    "before-the-last": lambda g: not is_number(g.intent.tile),
    "turn-comes-back": lambda g: g.after.turn == g.seat,
    "skips-almost-out": lambda g: (
        g.said("seat") in _skipped(g) and _size(g, g.said("seat")) == g.said("count") <= 3
    ),
    "skips": lambda g: set(_skipped(g)) == set(g.said("seats")),
    "tucks": lambda g: (
        sorted((g.said("one"), value(g.intent.tile), g.said("other")))[1] == value(g.intent.tile)
    ),
    "gives-to-nearest": lambda g: _size(g, g.intent.to) == g.said("count") == _least(g),
    "gives": lambda g: _size(g, g.intent.to) == g.said("count") > _least(g),
    "needs-a-number": lambda g: not any(map(is_number, g.state.racks[g.seat])),
    "nothing-fits-draw": lambda g: not _lays(g),
    "keeps-actions": lambda g: bool(_lays(g)) and not any(map(is_number, _lays(g))),
    "keeps-numbers": lambda g: any(map(is_number, _lays(g))),
    "says-last": lambda g: _size(g, g.seat) == 1 and Announce() in GAME.legal(g.state, g.seat),
    "keeps-for-later": lambda g: any(isinstance(one, Lay | Tuck) for one in GAME.legal(g.state, g.seat)),
    "nothing-fits-end": lambda g: not _lays(g) and Draw() not in GAME.legal(g.state, g.seat),
    "may-stop": lambda g: g.state.gifts > 0,
}


def test_a_last_tile_after_a_joker_wins_though_nothing_was_said() -> None:  # UT-45, UT-A31
    state = after(lies("20 40", "J 61h", "30 60", bag="2 3"), (0, Lay("J", trend="up")))
    assert explain(view(state, 0), Lay("61h")).reason == "last-tile-wins"
    late = lies("20 40", "61h", "30 60", bag="2 3 4 5", silent=[0])
    assert explain(view(late, 0), Lay("61h")).reason == "penalty-gives"


def test_every_reason_is_true_where_it_is_given_and_all_of_them_are_given() -> None:
    seen = set()
    for seed in (0, 1, 2):
        for given in reasons(GAME, seed, rows=160, each=3):
            assert TRUTHS[given.why.reason](given), (seed, given)
            seen.add(given.why.reason)
    assert seen == keys(GAME) == set(TRUTHS)
