"""Every reason that Etazhiki gives for a move is true, by the rules."""

from typing import Any, Final

from games.reasons import Given, Truth, asked, folded, keys, reasons
from igroteka.core import Seeded
from igroteka.games import game as on_shelf
from igroteka.games.etazhiki.cards import is_ball, is_night, number_of
from igroteka.games.etazhiki.moves import Ball, Draw, End, Floor, Shed, Skipped, StarWon
from igroteka.games.etazhiki.objections import can_lay
from igroteka.games.etazhiki.options import is_beginner
from igroteka.games.etazhiki.state import wanted

GAME: Final = on_shelf("etazhiki")


def _legal(given: Given, state: Any, kind: type) -> list[Any]:
    return [one for one in GAME.legal(state, given.seat) if isinstance(one, kind)]


def _to_the_end(given: Given) -> tuple[Any, ...]:
    """The events of the move, and of shedding the balls that are left after it."""
    events = given.events
    after = folded(GAME, given.state, events)
    sheds = _legal(given, after, Shed)
    return (*events, *GAME.decide(after, given.seat, sheds[0], Seeded(3))) if sheds else events


def _star(given: Given) -> bool:
    return any(isinstance(event, StarWon) and event.seat == given.seat for event in _to_the_end(given))


def _won(given: Given) -> bool:
    outcome = GAME.outcome(folded(GAME, given.state, _to_the_end(given)))
    return outcome is not None and given.seat in outcome.winners


def _skips(given: Given) -> bool:
    """The turn ends with the move, or right after it."""
    events = given.events
    if isinstance(given.intent, Ball):
        events = GAME.decide(given.after, given.seat, End(), Seeded(3))
    return Skipped(given.said("seat")) in events


def _opens(given: Given) -> bool:
    then = {one.card for one in _legal(given, given.after, Floor)}
    now = {one.card for one in _legal(given, given.state, Floor)}
    return given.said("next") in then and (isinstance(given.intent, Floor) or given.said("next") not in now)


def _chain(given: Given) -> bool:
    first = asked(given, given.after, Floor(given.said("next")))
    return first is not None and asked(given, first, Floor(given.said("then"))) is not None


def _could_lay(given: Given) -> bool:
    hand = given.state.hands[given.seat]
    return bool(_legal(given, given.state, Floor)) or (
        not is_beginner(given.state.options) and can_lay(given.state, hand)
    )


def _holds_balls(given: Given) -> bool:
    return any(map(is_ball, given.state.hands[given.seat]))


def _sum(given: Given, up: bool, round_the_house: bool) -> bool:
    reached = given.said("floor") + given.why.parameters.get("ball", 1) * (1 if up else -1)
    number = given.said("number")
    top = given.state.floors[given.intent.pile if isinstance(given.intent.pile, int) else 0][-1]
    stands = number == number_of(given.intent.card) and given.said("floor") == number_of(top)
    return stands and reached % 10 == number and (reached != number) == round_the_house


def _near(given: Given) -> bool:
    away = abs(given.said("number") - given.said("floor"))
    return min(away, 10 - away) <= 2


def _numbers(given: Given) -> bool:
    return set(given.said("numbers")) == wanted(given.after)


TRUTHS: Final[dict[str, Truth]] = {
    "last-card-wins": _won,
    "last-floor-star": _star,
    "last-card-star": _star,
    "floor-opens": _opens,
    "same-number": lambda g: any(number_of(pile[-1]) == g.said("number") for pile in g.state.floors),
    "next-up": lambda g: _sum(g, up=True, round_the_house=False),
    "next-down": lambda g: _sum(g, up=False, round_the_house=False),
    "next-up-round": lambda g: _sum(g, up=True, round_the_house=True),
    "next-down-round": lambda g: _sum(g, up=False, round_the_house=True),
    "counts-up": lambda g: _sum(g, up=True, round_the_house=False),
    "counts-down": lambda g: _sum(g, up=False, round_the_house=False),
    "counts-up-round": lambda g: _sum(g, up=True, round_the_house=True),
    "counts-down-round": lambda g: _sum(g, up=False, round_the_house=True),
    "near": _near,
    "even": lambda g: number_of(g.intent.card) == g.said("number") and g.said("number") % 2 == 0,
    "odd": lambda g: number_of(g.intent.card) == g.said("number") and g.said("number") % 2 == 1,
    "ball-chain": _chain,
    "ball-opens": _opens,
    "ball-narrows": lambda g: _numbers(g) and len(wanted(g.after)) < len(wanted(g.state)),
    "ball-any-time": _numbers,
    "top-ball": _numbers,
    "skips-next": _skips,
    "night-takes-turn": lambda g: is_night(g.intent.card) and g.state.turn != g.seat == g.after.turn,
    "no-floor-draw": lambda g: not _could_lay(g) and asked(g, g.state, Draw()) is not None,
    "no-floor-pass": lambda g: not _could_lay(g),
    "no-floor-pass-two": lambda g: not _could_lay(g) and g.said("count") == 2,
    "may-pass": _could_lay,
    "enough": lambda g: g.state.floors_laid > 0 and _could_lay(g),
    "floors-done": lambda g: not _could_lay(g) and not _holds_balls(g),
    "floors-done-keep-balls": lambda g: not _could_lay(g) and _holds_balls(g),
}


def test_every_reason_is_true_where_it_is_given_and_all_of_them_are_given() -> None:
    seen = set()
    for seed in (0, 1):
        for given in reasons(GAME, seed, rows=110, each=3):
            assert TRUTHS[given.why.reason](given), (seed, given)
            seen.add(given.why.reason)
    assert seen == keys(GAME) == set(TRUTHS)
