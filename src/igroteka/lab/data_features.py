"""What a seat could see and answer, as the numbers that environments give to agents (docs/envs.md)."""

from typing import Any

import numpy as np
import numpy.typing as npt

from igroteka.core import Seat
from igroteka.envs.readable_table import ACTIONS, OBSERVED, ReadableTable, numbered
from igroteka.lab.data_schema import Numbers
from igroteka.table import Match
from igroteka.turbo import WAIT, twin, twins


def numbers_of(game: str) -> Numbers:
    """How long an observation of the game is, and how many actions it has."""
    wide = (twin(game).OBSERVED, twin(game).ACTIONS) if game in twins() else (OBSERVED, ACTIONS)
    return Numbers(f"{game}_v0", *wide)


def features(
    match: Match, seat: Seat, offers: tuple[Any, ...], may_wait: bool, intent: Any
) -> dict[str, Any]:
    """The columns `observation`, `action_mask` and `action` of a decision.

    Of the truth only what the seat may know is in them, as in any observation. Refused where a twin has no
    room for the position.
    """
    game = match.game.NAME
    numbers = _numbers(match, offers)
    mask = np.zeros(numbers_of(game).actions, np.int8)
    mask[[*numbers.values(), *([WAIT] if may_wait else [])]] = 1
    action = WAIT if intent is None else numbers[intent]
    return {"observation": _seen(match, seat), "action_mask": mask, "action": action}


def _numbers(match: Match, offers: tuple[Any, ...]) -> dict[Any, int]:
    """By intent the number of its action."""
    game = match.game
    if game.NAME not in twins():
        return {offer: number for number, offer in numbered(offers).items()}
    fast = twin(game.NAME)
    return {offer: fast.action_of(game.canonical(match.state, offer)) for offer in offers}


def _seen(match: Match, seat: Seat) -> npt.NDArray[np.uint8]:
    game, state = match.game, match.state
    if game.NAME not in twins():
        table = ReadableTable(game.NAME, state.seats, state.options)
        table.state = state
        return table.observe(seat)
    fast, position = twin(game.NAME), game.position(state)
    assert position is not None  # dealt
    seen = np.empty(fast.OBSERVED, np.uint8)
    fast.KERNELS["observe"](fast.encode(position, state.options, state.pool)[0], seat, seen)
    return seen
