"""Sequence: cards and chips on a board, 2 to 12 seats, alone or in teams. Clauses: docs/rules/sequence.md."""

from typing import Final

from igroteka.games.sequence import screen, sense
from igroteka.games.sequence.explain import explain
from igroteka.games.sequence.moves import Accuse, Admit, Broken, Completed, Draw, Event, Intent
from igroteka.games.sequence.parts import PARTS
from igroteka.games.sequence.position import from_position, position
from igroteka.games.sequence.rules import canonical, decide, legal
from igroteka.games.sequence.state import Options, State, asking_tells, evolve, outcome, progress, start, turn
from igroteka.games.sequence.talk import is_quiet, need_manners
from igroteka.games.sequence.tiny import TINY
from igroteka.games.sequence.view import View, imagine, redact, sides, view

NAME: Final = "sequence"
CLAUSES: Final = "SQ"
MINUTES: Final = 30
SEATS: Final = tuple(PARTS.hand)  # SQ-02
HONOUR: Final = (Accuse, Admit)  # SQ-A24
WINDOWS: Final = (Draw,)  # SQ-19
LANDMARKS: Final = (Completed, Broken)
LEARNING: Final = {"draw": "automatic"}  # whoever plays at random forgets to draw, and holds one card
QUIET: Final = "SQ-35"

__all__ = [
    "CLAUSES",
    "HONOUR",
    "LANDMARKS",
    "LEARNING",
    "MINUTES",
    "NAME",
    "QUIET",
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
    "is_quiet",
    "legal",
    "need_manners",
    "outcome",
    "position",
    "progress",
    "redact",
    "screen",
    "sense",
    "sides",
    "start",
    "turn",
    "view",
]
