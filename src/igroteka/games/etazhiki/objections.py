"""Why a seat may not do a thing now: one refusal each, None if it may; asked by `legal` and by `decide`."""

from collections.abc import Iterable

from msgspec import UNSET, UnsetType

from igroteka.core import Refused, Seat
from igroteka.games.etazhiki.cards import Card, is_ball, is_floor, is_night, number_of
from igroteka.games.etazhiki.moves import Ball, Draw, End, Floor, Intent, Intercept, Pass, Shed
from igroteka.games.etazhiki.options import is_beginner
from igroteka.games.etazhiki.state import State, wanted


def objection(state: State, seat: Seat, intent: Intent) -> Refused | None:
    """The first thing that speaks against it, of a game that is dealt and not over."""
    match intent:
        case Intercept(card):
            return _to_intercept(state, seat, card)
        case Shed(top):
            return _to_turn(state, seat) or _to_shed(state, seat, top)
        case Floor(card, pile):
            return _to_laying(state, seat) or _to_pile(state, pile) or _to_floor(state, seat, card, pile)
        case Ball(card):
            return _to_laying(state, seat) or _to_ball(state, seat, card)
        case Draw():
            return _to_laying(state, seat) or _to_draw(state, seat)
        case Pass():
            return _to_laying(state, seat) or _to_pass(state, seat)
        case End():
            return _to_laying(state, seat) or _to_end(state)
        case _:
            return None


def can_lay(state: State, hand: Iterable[Card], top: Card | None = None) -> bool:
    """ET-A08, ET-B7: a floor fits under the top, or under one of these balls; of several the last counts.

    `top` is a ball about to be laid; that it is among the cards as well changes nothing.
    """
    cards = tuple(hand)
    numbers = {number_of(card) for card in cards if is_floor(card)}
    tops = {top, *(card for card in cards if is_ball(card))}
    return any(numbers & wanted(state, under=ball) for ball in tops)


def _to_turn(state: State, seat: Seat) -> Refused | None:
    """ET-10, ET-63: clockwise, one after another; ET-42: an interceptor has the turn."""
    clause = "ET-63" if is_beginner(state.options) else "ET-10"
    return None if seat == state.turn else Refused("not-your-turn", clause, turn=state.turn)


def _to_laying(state: State, seat: Seat) -> Refused | None:
    """ET-26: a seat without floors has nothing left to do but to shed its balls."""
    wrong = _to_turn(state, seat)
    return wrong or (Refused("choose-the-top-ball", "ET-26") if state.shedding else None)


def _to_card(state: State, seat: Seat, card: Card) -> Refused | None:
    return None if card in state.hands[seat] else Refused("card-not-held", "ET-12", card=card)


def _to_pile(state: State, pile: int | UnsetType) -> Refused | None:
    """ET-B5: beginners say on which of two piles; elsewhere there is one."""
    if not is_beginner(state.options):
        return None if pile is UNSET else Refused("only-one-pile", "ET-B5")
    if pile is UNSET:
        return Refused("which-pile", "ET-B5")
    return None if pile in range(len(state.floors)) else Refused("no-such-pile", "ET-62", pile=pile)


def _to_floor(state: State, seat: Seat, card: Card, pile: int | UnsetType) -> Refused | None:
    if wrong := _to_card(state, seat, card):
        return wrong
    if not is_floor(card):
        return Refused("not-a-floor", "ET-05", card=card)
    return _to_fit(state, card, 0 if pile is UNSET else pile)


def _to_fit(state: State, card: Card, pile: int) -> Refused | None:
    """ET-20, ET-21, ET-44, ET-45, ET-47, ET-65: it has to fit the open cards."""
    if number_of(card) in wanted(state, pile):
        return None
    floor = state.floors[pile][-1]
    if is_beginner(state.options):
        return Refused("floor-not-beside", "ET-65", card=card, floor=floor)
    return _misfit(card, floor, state.balls[-1], state.options.parity == "strict")


