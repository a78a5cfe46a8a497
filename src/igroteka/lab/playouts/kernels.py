"""Games played on by the sense of the search to their ends, many from one state; compiled for each twin.

Every game of a call has a *world*: all that is hidden from a seat dealt anew, or, with all hands open, the
order of the deck alone. Several first answers are tried in the same worlds, with the same chance afterwards.
"""

from types import ModuleType
from typing import Any, Final

import numpy as np

from igroteka.turbo.chance import below, shuffle, word
from igroteka.turbo.compiling import bound
from igroteka.turbo.header import NOBODY, WAIT
from igroteka.turbo.machine import Array, Int, State, Stream

AS_ASKED: Final = -2
"""In place of a first answer: whoever is asked, in any order, answers by the sense."""
AS_SENSED: Final = -1
"""The seat that decides answers by the sense."""
_SCALE: Final = 2.0**-32
_SHARP: Final = 2.0
"""How much rather a seat answers what weighs more: the power of a weight. Two is what tells best who will win
in the games of Player (docs/review.md)."""
TO_THE_END: Final = 4000
"""As `most`: hardly any game has so many answers."""

# ------------------------------------------------------------------ what a game brings (compiled)


def sensible(s: State, seat: Int, out: Array, weights: Array) -> Int:
    raise NotImplementedError


def judge(s: State, values: Array) -> None:
    raise NotImplementedError


def expected(s: State, seat: Int) -> Int:
    """What any seat answers, where one answer is to be expected; 0: what weighs most of the sensible."""
    return 0


def to_come(s: State) -> Array:
    """What is still to come from the deck, in its order; it can be written to."""
    raise NotImplementedError


def ask(s: State, rng: Stream) -> Int:
    raise NotImplementedError


def answer(s: State, action: Int, rng: Stream) -> None:
    raise NotImplementedError


def legal(s: State, seat: Int, out: Array) -> Int:
    raise NotImplementedError


def determinize(s: State, seat: Int, rng: Stream) -> None:
    raise NotImplementedError


# ------------------------------------------------------------------ what comes of it (templates)


def mix(s: State, rng: Stream) -> None:
    """What is still to come in another order: nobody knows it."""
    deck = to_come(s)
    shuffle(deck, deck.size, rng)


def options(s: State, seat: Int, out: Array, weights: Array) -> Int:
    """What is sensible, and what it weighs; where the game does not say, all that is legal."""
    count = sensible(s, seat, out, weights)
    if count:
        return count
    count = legal(s, seat, out)
    if s.may_wait:
        out[count] = WAIT
        count += 1
    for at in range(count):
        weights[at] = 1.0
    return count


def happens(chance: float, rng: Stream) -> Int:
    return chance > 0.0 and np.float64(word(rng)) * _SCALE < chance


def any_legal(s: State, seat: Int, rng: Stream, out: Array) -> Int:
    """Whatever comes to mind."""
    count = legal(s, seat, out)
    if s.may_wait:
        out[count] = WAIT
        count += 1
    return np.int64(out[below(rng, count)])


def seen_of(count: Int, overlooked: float, rng: Stream, out: Array, weights: Array) -> Int:
    """The answers that are not overlooked come first; how many. All, where every one was overlooked."""
    left = 0
    for at in range(count):
        if not happens(overlooked, rng):
            action, weight = out[at], weights[at]
            out[at], weights[at] = out[left], weights[left]
            out[left], weights[left] = action, weight
            left += 1
    return left if left else count


