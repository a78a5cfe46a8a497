"""Worlds with the true hands, or a few true cards of them; what is still to come lies in many orders."""

from functools import cache
from importlib import import_module
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from igroteka.bots.compiled_search import searcher
from igroteka.core import Chance
from igroteka.games import game as on_shelf
from igroteka.turbo import beside, twin
from igroteka.turbo.chance import below, shuffle
from igroteka.turbo.compiling import bound
from igroteka.turbo.machine import Array, Int, State, Stream

WORLDS: Final = 256
_DEALS: Final = 1 << 16
"""So many deals are looked at for worlds with a few cards in their places, at most."""


def true_worlds(name: str, state: Any, chance: Chance) -> npt.NDArray[np.void]:
    """The state as the twin has it, so many times."""
    worlds = np.repeat(_true(name, state), WORLDS)
    _mixing(name)(worlds, _stream(chance))
    return worlds


def told_worlds(
    name: str, state: Any, views: tuple[Any, ...], told: int, chance: Chance
) -> npt.NDArray[np.void]:
    """Worlds as Master believes them by these views, the last of which is now; but of each other hand so many
    of its cards, any, lie where they truly are.

    The true world, many times over, where none is found that agrees.
    """
    of, view = searcher(name), views[-1]
    root = of.root(view, False, chance)[:1]
    belief, rng = of.belief(views, chance), _stream(chance)
    kernels, seen = _telling(name), np.zeros(of.twin.OBSERVED, np.uint8)
    hand = seen[_hand(name)]
    known = np.zeros((int(root["seats"][0]), hand.size), np.uint8)
    kernels["tell"](_true(name, state), view.seat, told, rng, seen, hand, known)
    worlds, found = np.repeat(root, WORLDS), 0
    for _ in range(_DEALS // WORLDS):
        deals = believed_worlds(name, root, belief, chance)
        found = kernels["keep"](deals, view.seat, seen, hand, known, worlds, found)
        if found == WORLDS:
            break
    if not found:
        return true_worlds(name, state, chance)
    worlds = np.resize(worlds[:found], WORLDS)
    _mixing(name)(worlds, rng)
    return worlds


def believed_worlds(
    name: str, root: npt.NDArray[np.void], belief: npt.NDArray[np.float64], chance: Chance
) -> npt.NDArray[np.void]:
    """Worlds as Master deals them by what it believes at a root."""
    of = searcher(name)
    deals = of.likely_worlds(root, belief, WORLDS, chance) if belief.any() else None
    if deals is None:
        deals = np.repeat(root[:1], WORLDS)
        _telling(name)["deal_all"](deals, int(root["deciding"][0]), _stream(chance), belief)
    return deals


def held(name: str, worlds: npt.NDArray[np.void]) -> npt.NDArray[np.float64]:
    """By seat and kind of part how much of it is in a hand, on average over these worlds."""
    seen = np.zeros(twin(name).OBSERVED, np.uint8)
    hand = seen[_hand(name)]
    counts = np.zeros((int(worlds["seats"][0]), hand.size))
    _telling(name)["count"](worlds, seen, hand, counts)
    found: npt.NDArray[np.float64] = counts / len(worlds)
    return found


def true_hands(name: str, state: Any) -> npt.NDArray[np.float64]:
    return held(name, _true(name, state))


def _true(name: str, state: Any) -> npt.NDArray[np.void]:
    """The state as the twin has it."""
    position = on_shelf(name).position(state)
    assert position is not None
    return twin(name).encode(position, state.options, state.pool)


def _stream(chance: Chance) -> npt.NDArray[np.uint64]:
    return np.array([chance.below(2**32) << 32 | chance.below(2**32)], np.uint64)


def _hand(name: str) -> slice:
    """Where an observation says what its own seat holds."""
    begins = 0
    told: Any = beside(name, "fields")
    for field in told.FIELDS:
        if field.own and field.length > 1:
            return slice(begins, begins + field.length)
        begins += field.length
    raise ValueError(f"nobody holds anything in {name}")


def to_come(s: State) -> Array:
    """What a game brings: its `lab/<game>/deck.py`."""
    raise NotImplementedError


def mix_all(states: Array, rng: Stream) -> None:
    for at in range(states.shape[0]):
        deck = to_come(states[at])
        shuffle(deck, deck.size, rng)


@cache
def _mixing(name: str) -> Any:
    deck = import_module(f"igroteka.lab.{name}.deck")
    package = import_module(twin(name).KERNELS["ask"].__module__)
    return bound(mix_all, package, {**globals(), "to_come": deck.to_come})


# ------------------------------------------------------------------ a few cards told


def observe(s: State, seat: Int, out: Array) -> None:
    raise NotImplementedError


def deal_hidden(s: State, seat: Int, rng: Stream, belief: Array) -> None:
    raise NotImplementedError


def tell(truth: Array, seat: Int, told: Int, rng: Stream, seen: Array, hand: Array, known: Array) -> None:
    """By seat so many of its cards, any; a whole hand if it is no larger. `hand` is a part of `seen`."""
    for other in range(known.shape[0]):
        if other == seat:
            continue
        observe(truth[0], other, seen)
        left = np.int64(0)
        for card in range(known.shape[1]):
            left += hand[card]
        for _ in range(min(told, left)):
            at, card = below(rng, left), 0
            while at >= hand[card]:
                at -= hand[card]
                card += 1
            hand[card] -= 1
            known[other, card] += 1
            left -= 1


def deal_all(deals: Array, seat: Int, rng: Stream, belief: Array) -> None:
    for at in range(deals.shape[0]):
        deal_hidden(deals[at], seat, rng, belief)


def keep(deals: Array, seat: Int, seen: Array, hand: Array, known: Array, worlds: Array, found: Int) -> Int:
    """Those in which all that was told is true, behind so many that were found; how many there are then."""
    for at in range(deals.shape[0]):
        agrees = True
        for other in range(known.shape[0]):
            if other != seat and agrees:
                observe(deals[at], other, seen)
                for card in range(known.shape[1]):
                    agrees = agrees and hand[card] >= known[other, card]
        if agrees and found < worlds.shape[0]:
            worlds[found] = deals[at]
            found += 1
    return found


def count(worlds: Array, seen: Array, hand: Array, counts: Array) -> None:
    """By seat and kind of part how many there are in all of these worlds."""
    for at in range(worlds.shape[0]):
        for other in range(counts.shape[0]):
            observe(worlds[at], other, seen)
            for card in range(hand.shape[0]):
                counts[other, card] += hand[card]


@cache
def _telling(name: str) -> dict[str, Any]:
    package = import_module(twin(name).KERNELS["ask"].__module__)
    names = {
        **globals(),
        "observe": package.KERNELS["observe"],
        "deal_hidden": searcher(name).run["deal_hidden"],
    }
    return {one.__name__: bound(one, package, names) for one in (tell, deal_all, keep, count)}
