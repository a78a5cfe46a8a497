"""Sequence: cards and chips on a board, 2 to 12 seats, alone or in teams. Clauses: docs/rules/sequence.md."""

from typing import Final

from igroteka.games.sequence.moves import Accuse, Admit, Draw, Event, Intent
from igroteka.games.sequence.parts import PARTS
from igroteka.games.sequence.position import from_position, position
from igroteka.games.sequence.rules import canonical, decide, legal
from igroteka.games.sequence.state import Options, State, evolve, outcome, start, turn
from igroteka.games.sequence.view import View, imagine, redact, view

NAME: Final = "sequence"
SEATS: Final = tuple(PARTS.hand)  # SQ-02
HONOUR: Final = (Accuse, Admit)  # SQ-A24
WINDOWS: Final = (Draw,)  # SQ-19

__all__ = [
    "HONOUR",
    "NAME",
    "SEATS",
    "WINDOWS",
    "Event",
    "Intent",
    "Options",
    "State",
    "View",
    "canonical",
    "decide",
    "evolve",
    "from_position",
    "imagine",
    "legal",
    "outcome",
    "position",
    "redact",
    "start",
    "turn",
    "view",
]
