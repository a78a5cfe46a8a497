"""Games among bots, for tests: by name or made by hand, seeded, looked at row by row."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from igroteka.bots import Bot, make
from igroteka.core import Seat, Seeded, read
from igroteka.games import SHELF
from igroteka.table import Match, play_out

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("sequence", 2, {}),
    ("sequence", 3, {"draw": "automatic"}),
    ("sequence", 4, {"hard": True}),
    ("sequence", 6, {"sides": 3}),
    ("sequence", 12, {"table_talk": False}),
    ("upturn", 2, {}),
    ("upturn", 3, {"new_row": "bound", "lone_twin_gift": True}),
    ("upturn", 4, {"announce": "automatic"}),
    ("etazhiki", 2, {}),
    ("etazhiki", 3, {"variant": "beginner"}),
    ("etazhiki", 4, {"variant": "medium", "skip": "repeats"}),
    ("etazhiki", 5, {"parity": "strict"}),
]
"""Sizes and options of all kinds, a few of each game."""

IDS = [" ".join([name, str(seats), *(f"{k}={v}" for k, v in said.items())]) for name, seats, said in TABLES]

LONGEST = 3000
"""Rows after which a game is taken to be stuck."""

Asked = Callable[[Match, Seat, tuple[Any, ...], bool, Any], None]


def rows(
    table: tuple[str, int, dict[str, Any]], bots: Sequence[Bot | str], seed: int, asked: Asked | None = None
) -> Iterator[Match]:
    """A game, row by row; whatever is chosen is shown to `asked`."""
    name, seats, options = table
    game = SHELF[name]
    match = Match(game, seats, read(options, game.Options), seed)
    playing = [make(bot) if isinstance(bot, str) else bot for bot in bots]
    chance = Seeded(seed).row(2**63)

    def choose(seat: Seat, look: Callable[[], Any], offers: tuple[Any, ...], may_wait: bool) -> Any:
        chosen = playing[seat].choose(look(), offers, may_wait, chance)
        if asked:
            asked(match, seat, offers, may_wait, chosen)
        return chosen

    for row in play_out(match, choose, chance):
        yield match
        assert row.number < LONGEST, f"seed {seed}: no end of it"


def winner(table: tuple[str, int, dict[str, Any]], bots: Sequence[Bot | str], seed: int) -> tuple[Seat, ...]:
    """Who wins this game."""
    match = None
    for match in rows(table, bots, seed):  # noqa: B007
        pass
    assert match is not None
    assert match.outcome is not None
    return match.outcome.winners


def wins(name: str, one: str, other: str, games: int, first: int = 0) -> float:
    """The share of games for two that the first bot wins, each deal played from both seats."""
    won = 0
    for n in range(games):
        mine = n % 2
        bots = (one, other) if mine == 0 else (other, one)
        won += winner((name, 2, {}), bots, first + n // 2) == (mine,)
    return won / games
