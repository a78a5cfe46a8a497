"""A learned bot: a policy in an ONNX file, such as examples/learn.py writes (docs/envs.md)."""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from igroteka.bots.player import PlayerBot
from igroteka.core import Chance, Refused
from igroteka.turbo import WAIT, twin


class PolicyBot:
    """Takes the answer that its network prefers: the observation of a view in, a number for every action out.

    The file has two inputs, `observation` (uint8, a row a table) and `action_mask` (bool), and an output
    `logits`; its metadata `game` says which game it was taught. Where its twin has no room for the position,
    it plays as Player does.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        file = Path(path).resolve()
        self._network, self.game = _network(file, file.stat().st_mtime_ns if file.exists() else 0)

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance) -> Any | None:
        fast = twin(self.game)
        if not isinstance(view, fast.GAME.View):
            raise Refused("bot-not-found", None, bot=self.path, problem=f"it was taught {self.game}")
        try:
            seen = observation(view, self.game, chance)
        except Refused:  # more parts than the box has: the twin cannot follow
            return PlayerBot().choose(view, offers, may_wait, chance)
        actions = {fast.action_of(offer): offer for offer in offers} | ({WAIT: None} if may_wait else {})
        mask = np.zeros((1, fast.ACTIONS), np.bool_)
        mask[0, [*actions]] = True
        (logits,) = self._network.run(["logits"], {"observation": seen[np.newaxis], "action_mask": mask})
        return actions[max(actions, key=lambda action: float(logits[0, action]))]


def observation(view: Any, game: str, chance: Chance) -> npt.NDArray[np.uint8]:
    """What the twin would observe for the seat of the view; what is imagined for it does not show."""
    fast = twin(game)
    state = fast.GAME.imagine(view, chance)
    position = fast.GAME.position(state)
    assert position is not None  # a seat that is asked has been dealt to
    seen = np.empty(fast.OBSERVED, np.uint8)
    fast.KERNELS["observe"](fast.encode(position, view.options, state.pool)[0], view.seat, seen)
    return seen


@cache
def _network(path: Path, written: int) -> tuple[Any, str]:
    """The network of a file as it was written, and its game; a move is small work, so one thread does it."""
    try:
        onnxruntime = import_module("onnxruntime")
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = settings.inter_op_num_threads = 1
        network = onnxruntime.InferenceSession(path, settings, providers=["CPUExecutionProvider"])
        return network, network.get_modelmeta().custom_metadata_map["game"]
    except Exception as error:  # it has many kinds of its own
        raise Refused("bot-not-found", None, bot=str(path), problem=str(error)) from None
