"""Bots do not cheat: what a seat cannot see may change as it likes, its bot chooses the same."""

import copy
from typing import Any

import pytest

from bots.playing import IDS, TABLES, rows
from igroteka.bots import LEVELS, Bot, make
from igroteka.bots.levels import QUICK
from igroteka.core import Seat, Seeded
from igroteka.table import Match

NAMES = [name for name in (*LEVELS, "random") if name in QUICK]
SWAPS = 2


class Twofold:
    """A bot that is asked again, with the memory it had, about a table where only hidden things differ."""

    def __init__(self, name: str) -> None:
        self.bot: Bot = make(name)
        self.memory: Bot = self.bot

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Any) -> Any:
        self.memory = copy.deepcopy(self.bot)
        self.chance = chance.below(2**32)
        return self.bot.choose(view, offers, may_wait, Seeded(self.chance))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_a_choice_does_not_change_when_only_what_the_bot_cannot_see_changes(
    table: tuple[str, int, dict[str, Any]], name: str
) -> None:
    bots = [Twofold(name) for _ in range(table[1])]
    asked = compared = changed = 0

    def again(match: Match, seat: Seat, offers: tuple[Any, ...], may_wait: bool, chosen: Any) -> None:
        nonlocal asked, compared, changed
        asked += 1
        if asked % 3:
            return
        view, game = match.view(seat), match.game
        for swap in range(SWAPS):
            other = game.imagine(view, Seeded(swap))
            assert game.view(other, seat) == view
            legal = tuple(i for i in game.legal(other, seat) if not isinstance(i, game.HONOUR))
            assert legal == offers
            bot = copy.deepcopy(bots[seat].memory)
            seen = game.view(other, seat)
            assert bot.choose(seen, legal, may_wait, Seeded(bots[seat].chance)) == chosen
            compared, changed = compared + 1, changed + (other != match.state)

    for seed in range(3):
        for _, _match in zip(range(60), rows(table, bots, seed, again), strict=False):
            pass
    assert compared >= 20
    assert changed > compared / 2, "hardly anything was hidden"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("table", TABLES[::3], ids=IDS[::3])
def test_the_same_seed_plays_the_same_game(table: tuple[str, int, dict[str, Any]], name: str) -> None:
    first, second = (
        [match.log[-1] for _, match in zip(range(150), rows(table, [name] * table[1], 11), strict=False)]
        for _ in range(2)
    )
    assert first == second
