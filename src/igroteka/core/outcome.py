"""How a game ended."""

import msgspec

from igroteka.core.seats import Seat


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who won and why; `winners` is empty when nobody did."""

    reason: str
    clause: str | None = None
    winners: tuple[Seat, ...] = ()


STOPPED = Outcome("stopped")
"""The house stopped the game: no winner."""
