"""A match: the log, its fold, and the driver that plays whole games."""

from igroteka.table.driver import Chooser, play_out, random_chooser
from igroteka.table.match import Match, Row, fold
from igroteka.table.scenario import Scenario, last_state, problems

__all__ = [
    "Chooser",
    "Match",
    "Row",
    "Scenario",
    "fold",
    "last_state",
    "play_out",
    "problems",
    "random_chooser",
]
