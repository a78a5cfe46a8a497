"""Options matter: each of them changes how some game goes, or what comes of some scenario."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, Final

from msgspec.structs import replace

from igroteka.cli.scenarios import load
from igroteka.core import Refused, read
from igroteka.lab.random_games import Table, tables
from igroteka.table import Scenario, problems
from igroteka.testing.scenarios import ScenariosPass
from igroteka.testing.tables import moments

_ALIKE: Final = 8
"""So many random games of a table size an option may leave as they are; then a scenario has to show it."""


class OptionsMatter(ScenariosPass):
    def test_every_option_changes_something(self) -> None:
        kinds: dict[str, list[Table]] = {}
        for table in tables(self.on_shelf):
            for name in table.options:
                kinds.setdefault(name, []).append(table)
        for name, found in kinds.items():
            assert name in self.unseen or any(map(_differs, found)) or self._needed(name), (
                f"the option `{name}` changes nothing in {_ALIKE} random games of every table size, and no "
                "scenario fails without it: write one; what only people, bots or the page notice belongs "
                "into `unseen`"
            )

    def _needed(self, name: str) -> bool:
        """Whether a scenario that passes with this option fails where it is left out."""
        for path in self.scenario_files():
            for document in load(path):
                scenario = read(document, Scenario)
                if scenario.game == self.game and name in scenario.options:
                    left = {key: value for key, value in scenario.options.items() if key != name}
                    if not self._fails(scenario) and self._fails(replace(scenario, options=left)):
                        return True
        return False

    def _fails(self, scenario: Scenario) -> bool:
        try:
            return any(problems(scenario, self.on_shelf))
        except Refused:
            return True


def _differs(table: Table) -> bool:
    """Whether any of a few games goes another way than it does without the options."""
    usual = Table(table.game, table.seats)
    return any(
        one != other
        for seed in range(_ALIKE)
        for one, other in zip_longest(_course(table, seed), _course(usual, seed))
    )


def _course(table: Table, seed: int) -> Iterator[Any]:
    """How a random game goes, row by row, and what the table has to know of it."""
    for match, row, _chance in moments(table, seed):
        game, options = match.game, match.first.options
        yield row.seat, row.intent, row.events, [match.legal(seat) for seat in match.seats]
        yield match.outcome, game.sides(match.state), game.is_quiet(match.state)
        yield game.asking_tells(options), game.taking(options), game.is_gentle(options)
