"""Answers tried against each other in the same deals: what one wins over another shows in far fewer of them.

A trial deals the hidden parts once, and plays every answer on from there with the same chance afterwards: the
same deck, and the same lots. The searching seat goes on by the heaviest sensible answers, others as foreseen.
Compiled per twin, like the tree beside it (`tree.py`), whose names these templates use.
"""

from types import ModuleType
from typing import Any, Final

import numpy as np

from igroteka.bots.search.network import like, stand
from igroteka.bots.search.tree import (
    _AFTER,
    _OWN,
    answer,
    answers,
    ask,
    consult,
    deal_hidden,
    draw_lot,
    foreseen,
    judge,
    list_answers,
    temper,
)
from igroteka.turbo.chance import below, word
from igroteka.turbo.compiling import bound
from igroteka.turbo.header import NOBODY
from igroteka.turbo.machine import Array, Int, State, Stream

_32: Final = np.uint64(32)


def go_on(
    s: State,
    me: Int,
    action: Int,
    rng: Stream,
    most: Int,
    foresee: Int,
    sharp: Any,
    guided: Any,
    out: Array,
    weights: Array,
    net: Any,
    trust: Any,
    said: Array,
) -> None:
    """This answer, and so many after it; where a network is trusted, it judges the next real choice.

    Guided by it, seats that are not foreseen go on as it likes, and it judges the next choice of the one
    that searches: from what it says of another seat two sides know how they stand, three or more hardly do.
    """
    said[1] = -1
    answer(s, action, rng)
    seat = np.int64(ask(s, rng))
    while seat != NOBODY and (most > 0 or trust > 0):
        is_judged = most <= 0 and (seat == me or not guided)
        foretold = np.int64(-1)
        if foresee & (_OWN if seat == me else _AFTER):
            foretold = np.int64(foreseen(s, seat))
        count = np.int64(list_answers(s, out)) if is_judged or (guided and foretold < 0) else np.int64(0)
        weights[0] = 1.0
        if count > 1:
            consult(s, seat, net, out, count)
            if is_judged:
                said[0], said[1] = stand(net), seat
                break
            like(net, out, count, weights)
        if foretold < 0 and not guided:
            count = answers(s, seat, out, weights)
        if foretold < 0:
            highest = 0.0
            for at in range(count):
                highest = max(highest, weights[at])
            for at in range(count):
                weights[at] = (weights[at] / highest) ** sharp
            foretold = np.int64(out[draw_lot(weights, count, rng) if count > 1 else 0])
        answer(s, foretold, rng)
        most -= 1
        seat = np.int64(ask(s, rng))


def try_out(
    states: Array,
    seat: Int,
    rng: Stream,
    times: Int,
    actions: Array,
    won: Array,
    most: Int,
    foresee: Int,
    sharp: Any,
    guided: Any,
    out: Array,
    weights: Array,
    values: Array,
    belief: Array,
    net: Any,
    trust: Any,
    said: Array,
) -> None:
    """So many trials of these answers from `states[0]`, where the seat is asked; `won` gets what they got.

    The last two states are the deal and the game that is played on. Where there are more than three, all
    but those are the worlds that are thought possible, and nothing is dealt anew.
    """
    worlds = states.shape[0] - 2
    dealt, s = states[worlds], states[worlds + 1]
    later = np.empty(1, np.uint64)
    for _ in range(times):
        if worlds == 1:
            states[1] = states[0]
            deal_hidden(dealt, seat, rng, belief)
        else:
            states[worlds] = states[below(rng, worlds)]
        lots = np.uint64(word(rng)) << _32 | np.uint64(word(rng))
        for at in range(actions.shape[0]):
            states[worlds + 1] = states[worlds]
            later[0] = lots
            go_on(
                s,
                seat,
                np.int64(actions[at]),
                later,
                most,
                foresee,
                sharp,
                guided,
                out,
                weights,
                net,
                trust,
                said,
            )
            judge(s, values)
            if said[1] >= 0:
                temper(values, np.int64(s.seats), net, trust, said)
            won[at] += values[seat]


def bind(twin: ModuleType, tree: dict[str, Any]) -> Any:
    """`try_out`, compiled for one twin with the names of its tree."""
    names = {**globals(), **tree}
    names["go_on"] = bound(go_on, twin, names)
    return bound(try_out, twin, names)
