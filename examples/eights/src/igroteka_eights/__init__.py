"""Crazy Eights for Igroteka, 2 to 5 seats: the module is the game. Clauses: texts/clauses.md."""

from typing import Final

from igroteka.core import Seat
from igroteka_eights import sense
from igroteka_eights.cards import PACK, SEATS
from igroteka_eights.explain import explain
from igroteka_eights.moves import Announce, Announced, Caught, Event, Intent
from igroteka_eights.position import from_position, position
from igroteka_eights.rules import decide, legal
from igroteka_eights.state import Options, State, evolve, outcome, start, turn
from igroteka_eights.view import View, imagine, redact, view

NAME: Final = "eights"
CLAUSES: Final = "CE"
MINUTES: Final = 10
WINDOWS: Final = (Announce,)  # CE-11: bots give it time
LANDMARKS: Final = (Announced, Caught)


def progress(state: State, seat: Seat) -> float:
    """The fewer cards, the nearer (CE-14)."""
    return 1 - len(state.hands[seat]) / len(PACK) if state.hands else 0.0


def asking_tells(options: Options) -> bool:
    """Who may announce or catch is known to everyone, so being asked tells nothing."""
    return False


__all__ = [
    "CLAUSES",
    "LANDMARKS",
    "MINUTES",
    "NAME",
    "SEATS",
    "WINDOWS",
    "Event",
    "Intent",
    "Options",
    "State",
    "View",
    "asking_tells",
    "decide",
    "evolve",
    "explain",
    "from_position",
    "imagine",
    "legal",
    "outcome",
    "position",
    "progress",
    "redact",
    "sense",
    "start",
    "turn",
    "view",
]
