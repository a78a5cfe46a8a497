"""Player itself as a rival of pupils, where its game has it compiled: what the search foresees of others."""

from importlib import import_module
from types import FunctionType
from typing import Any, Final

import numpy as np

from igroteka.bots.search import tree
from igroteka.turbo import Batch, Twin, beside
from igroteka.turbo.compiling import bound
from igroteka.turbo.machine import Array, Int, State

_THREADS: Final = 32
"""Of a block on a card: what Player thinks through differs from table to table."""

# what is put in their place
cuda: Any = None


def foreseen(s: State, seat: Int) -> Int:
    raise NotImplementedError


def foresee_all(states: Array, out: Array) -> None:
    """By table what Player would answer now; -1: it has nothing to say."""
    for at in range(states.shape[0]):
        s = states[at]
        out[at] = foreseen(s, np.int64(s.deciding)) if s.over == 0 else -1


def foresee_tables(states: Array, out: Array) -> None:
    """The same on a card, a thread a table."""
    at = cuda.grid(1)
    if at < states.shape[0]:
        s = states[at]
        out[at] = foreseen(s, np.int64(s["deciding"])) if s["over"] == 0 else -1


class HousePlayer:
    """What Player would answer at every table of a batch; ValueError where the game has it not compiled."""

    def __init__(self, batch: Batch) -> None:
        self._batch, known = batch, known_player(batch.twin)
        if batch.device == "cuda":
            from igroteka.turbo.card import cuda as card

            # compiled anew in each process: the cache of a card knows nothing of what a search is made of
            self._look = card().jit(on_card(known))[-(-len(batch) // _THREADS), _THREADS]
        else:
            self._look = bound(foresee_all, _package(batch.twin), {**globals(), "foreseen": known})

    def look(self, out: Any) -> None:
        """Into these whole numbers, one a table, where the tables are."""
        self._look(self._batch.states, out)


def on_card(known: Any) -> Any:
    """`foresee_tables` for what a game knows of Player, as a function that can be compiled for a card."""
    from igroteka.turbo import targets
    from igroteka.turbo.card import SIMULATED
    from igroteka.turbo.card import cuda as card
    from igroteka.turbo.card.kernels import unwrapping

    if not SIMULATED:
        targets.prepare_card()
    names = {**globals(), "cuda": card(), "foreseen": unwrapping(known) if SIMULATED else known}
    return FunctionType(foresee_tables.__code__, names, foresee_tables.__name__)


def known_player(twin: Twin) -> Any:
    """What is foreseen of a seat, compiled for the processor."""
    name = twin.GAME.NAME
    sense: Any = beside(name, "search")
    if not (hasattr(sense, "expected") or hasattr(sense, "foreseen")):
        raise ValueError(f"Player of {name} is not compiled: --examples keeps a copy of it in the league")
    return tree.bind(_package(twin), sense)["foreseen"]


def _package(twin: Twin) -> Any:
    return import_module(twin.KERNELS["ask"].__module__)
