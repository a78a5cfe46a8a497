"""An answer tried out to the end of the game some hundred times, by what plays best without a search.

`try_out` is a template, as those of kernels.py: what it calls is of one twin and its search.
"""

from functools import cache
from importlib import import_module
from typing import Any, Final

import numpy as np

from igroteka.bots.compiled_search import searcher
from igroteka.bots.search.network import like
from igroteka.turbo import twin
from igroteka.turbo.chance import shuffle
from igroteka.turbo.compiling import bound
from igroteka.turbo.header import NOBODY
from igroteka.turbo.machine import Array, Int, Stream

NETWORK, WEIGHTS, PLAYER = range(3)
"""What plays the own side."""
_LONGEST: Final = 1200
_NEEDED: Final = ("ask", "answer", "judge", "answers", "foreseen", "consult", "list_answers")
# What a twin, its search and its deck bring.
_brought: Any = None
answer = answers = ask = consult = foreseen = judge = list_answers = to_come = _brought
WIDEST: Int = 0


def try_out(
    states: Array, seat: Int, mates: Array, action: Int, rng: Stream, times: Int, by: Int, net: Any
) -> Int:
    """The share of games that the seat wins after this action; `mates` tells by seat who is with it."""
    s = states[1]
    won: Int = 0.0
    out, weights, values = np.empty(WIDEST, np.int16), np.empty(WIDEST), np.zeros(16)
    for _ in range(times):
        states[1] = states[0]
        deck = to_come(s)
        shuffle(deck, deck.shape[0], rng)
        answer(s, action, rng)
        who = ask(s, rng)
        for _ in range(_LONGEST):
            if who == NOBODY:
                break
            chosen = np.int64(foreseen(s, who)) if by == PLAYER or not mates[who] else np.int64(-1)
            if chosen < 0 and by == NETWORK:
                count = np.int64(list_answers(s, out))
                consult(s, who, net, out, count)
                like(net, out, count, weights)
            elif chosen < 0:
                count = np.int64(answers(s, who, out, weights))
            if chosen < 0:
                chosen = np.int64(out[weights[:count].argmax()])
            answer(s, chosen, rng)
            who = ask(s, rng)
        judge(s, values)
        won += values[seat]
    return won / times


@cache
def trying(name: str) -> Any:
    """`try_out` in a game; compiled the first time ever."""
    run, package = searcher(name).run, import_module(twin(name).KERNELS["ask"].__module__)
    brought = {"to_come": import_module(f"igroteka.lab.{name}.deck").to_come, "WIDEST": twin(name).WIDEST + 1}
    return bound(try_out, package, {**globals(), **brought, **{its: run[its] for its in _NEEDED}})
