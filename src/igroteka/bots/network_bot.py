"""A learned bot that does not search: it plays the answer that a network of ours likes best."""

from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from igroteka.bots.levels import need_taught
from igroteka.bots.network_file import Taught
from igroteka.bots.player import PlayerBot
from igroteka.bots.sense import game_of
from igroteka.core import Chance, Refused
from igroteka.turbo import WAIT, twin

_twin: Final = cache(twin)
"""It looks for files, which a choice need not wait for."""


class NetworkBot:
    """Plays as a network was taught; where its twin has no room for a position, as Player does."""

    def __init__(self, taught: Taught, path: str = "") -> None:
        self._taught, self._path = taught, path or f"{taught.game}.npz"
        self._network = taught.network.apart()
        self.taught = taught.game

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance) -> Any | None:
        need_taught(self, self._path, game_of(view))
        try:
            answers, likely, _ = opinion(self._taught, self._network, view, offers, may_wait, chance)
        except Refused:  # more parts than the box has: the twin cannot follow
            return PlayerBot().choose(view, offers, may_wait, chance)
        return answers[int(likely.argmax())]


def opinion(
    taught: Taught, network: Any, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance
) -> tuple[tuple[Any | None, ...], npt.NDArray[np.float64], float]:
    """The answers that a seat has, how likely the network would choose each, and its chance to win."""
    fast = _twin(taught.game)
    state = fast.GAME.imagine(view, chance)  # what is imagined for others does not show
    position = fast.GAME.position(state)
    if position is None:
        raise Refused("not-dealt-yet")
    states = fast.encode(position, view.options, state.pool)
    answers = (*offers, None) if may_wait else offers
    actions = [fast.action_of(offer) for offer in offers] + ([WAIT] if may_wait else [])
    likely = np.empty(len(actions))
    said = taught.opinion(states, view.seat, network, np.array(actions, np.int16), len(actions), likely)
    return answers, likely, float(said)
