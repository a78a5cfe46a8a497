"""Bots of every level play: none ever raises, and what they choose is legal."""

from typing import Any, Final

import pytest

from igroteka.bots import make
from igroteka.core import Seat, Seeded
from igroteka.lab.random_games import tables
from igroteka.table import play_out
from igroteka.testing.base import Base
from igroteka.testing.tables import match_of

_ROWS: Final = {"beginner": 120, "player": 60, "master": 12}
"""How much of a game is played: a search takes its time."""
_SECONDS: Final = 0.02


class BotsPlay(Base):
    @pytest.mark.parametrize("level", list(_ROWS))
    def test_bots_of_every_level_play_at_every_table(self, level: str) -> None:
        """Every table size, and every value of every option at the smallest table."""
        for table in tables(self.on_shelf):
            if not table.options or table.seats == self.on_shelf.SEATS[0]:
                self._play(match_of(table, 7), level)

    def _play(self, match: Any, level: str) -> None:
        bots = {seat: make(level, _SECONDS) for seat in match.seats}
        chance = Seeded(7).row(2**40)

        def choose(seat: Seat, look: Any, offers: tuple[Any, ...], may_wait: bool) -> Any:
            chosen = bots[seat].choose(look(), offers, may_wait, chance)
            assert chosen in offers or (may_wait and chosen is None), (seat, chosen)
            return chosen

        for row in play_out(match, choose, chance):
            if row.number >= _ROWS[level]:
                break
        assert len(match.log) > 1
