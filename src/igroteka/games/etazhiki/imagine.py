"""A full state that a view of Etazhiki allows: unseen cards dealt to unseen places."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, TypeAlias

from igroteka.core import Chance, Refused, deal_unseen
from igroteka.games.etazhiki.cards import Card, is_ball, is_floor, number_of
from igroteka.games.etazhiki.objections import can_lay
from igroteka.games.etazhiki.options import box_of
from igroteka.games.etazhiki.state import Pile, State, buried, is_over, start, wanted
from igroteka.games.etazhiki.view import View

_Told: TypeAlias = list[tuple[Card, ...] | int]

_TRIES: Final = 60
_UNAIDED: Final = 5
"""How often the hand on turn is left to chance before it is chosen to agree with the turn so far."""


def imagine(view: View, chance: Chance) -> State:
    """The seat on turn holds what it must: balls alone if it sheds, a floor if it has to or may go on."""
    if not view.hand_sizes:
        return start(view.seats, view.options)
    told: _Told = [
        size if seat != view.seat else view.hand or () for seat, size in enumerate(view.hand_sizes)
    ]
    state = _deal(view, told, chance)
    for tries in range(_TRIES):
        if view.seat == view.turn or _is_possible(state):
            break
        state = _deal(view, told, chance) if tries < _UNAIDED else _deal_again(view, told, state, chance)
    return state


def _is_possible(state: State) -> bool:
    """ET-26, ET-A11, ET-A13: whether the hand on turn agrees with what its owner has done."""
    hand = state.hands[state.turn]
    if is_over(state):
        return True
    if state.shedding:
        return not any(map(is_floor, hand)) and len(set(hand)) > 1
    if state.floors_laid:
        return any(map(is_floor, hand))
    return not state.balls_laid or can_lay(state, hand)


def _deal_again(view: View, told: _Told, state: State, chance: Chance) -> State:
    """With a likelier hand for the seat on turn; if the counts forbid that hand, with any."""
    hand = _likelier_hand(view, state, chance)
    try:
        return _deal(view, [*told[: view.turn], hand, *told[view.turn + 1 :]], chance)
    except Refused:
        return _deal(view, told, chance)


def _likelier_hand(view: View, state: State, chance: Chance) -> tuple[Card, ...]:
    hidden = [hand for seat, hand in enumerate(state.hands) if seat != view.seat]
    under = () if view.pool else buried(state)
    unseen = chance.shuffled(card for cards in (*hidden, state.deck, under) for card in cards)
    hand = state.hands[state.turn]
    if state.shedding:
        balls = tuple(card for card in unseen if is_ball(card))
        return balls[: len(hand)] if len(balls) >= len(hand) else hand
    must = _must_hold(state, unseen)
    return (*must, *chance.shuffled(hand)[len(must) :]) if len(must) <= len(hand) else hand


def _must_hold(state: State, unseen: tuple[Card, ...]) -> tuple[Card, ...]:
    """A floor; before the first floor of a turn one that fits, be it under another ball."""
    floors = [card for card in unseen if is_floor(card)]
    if state.floors_laid:
        return tuple(floors[:1])
    fits = [card for card in floors if number_of(card) in wanted(state)]
    balls = (card for card in unseen if is_ball(card))
    pairs = ((ball, card) for ball in balls for card in floors if number_of(card) in wanted(state, 0, ball))
    return (fits[0],) if fits else next(pairs, ())


def _deal(view: View, told: _Told, chance: Chance) -> State:
    if view.pool:
        hands, deck = deal_unseen(box_of(view.options), told, view.deck_size, (), view.pool, chance)
        lying = Counter((*view.pool.kept, *(card for laid in view.pool.laid for card in laid)))
        lying.subtract(_tops(view))
        return _state(view, hands, chance.shuffled(lying.elements()), deck)
    under = sum(view.floor_sizes) + view.ball_size - len(_tops(view))
    hands, stock = deal_unseen(box_of(view.options), told, view.deck_size + under, _tops(view), None, chance)
    lying = _bury(view, stock, chance)
    left = Counter(stock)
    left.subtract(lying)
    deck = chance.shuffled((+left).elements())[: view.deck_size]
    return _state(view, hands, lying.elements(), deck)


def _bury(view: View, stock: tuple[Card, ...], chance: Chance) -> Counter[Card]:
    """Unseen floors under the floors and balls under the balls; if they are too few, any like them."""
    box, lying = box_of(view.options), Counter[Card]()
    heights = ((is_floor, sum(view.floor_sizes) - len(view.floors)), (is_ball, max(view.ball_size - 1, 0)))
    for is_kind, height in heights:
        chosen = [card for card in stock if is_kind(card)][:height]
        kinds = [card for card in box if is_kind(card)]
        lying.update(chosen + [chance.pick(kinds) for _ in range(height - len(chosen))])
    return lying


def _tops(view: View) -> tuple[Card, ...]:
    return view.floors if view.ball is None else (*view.floors, view.ball)


def _state(view: View, hands: tuple[tuple[Card, ...], ...], lying: Iterable[Card], deck: Pile) -> State:
    under = tuple(lying)
    return State(
        seats=view.seats,
        options=view.options,
        hands=hands,
        floors=_piles(view, [card for card in under if is_floor(card)]),
        balls=(*(card for card in under if is_ball(card)), *_tops(view)[len(view.floors) :]),
        deck=deck,
        turn=view.turn,
        stars=view.stars,
        drew=view.drew,
        floors_laid=view.floors_laid,
        balls_laid=view.balls_laid,
        shedding=view.shedding,
        skip_armed=view.skip_armed,
        idle=view.idle,
        winners=view.winners,
        stopped=view.outcome is not None and view.outcome.reason == "stopped",
        pool=view.pool,
    )


def _piles(view: View, under: list[Card]) -> tuple[Pile, ...]:
    """The right height and the right card on top of each."""
    piles: list[Pile] = []
    for top, size in zip(view.floors, view.floor_sizes, strict=True):
        piles.append((*under[: size - 1], top))
        del under[: size - 1]
    return tuple(piles)
