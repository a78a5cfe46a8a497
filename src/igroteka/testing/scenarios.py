"""The scenarios of the project pass: rules as data (docs/scenarios.md)."""

from collections.abc import Iterator
from pathlib import Path

from igroteka.cli.scenarios import load, run
from igroteka.testing.base import Base


class ScenariosPass(Base):
    def scenario_files(self) -> Iterator[Path]:
        """Every YAML file below a folder `scenarios` of the project that is about this game."""
        for folder in (self.project / "scenarios", self.project / "tests" / "scenarios"):
            for path in sorted(folder.rglob("*.yaml")) if folder.is_dir() else ():
                if any(document.get("game") == self.game for document in load(path)):
                    yield path

    def test_the_scenarios_pass(self) -> None:
        results = list(run(self.scenario_files()))
        assert results, f"there are no scenarios of {self.game} in {self.project}/scenarios"
        failed = "\n".join(f"{name}: {wrong}" for name, wrong in results if wrong)
        assert not failed, f"`igroteka scenario scenarios` runs them alone:\n{failed}"
