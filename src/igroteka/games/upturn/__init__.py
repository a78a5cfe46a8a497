"""UpTurn: numbers up and down the row, 2 to 4 seats. Clauses: docs/rules/upturn.md."""

from typing import Final

from igroteka.games.upturn import screen, sense
from igroteka.games.upturn.evolve import evolve
from igroteka.games.upturn.explain import explain
from igroteka.games.upturn.moves import Announce, Announced, Event, Forgot, Intent
from igroteka.games.upturn.parts import TABLE, load
from igroteka.games.upturn.position import from_position, position
from igroteka.games.upturn.rules import canonical, decide, legal
from igroteka.games.upturn.state import Options, State, asking_tells, outcome, progress, rematch, start, turn
from igroteka.games.upturn.tiny import TINY
from igroteka.games.upturn.view import View, imagine, redact, view

NAME: Final = "upturn"
CLAUSES: Final = "UT"
MINUTES: Final = 20
SEATS: Final = TABLE.seats  # UT-01
HONOUR: Final[tuple[type, ...]] = ()
WINDOWS: Final = (Announce,)  # UT-29
LANDMARKS: Final = (Announced, Forgot)

__all__ = [
    "CLAUSES",
    "HONOUR",
    "LANDMARKS",
    "MINUTES",
    "NAME",
    "SEATS",
    "TINY",
    "WINDOWS",
    "Event",
    "Intent",
    "Options",
    "State",
    "View",
    "asking_tells",
    "canonical",
    "decide",
    "evolve",
    "explain",
    "from_position",
    "imagine",
    "legal",
    "load",
    "outcome",
    "position",
    "progress",
    "redact",
    "rematch",
    "screen",
    "sense",
    "start",
    "turn",
    "view",
]