def _misfit(card: Card, floor: Card, ball: Card, strict: bool) -> Refused:
    match ball:
        case "NEAR":
            return Refused("floor-not-near", "ET-44", card=card, floor=floor)
        case "EVEN" if strict:
            return Refused("floor-not-even-strict", "ET-A14", card=card)
        case "ODD" if strict:
            return Refused("floor-not-odd-strict", "ET-A14", card=card)
        case "EVEN":
            return Refused("floor-not-even", "ET-45", card=card, floor=floor)
        case "ODD":
            return Refused("floor-not-odd", "ET-45", card=card, floor=floor)
        case "SKIP":
            return Refused("floor-not-same", "ET-47", card=card, floor=floor)
        case _:
            return Refused("floor-does-not-fit", "ET-21", card=card, floor=floor, ball=ball)


def _to_ball(state: State, seat: Seat, card: Card) -> Refused | None:
    """ET-22: any ball at any moment; ET-A11: before the first floor only if one can still follow."""
    if is_beginner(state.options):
        return Refused("no-balls-here", "ET-61")
    if wrong := _to_card(state, seat, card):
        return wrong
    if not is_ball(card):
        return Refused("not-a-ball", "ET-05", card=card)
    if state.floors_laid or can_lay(state, state.hands[seat], card):
        return None
    return Refused("no-floor-could-follow", "ET-A11", card=card)


def _to_draw(state: State, seat: Seat) -> Refused | None:
    """ET-14, ET-A08, ET-A09: once, with nothing laid, and only when no floor can be laid."""
    if wrong := _to_nothing_laid(state):
        return wrong
    if is_beginner(state.options):
        return Refused("cards-come-with-the-pass", "ET-67")
    if state.drew:
        return Refused("drew-already", "ET-A09")
    return Refused("can-lay-a-floor", "ET-A08") if can_lay(state, state.hands[seat]) else None


def _to_pass(state: State, seat: Seat) -> Refused | None:
    """ET-15, ET-A09: after the draw; ET-67, ET-A38: for beginners at once."""
    if wrong := _to_nothing_laid(state):
        return wrong
    if state.drew or is_beginner(state.options):
        return None
    if can_lay(state, state.hands[seat]):
        return Refused("can-lay-a-floor", "ET-A08")
    return Refused("draw-first", "ET-A09")


def _to_nothing_laid(state: State) -> Refused | None:
    if state.floors_laid:
        clause = "ET-A38" if is_beginner(state.options) else "ET-A10"
        return Refused("laid-already", clause)
    return Refused("floor-must-follow", "ET-A11") if state.balls_laid else None


def _to_end(state: State) -> Refused | None:
    """ET-13, ET-24, ET-A10: after at least one floor; ET-67: a beginner with none passes."""
    if state.floors_laid:
        return None
    if state.balls_laid:
        return Refused("floor-must-follow", "ET-A11")
    return Refused("no-floor-laid", "ET-67" if is_beginner(state.options) else "ET-13")


def _to_shed(state: State, seat: Seat, top: Card) -> Refused | None:
    """ET-26, ET-A05: with the floors gone, one of one's own balls."""
    if not state.shedding:
        return Refused("nothing-to-shed", "ET-A05")
    if not is_ball(top) or top not in state.hands[seat]:
        return Refused("not-your-ball", "ET-26", card=top)
    return None


def _to_intercept(state: State, seat: Seat, card: Card) -> Refused | None:
    """ET-41, ET-43, ET-A25: a night floor of one's own that fits the open cards as they lie."""
    if state.options.variant != "full":
        return Refused("no-interception", "ET-B6")
    if wrong := _to_card(state, seat, card):
        return wrong
    if seat == state.turn:
        return Refused("your-own-turn", "ET-40", card=card)
    if not is_night(card):
        return Refused("not-a-night-floor", "ET-41", card=card)
    if state.shedding:
        return Refused("only-balls-left", "ET-43", turn=state.turn)
    if _to_fit(state, card, 0):
        floor, ball = state.floors[0][-1], state.balls[-1]
        return Refused("night-does-not-fit", "ET-41", card=card, floor=floor, ball=ball, turn=state.turn)
    return None
