"""What a decision about the table depends on besides the party."""

from collections.abc import Callable

import msgspec

from igroteka.core import Refused, Seat
from igroteka.server.entropy import Entropy


class Moment(msgspec.Struct, frozen=True):
    """The stage of the game, who is here, the clock and randomness."""

    entropy: Entropy
    now: float = 0.0
    """The time of the row that would be written."""
    playing: bool = False
    first: Seat | None = None
    """The seat that began the last game."""
    present: frozenset[str] = frozenset()
    maybe_present: frozenset[str] = frozenset()
    """Those of whom one cannot say that they are not here."""
    away: Callable[[str | None], float] = lambda person: 0.0
    """For how many seconds a person has certainly not been here."""

    def need_between_games(self) -> None:
        if self.playing:
            raise Refused("game-is-running")

    def need_game(self) -> None:
        if not self.playing:
            raise Refused("no-game-is-running")
