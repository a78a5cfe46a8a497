"""Why a move of Etazhiki is good: stars first, then what may follow, then the sum that makes it fit."""

from collections.abc import Iterator
from typing import Any

from igroteka.core import Why, a_good_move, why
from igroteka.games.etazhiki.cards import SKIP, STOREYS, Card, is_ball, is_floor, is_numbered, number_of
from igroteka.games.etazhiki.moves import Ball, Draw, End, Floor, Intercept, Pass, Shed
from igroteka.games.etazhiki.parts import NUMBERS
from igroteka.games.etazhiki.sense import Place, Plan, with_ball, with_floor
from igroteka.games.etazhiki.view import View, skips


def explain(view: View, intent: Any | None) -> Why:
    """The first reason that holds; the last one of every kind of move always does."""
    match intent:
        case Floor(card, pile):
            return next(_floor(view, card, pile if isinstance(pile, int) else 0))
        case Ball(card):
            return next(_ball(view, card))
        case Shed(top):
            return _shed(view, top)
        case Intercept(card):
            return next(_going_out(view, card), why("night-takes-turn", "ET-41", card=card))
        case Draw():
            return why("no-floor-draw", "ET-14", count=NUMBERS.draw)
        case Pass():
            return _pass(view)
        case End():
            return _end(view)
        case _:
            return a_good_move(view, intent)


# Floors ---------------------------------------------------------------------------------------------


def _floor(view: View, card: Card, pile: int) -> Iterator[Why]:
    yield from _going_out(view, card)
    plan = Plan(view)
    if (then := _best_next(plan, with_floor(plan.now, card, pile))) is not None:
        yield why("floor-opens", "ET-66" if plan.beginner else "ET-12", card=card, next=then)
    yield _sum(view, card, pile)


def _going_out(view: View, card: Card) -> Iterator[Why]:
    """The last floor: with it all cards go (ET-26), and there is a star."""
    rest = list(view.hand or ())
    rest.remove(card)
    if any(map(is_floor, rest)):
        return
    gentle = Plan(view).beginner
    if _wins(view):
        yield why("last-card-wins", "ET-71" if gentle else "ET-29")
    elif rest:
        yield why("last-floor-star", "ET-26", card=card)
    else:
        yield why("last-card-star", "ET-69" if gentle else "ET-27", card=card)


def _wins(view: View) -> bool:
    """Whether the next star wins the game."""
    assert view.seat is not None
    return view.stars[view.seat] + 1 >= NUMBERS.stars[view.seats]


def _best_next(plan: Plan, at: Place) -> Card | None:
    """The floor that had best be laid next as the table lies then, if one fits."""
    ways = [
        (plan.best(with_floor(at, card, pile)), card)
        for pile, top in enumerate(at.tops)
        for card in dict.fromkeys(at.floors)
        if number_of(card) in plan.fits(top, at.ball)
    ]
    return max(ways)[1] if ways else None


def _sum(view: View, card: Card, pile: int) -> Why:
    """What makes the floor fit, as a child counts it."""
    number, floor, ball = number_of(card), number_of(view.floors[pile]), view.ball
    if number == floor:
        return why("same-number", "ET-65" if ball is None else "ET-20", number=number)
    if ball is None:
        return _beside(number, floor)
    if is_numbered(ball):
        return _counted(number, floor, number_of(ball))
    if ball == "NEAR":
        return why("near", "ET-44", number=number, floor=floor)
    is_even = number % 2 == 0
    return why("even" if is_even else "odd", "ET-45", number=number)


def _beside(number: int, floor: int) -> Why:
    if abs(number - floor) == 1:
        return why("next-up" if number > floor else "next-down", "ET-65", number=number, floor=floor)
    return why("next-up-round" if number < floor else "next-down-round", "ET-68", number=number, floor=floor)


def _counted(number: int, floor: int, ball: int) -> Why:
    """Up or down the house, if need be over its roof or under its ground floor."""
    if number in (floor + ball, floor - ball):
        up = number > floor
        return why("counts-up" if up else "counts-down", "ET-21", number=number, floor=floor, ball=ball)
    return why(
        "counts-up-round" if (floor + ball) % STOREYS == number else "counts-down-round",
        "ET-30",
        number=number,
        floor=floor,
        ball=ball,
    )


# Balls ----------------------------------------------------------------------------------------------


def _ball(view: View, card: Card) -> Iterator[Why]:
    plan = Plan(view)
    at = with_ball(plan.now, card)
    if view.floors_laid and card == SKIP:
        yield _skipping(view)
    now, then = plan.fits(at.tops[0], plan.now.ball), plan.fits(at.tops[0], card)
    if (first := _best_next(plan, at)) is not None:
        second = _best_next(plan, with_floor(at, first, 0))
        if second is not None:
            yield why("ball-chain", "ET-23", card=card, next=first, then=second)
    opened = [floor for floor in at.floors if number_of(floor) in then - now]
    if opened:
        best = max(opened, key=lambda floor: plan.best(with_floor(at, floor, 0)))
        yield why("ball-opens", "ET-22", card=card, next=best)
    if view.floors_laid and len(then) < len(now):
        yield why("ball-narrows", "ET-22", card=card, numbers=tuple(sorted(then)))
    yield why("ball-any-time", "ET-22", card=card, numbers=tuple(sorted(then)))


def _shed(view: View, top: Card) -> Why:
    if _wins(view):
        return why("last-card-wins", "ET-29")
    if top == SKIP:
        return _skipping(view)
    plan = Plan(view)
    return why("top-ball", "ET-26", top=top, numbers=tuple(sorted(plan.fits(plan.now.tops[0], top))))


def _skipping(view: View) -> Why:
    assert view.seat is not None
    return why("skips-next", "ET-46", seat=(view.seat + 1) % view.seats, count=NUMBERS.penalty)


# Letting go -----------------------------------------------------------------------------------------


def _pass(view: View) -> Why:
    gentle = Plan(view).beginner
    if any(isinstance(one, Floor | Ball) for one in view.legal):
        return why("may-pass", "ET-A38" if gentle else "ET-15")
    if gentle:
        return why("no-floor-pass-two", "ET-67", count=NUMBERS.draw)
    return why("no-floor-pass", "ET-15")


def _end(view: View) -> Why:
    plan = Plan(view)
    if skips(view):
        return _skipping(view)
    balls = [card for card in view.hand or () if is_ball(card)]
    tops = (view.ball, *balls)
    fits = {number for top in plan.now.tops for ball in tops for number in plan.fits(top, ball)}
    if any(number_of(card) in fits for card in plan.now.floors):
        return why("enough", "ET-A38" if plan.beginner else "ET-A10")
    if balls:
        return why("floors-done-keep-balls", "ET-A10")
    return why("floors-done", "ET-A38" if plan.beginner else "ET-A10")
