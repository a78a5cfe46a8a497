"""Etazhiki: floors and balls that teach sums, in three rule sets. Clauses: docs/rules/etazhiki.md."""

from typing import Final

from igroteka.games.etazhiki import screen, sense
from igroteka.games.etazhiki.exercise import exercise
from igroteka.games.etazhiki.explain import explain
from igroteka.games.etazhiki.imagine import imagine
from igroteka.games.etazhiki.moves import Event, Intent, StarWon
from igroteka.games.etazhiki.options import Options, asking_tells, rematch, taking
from igroteka.games.etazhiki.options import is_beginner as is_gentle
from igroteka.games.etazhiki.parts import NUMBERS
from igroteka.games.etazhiki.position import from_position, position
from igroteka.games.etazhiki.rules import canonical, decide, legal
from igroteka.games.etazhiki.state import State, evolve, outcome, progress, start, turn
from igroteka.games.etazhiki.tiny import TINY
from igroteka.games.etazhiki.view import View, redact, view

NAME: Final = "etazhiki"
CLAUSES: Final = "ET"
MINUTES: Final = 20
SEATS: Final = tuple(NUMBERS.stars)  # ET-01
HONOUR: Final[tuple[type, ...]] = ()
WINDOWS: Final[tuple[type, ...]] = ()  # who may intercept is nobody else's to know
LANDMARKS: Final = (StarWon,)

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
    "exercise",
    "explain",
    "from_position",
    "imagine",
    "is_gentle",
    "legal",
    "outcome",
    "position",
    "progress",
    "redact",
    "rematch",
    "screen",
    "sense",
    "start",
    "taking",
    "turn",
    "view",
]
