"""The scenarios of the project pass: rules as data (docs/scenarios.md)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from igroteka.cli.scenarios import load, run
from igroteka.core import Outcome, Refused, Sides, read
from igroteka.lab.random_games import tables
from igroteka.sources import said
from igroteka.table import Scenario, last_state
from igroteka.testing.base import Base
from igroteka.testing.tables import need_whole_sides, whole

_GAMES: Final = 6
"""Random games at each kind of table in which an outcome may come up by itself; else a scenario shows it."""


class ScenariosPass(Base):
    def scenario_files(self) -> Iterator[Path]:
        """Every YAML file below a folder `scenarios` of the project that is about this game."""
        for folder in (self.project / "scenarios", self.project / "tests" / "scenarios"):
            for path in sorted(folder.rglob("*.yaml")) if folder.is_dir() else ():
                if any(document.get("game") == self.game for document in load(path)):
                    yield path

    def test_the_scenarios_pass(self) -> None:
        assert self.on_shelf  # a package that is left out says why, and not every scenario of it
        results = list(run(self.scenario_files()))
        assert results, f"there are no scenarios of {self.game} in {self.project}/scenarios"
        failed = "\n".join(f"{name}: {wrong}" for name, wrong in results if wrong)
        assert not failed, f"`igroteka scenario scenarios` runs them alone:\n{failed}"

    def test_every_outcome_comes_up_and_a_side_wins_as_a_whole(self) -> None:
        """Where chance alone never wins, as with all against the game, no random game has a winner."""
        left = {key for key, _, _ in said(self.package, {"Outcome": 0})}
        for outcome, sides in self._ends_of_scenarios():
            need_whole_sides(outcome, sides)
            left.discard(outcome.reason)
        ends = self._ends_of_random_games()
        while left and (end := next(ends, None)) is not None:
            left.discard(end)
        assert not left, (
            f"no scenario and no random game ends with {', '.join(sorted(left))}: "
            "write a scenario that does, so that its winners are looked at"
        )

    def _ends_of_scenarios(self) -> Iterator[tuple[Outcome, Sides]]:
        game = self.on_shelf
        for path in self.scenario_files():
            for document in load(path):
                try:
                    scenario = read(document, Scenario)
                except Refused:  # the test above tells of it
                    continue
                state = last_state(scenario, game) if scenario.game == self.game and scenario.steps else None
                outcome = game.outcome(state) if state is not None else None
                if outcome is not None:
                    yield outcome, game.sides(state)

    def _ends_of_random_games(self) -> Iterator[str]:
        for seed in range(_GAMES):
            for table in tables(self.on_shelf):
                outcome = whole(table, seed, self.longest).outcome
                yield outcome.reason if outcome else ""
