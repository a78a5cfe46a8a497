"""Games are fair: chance deals them, and whoever has won stands no worse than the others by `progress`."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from igroteka.core import Sides
from igroteka.lab.random_games import Table, tables
from igroteka.testing.base import Base
from igroteka.testing.tables import encoded, leaves, match_of, moments

_DEALS: Final = 8
_GAMES: Final = 8
_ROWS: Final = 2000
"""A random game that is longer than this says nothing here."""
_FEW: Final = 4
_MOST: Final = 3 / 4
"""Of the games in which winners and losers differ, losers may be ahead at the end in so many."""


class GamesAreFair(Base):
    def test_another_chance_deals_otherwise(self) -> None:
        """Unless nothing is hidden, or everyone holds the same."""
        for table in tables(self.on_shelf):
            dealt = [self._dealt(table, seed) for seed in range(_DEALS)]
            assert not all(dealt) or len(set(dealt)) > 1, (
                f"{table.label()}: {_DEALS} deals with {_DEALS} chances are all the same, "
                f"{dealt[0].decode()[:200]} …: is it the `chance` that is given which shuffles?"
            )

    def _dealt(self, table: Table, seed: int) -> bytes:
        """What lies hidden after the deal, nothing where that could not be otherwise."""
        match = match_of(table, seed)
        match.deal()
        position = self.on_shelf.position(match.state) or {}
        where = self.hidden_at(position)
        stock = position.get(where.stock or "", [])
        before = [position.get(name or "", []) for name in (where.hands, *where.secrets)]
        held = {encoded(sorted(leaves(one))) for field in before for one in field}
        return encoded([stock, before]) if len(held) > 1 or len(set(leaves(stock))) > 1 else b""

    def test_progress_does_not_put_losers_ahead(self) -> None:
        """Bots judge by it: a random game may end oddly now and then, and most of them do not."""
        for options, kinds in self._by_options():
            ahead: Counter[bool] = Counter()
            for table in kinds:
                for seed in range(-(-_GAMES // len(kinds))):
                    ahead.update(self._led(table, seed))
            label, wrong = Table(self.game, kinds[0].seats, options).label(), ahead[False]
            assert wrong < _FEW or wrong <= _MOST * ahead.total(), (
                f"{label}: at the end of {wrong} of {ahead.total()} random games `progress` says that the "
                "losers were nearer to winning: bots would play to lose. Does it speak of that seat, and of "
                "these options; or does `outcome` name the wrong winners?"
            )

    def _by_options(self) -> Iterator[tuple[dict[str, Any], list[Table]]]:
        found: dict[bytes, list[Table]] = {}
        for table in tables(self.on_shelf):
            found.setdefault(encoded(table.options), []).append(table)
        yield from ((kinds[0].options, kinds) for kinds in found.values())

    def _led(self, table: Table, seed: int) -> Iterator[bool]:
        """Whether the winners stand better at the end of a random game; nothing where all stand alike."""
        game, games = self.on_shelf, moments(table, seed, every=10**9, honour=False, rows=_ROWS)
        match = list(games)[-1][0]
        winners = set(match.outcome.winners if match.outcome else ())
        sides: Sides = game.sides(match.state)
        near = {side: game.progress(match.state, side[0]) for side in sides}
        won = [value for side, value in near.items() if winners & set(side)]
        lost = [value for side, value in near.items() if not winners & set(side)]
        if won and lost and (difference := sum(won) / len(won) - sum(lost) / len(lost)):
            yield difference > 0
