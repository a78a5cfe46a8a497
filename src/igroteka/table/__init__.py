"""A match: the log, its fold, and the driver that plays whole games."""

from igroteka.table.driver import Chooser, play_out, random_chooser
from igroteka.table.match import Match, Row, fold

__all__ = ["Chooser", "Match", "Row", "fold", "play_out", "random_chooser"]
