"""A bot's question in the numbers of environments, so that what has learned from them can play anywhere."""

from typing import Any, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from igroteka.bots.onnx import observation
from igroteka.core import Seeded
from igroteka.envs.egocentric import egocentric
from igroteka.envs.readable_table import ACTIONS, encoded, numbered, shown
from igroteka.games import SHELF
from igroteka.games import game as on_shelf
from igroteka.turbo import WAIT, twin, twins

Seen: TypeAlias = dict[str, npt.NDArray[Any]]
Answers: TypeAlias = dict[int, Any | None]


def as_numbers(
    view: Any, offers: tuple[Any, ...], may_wait: bool, *, relative: bool = False
) -> tuple[Seen, Answers]:
    """What environments show a seat that is asked so, and by action the answer that it stands for.

    The first is a dict of `observation` and `action_mask`. An answer is one of the offers, or None: let it
    be. Refused where the twin has no room for the position (a family's box with more parts than ours).
    """
    game = _game_of(view)
    known = game in twins()
    numbers = {twin(game).action_of(one): one for one in offers} if known else numbered(offers)
    answers: Answers = {**({WAIT: None} if may_wait else {}), **numbers}
    mask = np.zeros(twin(game).ACTIONS if known else ACTIONS, np.int8)
    mask[[*answers]] = 1
    seen = observation(view, game, Seeded(0)) if known else encoded(shown(msgspec.to_builtins(view)))
    return {"observation": egocentric(game, seen) if relative else seen, "action_mask": mask}, answers


def _game_of(view: Any) -> str:
    """The game of a seat's view; ValueError for anything else, a spectator's view too."""
    game = str(getattr(getattr(type(view), "__struct_config__", None), "tag", None))
    if game not in SHELF or not isinstance(view, on_shelf(game).View):
        raise ValueError(f"a view of a game is needed, as `choose` gets it, not {type(view).__name__}")
    if view.seat is None:
        raise ValueError("this is a spectator's view: only seats are asked")
    return game
