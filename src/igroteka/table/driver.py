"""The driver of whole games without people: off-turn seats are asked first, then the seat on turn."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeAlias

from igroteka.core import Chance, Misbehaves, Refused, Seat
from igroteka.table.match import Match, Row

Chooser: TypeAlias = Callable[[Seat, Callable[[], Any], tuple[Any, ...], bool], Any | None]
"""Seat, a look at its view, what it may ask for, whether it may let it be: one of the offers, or None."""


def play_out(match: Match, choose: Chooser, chance: Chance, honour: bool = False) -> Iterator[Row]:
    """Deal if need be and play to the end, row by row.

    Each round every off-turn seat that has a legal intent is asked, in a random order, for one of them
    or to let it be; if all let it be, the seat on turn moves. Matters of honour (an accusation) are left
    out unless asked for. When the seat on turn can do nothing, one of the others has to.
    """
    if not match.log and match.game.turn(match.state) is None and match.outcome is None:
        yield match.deal()
    while match.outcome is None:
        yield _one_row(match, choose, chance, honour)


def _one_row(match: Match, choose: Chooser, chance: Chance, honour: bool) -> Row:
    on_turn = match.game.turn(match.state)
    if on_turn is not None and on_turn not in match.seats:
        raise Misbehaves(match.game.__name__, "turn", f"names seat {on_turn} of {len(match.seats)}")
    waiting = [seat for seat in match.seats if seat != on_turn]
    offers = {seat: _offers(match, seat, honour) for seat in match.seats}
    may_wait = on_turn is not None and bool(offers[on_turn])
    for seat in chance.shuffled([seat for seat in waiting if offers[seat]]):
        intent = choose(seat, partial(match.view, seat), offers[seat], may_wait)
        if intent is not None:
            return _ask(match, seat, intent, offers[seat])
    if on_turn is None or not may_wait:
        raise AssertionError(
            f"a game that is not over has a seat that can act: after row {len(match.log)} of "
            f"{match.game.NAME}, with seat {on_turn} on turn, `legal` offers nobody anything"
        )
    intent = choose(on_turn, partial(match.view, on_turn), offers[on_turn], False)
    return _ask(match, on_turn, intent, offers[on_turn])


def _ask(match: Match, seat: Seat, intent: Any, offers: tuple[Any, ...]) -> Row:
    """The row; a refusal of what was offered says that it was."""
    try:
        return match.ask(seat, intent)
    except Refused as refused:
        if intent in offers:
            refused.add_note(f"`legal` offers {intent} to seat {seat}, and `decide` refuses it")
        raise


def _offers(match: Match, seat: Seat, honour: bool) -> tuple[Any, ...]:
    legal = match.legal(seat)
    return legal if honour else tuple(i for i in legal if not isinstance(i, match.game.HONOUR))


def random_chooser(chance: Chance) -> Chooser:
    """Every offer is as likely as any other; letting it be is one more."""

    def choose(seat: Seat, look: Callable[[], Any], offers: tuple[Any, ...], may_wait: bool) -> Any | None:
        at = chance.below(len(offers) + may_wait)
        return offers[at] if at < len(offers) else None

    return choose
