"""Why a move is good: a key of the texts with its parameters, never a sentence."""

from typing import Any, Final

import msgspec

GOOD_MOVE: Final = "good-move"
BETTER_WAIT: Final = "better-wait"


class Why(msgspec.Struct, frozen=True):
    """A key of the texts' table `[hints]`, the clause behind it, and what fills the sentence's holes."""

    reason: str
    clause: str | None = None
    parameters: dict[str, Any] = {}


def why(reason: str, clause: str | None = None, **parameters: Any) -> Why:
    return Why(reason, clause, parameters)


def a_good_move(view: Any, intent: Any | None) -> Why:
    """For a game that gives no reasons of its own; None is to let it be."""
    return why(BETTER_WAIT if intent is None else GOOD_MOVE)
