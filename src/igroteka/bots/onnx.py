"""A learned bot: a policy in an ONNX file, such as examples/learn.py writes (docs/envs.md)."""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt

from igroteka.bots.levels import need_taught
from igroteka.bots.network_file import found_file, turned
from igroteka.bots.player import PlayerBot
from igroteka.bots.sense import game_of
from igroteka.core import Chance, Refused
from igroteka.turbo import WAIT, twin, twins

_KINDS: Final = {
    "tensor(uint8)": np.uint8,
    "tensor(int8)": np.int8,
    "tensor(bool)": np.bool_,
    "tensor(float)": np.float32,
}
"""As what a network may take its inputs, by its own names."""


class PolicyBot:
    """Takes the answer that its network prefers: the observation of a view in, a number for every action out.

    The file has the input `observation` (a row a table, of bytes or floats), `action_mask` too if it likes,
    and an output `logits`. Its metadata say which `game` it was taught, and with `relative` = 1 that it looks
    from its own seat. Where its twin has no room for the position, it plays as Player does.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        try:
            self._policy = _policy(file := found_file(path), file.stat().st_mtime_ns)
        except ValueError as error:
            raise Refused("bot-not-found", None, bot=self.path, problem=str(error)) from None
        self.taught = self._policy.game

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance) -> Any | None:
        need_taught(self, self.path, game_of(view))
        fast = twin(self.taught)
        try:
            seen = observation(view, self.taught, chance)
        except Refused:  # more parts than the box has: the twin cannot follow
            return PlayerBot().choose(view, offers, may_wait, chance)
        actions = {fast.action_of(offer): offer for offer in offers} | ({WAIT: None} if may_wait else {})
        mask = np.zeros(fast.ACTIONS, np.bool_)
        mask[[*actions]] = True
        logits = self._policy.logits(seen, mask)
        if np.isnan(logits[mask]).any():
            raise ValueError(f"{self.path} gives no numbers (NaN) for answers: did its learning go astray?")
        return actions[max(actions, key=lambda action: float(logits[action]))]


def observation(view: Any, game: str, chance: Chance) -> npt.NDArray[np.uint8]:
    """What the twin would observe for the seat of the view; what is imagined for it does not show."""
    fast = twin(game)
    state = fast.GAME.imagine(view, chance)
    position = fast.GAME.position(state)
    assert position is not None  # a seat that is asked has been dealt to
    seen = np.empty(fast.OBSERVED, np.uint8)
    fast.KERNELS["observe"](fast.encode(position, view.options, state.pool)[0], view.seat, seen)
    return seen


class _Policy(msgspec.Struct, frozen=True):
    """A network of a file, the game that it was taught, and as what it takes what it is given."""

    network: Any
    game: str
    is_relative: bool
    kinds: dict[str, Any]

    def logits(self, seen: npt.NDArray[np.uint8], mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.float32]:
        shown = turned(self.game, seen) if self.is_relative else seen
        given = {"observation": shown, "action_mask": mask}
        asked = {name: given[name][np.newaxis].astype(kind) for name, kind in self.kinds.items()}
        (logits,) = self.network.run(["logits"], asked)
        found: npt.NDArray[np.float32] = logits[0]
        return found


@cache
def _policy(path: Path, written: int) -> _Policy:
    """The network of a file as it was written; a move is small work, so one thread does it."""
    onnxruntime = import_module("onnxruntime")
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = settings.inter_op_num_threads = 1
    settings.log_severity_level = 3  # whatever is wrong is raised too
    try:
        network = onnxruntime.InferenceSession(path, settings, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime has many kinds of its own
        raise ValueError(f"onnxruntime cannot read it ({_in_short(error)})") from None
    about = network.get_modelmeta().custom_metadata_map
    game = about.get("game")
    if game is None:
        raise ValueError("its metadata do not say which game it was taught (`game`)")
    if game not in twins():
        raise ValueError(f"no game '{game}' has a twin here")
    fast = twin(game)
    widths = {"observation": fast.OBSERVED, "action_mask": fast.ACTIONS}
    kinds = {one.name: _kind(one, widths) for one in network.get_inputs()}
    outputs = {one.name: one.shape for one in network.get_outputs()}
    if "observation" not in kinds or "logits" not in outputs:
        raise ValueError(
            f"it has no input `observation` or no output `logits`: {[*kinds]} in, {[*outputs]} out"
        )
    _need_width("logits", outputs["logits"], fast.ACTIONS)
    return _Policy(network, game, about.get("relative", "0") not in ("", "0", "False", "false"), kinds)


def _in_short(error: Exception) -> str:
    """`[ONNXRuntimeError] : 7 : INVALID_PROTOBUF : Load model from … failed:Protobuf parsing failed.`"""
    return str(error).rpartition("failed:")[2].strip().rstrip(".")


def _kind(one: Any, widths: dict[str, int]) -> Any:
    if one.name not in widths:
        raise ValueError(f"its input `{one.name}` is neither `observation` nor `action_mask`")
    if one.type not in _KINDS:
        raise ValueError(f"its input `{one.name}` is {one.type}, not one of {', '.join(_KINDS)}")
    _need_width(one.name, one.shape, widths[one.name])
    return _KINDS[one.type]


def _need_width(name: str, shape: list[Any], width: int) -> None:
    """A file may leave sizes open."""
    if len(shape) != 2 or (isinstance(shape[1], int) and shape[1] != width):
        raise ValueError(f"`{name}` is {shape}, not rows of {width} numbers")
