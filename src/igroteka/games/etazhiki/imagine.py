"""A full state that a view of Etazhiki allows: unseen cards dealt to unseen places."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, TypeAlias

from igroteka.core import Chance, Refused, deal_unseen, shared
from igroteka.games.etazhiki.cards import Card, is_ball, is_floor
from igroteka.games.etazhiki.guess import better_hands, disagreements
from igroteka.games.etazhiki.options import box_of
from igroteka.games.etazhiki.state import Pile, Public, State, buried, start
from igroteka.games.etazhiki.view import View

_Told: TypeAlias = list[tuple[Card, ...] | int]

_TRIES: Final = 60


def imagine(view: View, chance: Chance) -> State:
    """What the pool allows, and what the seat on turn must hold by what it has done."""
    if not view.hand_sizes:
        return start(view.seats, view.options)
    told: _Told = [
        size if seat != view.seat else view.hand or () for seat, size in enumerate(view.hand_sizes)
    ]
    state = _deal(view, told, chance)
    for _ in range(_TRIES):
        if view.seat == view.turn or not disagreements(state, state.hands[state.turn]):
            break
        state = _deal_better(view, told, state, chance) or _deal(view, told, chance)
    return state


def _deal_better(view: View, told: _Told, state: State, chance: Chance) -> State | None:
    """With a hand on turn that agrees better with its turn; None if the pool forbids them all."""
    hidden = [hand for seat, hand in enumerate(state.hands) if seat not in (view.seat, view.turn)]
    under = () if view.pool else buried(state)
    unseen = (card for cards in (*hidden, state.deck, under) for card in cards)
    for hand in better_hands(state, unseen, chance):
        try:
            return _deal(view, [*told[: view.turn], hand, *told[view.turn + 1 :]], chance)
        except Refused:
            continue
    return None


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
        **shared(Public, view),
        seats=view.seats,
        options=view.options,
        hands=hands,
        floors=_piles(view, [card for card in under if is_floor(card)]),
        balls=(*(card for card in under if is_ball(card)), *_tops(view)[len(view.floors) :]),
        deck=deck,
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
