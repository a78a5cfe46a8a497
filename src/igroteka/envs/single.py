"""A twin's kernels over an array of one table: an array reaches a kernel ten times sooner than a record.

The functions are templates, as those of turbo/one_table.py: what they call are the kernels of one twin.
"""

from collections.abc import Callable, Mapping
from functools import cache
from sys import modules
from typing import Any, Final

from igroteka.turbo import twin
from igroteka.turbo.brought import actors, deal, legal, observe, score
from igroteka.turbo.compiling import bound
from igroteka.turbo.machine import Array, Int, Stream
from igroteka.turbo.one_table import answer, ask


def deal_it(states: Array, chance: Stream) -> Int:
    """Deal, and ask the first seat."""
    deal(states[0], chance)
    return ask(states[0], chance)


def ask_it(states: Array, chance: Stream) -> Int:
    return ask(states[0], chance)


def answer_it(states: Array, action: Int, chance: Stream) -> None:
    answer(states[0], action, chance)


def actors_of(states: Array) -> Int:
    return actors(states[0])


def legal_of(states: Array, seat: Int, out: Array) -> Int:
    return legal(states[0], seat, out)


def observe_it(states: Array, seat: Int, out: Array) -> None:
    observe(states[0], seat, out)


def score_it(states: Array, out: Array) -> None:
    score(states[0], out)


_TEMPLATES: Final = (deal_it, ask_it, answer_it, actors_of, legal_of, observe_it, score_it)


@cache
def kernels(game: str) -> Mapping[str, Callable[..., Any]]:
    """The twin's own kernels and these, by name."""
    fast = twin(game)
    module = modules[fast.KERNELS["ask"].__module__]
    names: dict[str, Any] = {**fast.KERNELS}
    return names | {template.__name__: bound(template, module, names) for template in _TEMPLATES}