def chosen(s: State, seat: Int, lapses: Array, rng: Stream, out: Array, weights: Array) -> Int:
    """What the seat answers by the sense: what is expected, or by lot, the heavier the more often.

    `lapses` has by seat how often it answers just anything, overlooks an answer, and off turn sees too late
    that it could act.
    """
    if s.may_wait and happens(lapses[seat, 2], rng):
        return np.int64(WAIT)
    if happens(lapses[seat, 0], rng):
        return any_legal(s, seat, rng, out)
    overlooked: float = lapses[seat, 1]
    action = expected(s, seat)
    if action and not happens(overlooked, rng):
        return action
    count = options(s, seat, out, weights)
    if overlooked > 0.0:
        count = seen_of(count, overlooked, rng, out, weights)
    if count == 1:
        return np.int64(out[0])
    highest = 0.0
    for at in range(count):
        highest = max(highest, weights[at])
    total = 0.0
    for at in range(count):
        weights[at] = (weights[at] / highest) ** _SHARP
        total += weights[at]
    lot = np.float64(word(rng)) * _SCALE * total
    for at in range(count - 1):
        lot -= weights[at]
        if lot < 0:
            return np.int64(out[at])
    return np.int64(out[count - 1])


def bring_up(deck: Array, at: Int, card: Int, rng: Stream) -> None:
    """Such a card to this place, any of those that lie there or below, and what lay there to its place."""
    found, seen = at, 0
    for place in range(at, deck.size):
        if deck[place] == card:
            seen += 1
            if below(rng, seen) == 0:
                found = place
    deck[found] = deck[at]
    deck[at] = card


def play_worlds(
    states: Array,
    seat: Int,
    hidden: Int,
    actions: Array,
    cards: Array,
    lapses: Array,
    rngs: Array,
    later: Array,
    most: Int,
    out: Array,
    weights: Array,
    values: Array,
) -> None:
    """A game from `states[0]` for every first answer in every world; `values` by answer, world and seat.

    `hidden` is the seat whose knowledge the worlds keep to, or NOBODY where all hands are open; `seat` is the
    one that decides first. With open hands `cards` come next from the deck for the first of the answers; in
    the same world the deck of the other answers differs only by where those cards are. After `most` answers a
    game is judged as it stands. `states[1]` is played on.
    """
    s = states[1]
    rng = np.empty(1, np.uint64)
    for world in range(rngs.shape[0]):
        for at in range(actions.shape[0]):
            states[1] = states[0]
            rng[0] = rngs[world]
            if hidden == NOBODY:
                mix(s, rng)
                if at == 0:
                    for place in range(cards.size):
                        bring_up(to_come(s), place, np.int64(cards[place]), rng)
            else:
                determinize(s, hidden, rng)
            action: Int = np.int64(actions[at])
            who = ask(s, rng) if action == AS_ASKED else seat
            left: Int = most
            while who != NOBODY and left > 0:
                if action < 0:
                    action = chosen(s, who, lapses, rng, out, weights)
                answer(s, action, rng)
                if left == most:
                    rng[0] = later[world]
                action = AS_SENSED
                who = ask(s, rng)
                left -= 1
            judge(s, values[at, world])


def list_to_come(states: Array, out: Array) -> Int:
    """What is still to come from the deck, and how many that are."""
    deck = to_come(states[0])
    out[: deck.size] = deck
    return deck.size


def list_options(states: Array, seat: Int, out: Array, weights: Array) -> Int:
    """What is sensible for the seat that decides, what is expected of it first and heaviest."""
    s = states[0]
    count = options(s, seat, out, weights)
    action = expected(s, seat)
    if action == 0:
        return count
    for at in range(count):
        if out[at] == action:
            weights[at] = np.inf
            return count
    out[count] = action
    weights[count] = np.inf
    return count + 1


_TEMPLATES: Final = (
    mix,
    options,
    happens,
    any_legal,
    seen_of,
    chosen,
    bring_up,
    play_worlds,
    list_options,
    list_to_come,
)


def bind(twin: ModuleType, sense: Any, deck: Any) -> dict[str, Any]:
    """The templates compiled for one twin, its sense and its deck, by name."""
    kernels: Any = twin.KERNELS
    names: dict[str, Any] = {**globals(), "sensible": sense.sensible, "judge": sense.judge}
    names["to_come"] = deck.to_come
    names.update({name: kernels[name] for name in ("ask", "answer", "legal", "determinize")})
    names["expected"] = getattr(sense, "expected", None) or bound(expected, twin, names)
    for template in _TEMPLATES:
        names[template.__name__] = bound(template, twin, names)
    return {name: names[name] for name in ("play_worlds", "list_options", "list_to_come")}
