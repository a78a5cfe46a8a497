"""Clauses are cited: every numbered clause by a test or scenario, and none that does not exist."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from igroteka.games.texts import clauses_in, clauses_text
from igroteka.sources import said
from igroteka.testing.base import Base

_READ = frozenset((".py", ".yaml", ".toml", ".md"))
_WITHOUT = frozenset(("position-impossible", "view-impossible"))
"""Reasons that are not about the rules: they need no clause."""


def citations(text: str, prefix: str) -> Iterator[str]:
    """CE-06, and all of CE-06..CE-08."""
    cited = re.compile(rf"\b({prefix}-[AB]?\d+)(?:(?:\.\.|…)(?:{prefix}-)?[AB]?(\d+))?")
    for first, last in cited.findall(text):
        yield first
        head = re.match(r"(.*?)(\d+)$", first)
        if last and head:
            for number in range(int(head[2]) + 1, int(last) + 1):
                yield f"{head[1]}{number:0{len(head[2])}d}"


class ClausesAreCited(Base):
    """A game without clause numbers (`CLAUSES` left out) has nothing to cite."""

    @property
    def _prefix(self) -> str:
        if not self.on_shelf.CLAUSES:
            pytest.skip("this game has no clause numbers")
        return self.on_shelf.CLAUSES

    def _document(self) -> str:
        """texts/clauses.md of the package, or docs/rules/<game>.md of the project."""
        ours = self.project / "docs" / "rules" / f"{self.game}.md"
        return clauses_text(self.on_shelf) or (ours.read_text("utf-8") if ours.is_file() else "")

    def _written(self, *folders: Path) -> Iterator[tuple[Path, str]]:
        for folder in folders:
            for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
                if path.suffix in _READ:
                    yield path, path.read_text("utf-8")

    def test_every_clause_is_cited_by_a_test_or_a_scenario(self) -> None:
        clauses = clauses_in(self._document(), self._prefix)
        assert clauses, "texts/clauses.md lists the clauses: * **XX-01** …"
        where = self._written(self.project / "tests", self.project / "scenarios")
        cited = {number for _, text in where for number in citations(text, self._prefix)}
        rules = [number for number, text in clauses.items() if not text.startswith("(no rule)")]
        left = [number for number in rules if number not in cited]
        assert not left, f"no test and no scenario cites {', '.join(left)}"

    def test_no_clause_is_cited_that_does_not_exist(self) -> None:
        known = set(clauses_in(self._document(), self._prefix))
        for path, text in self._written(self.package, self.project / "tests", self.project / "scenarios"):
            unknown = sorted(set(citations(text, self._prefix)) - known)
            assert not unknown, f"{path} cites {', '.join(unknown)}, which texts/clauses.md does not have"

    def test_every_refusal_of_the_rules_cites_a_clause(self) -> None:
        assert self._prefix
        without = {key for key, _, cited in said(self.package) if not cited}
        left = ", ".join(sorted(without - _WITHOUT))
        assert not left, f"`Refused` cites no clause for {left}: the number stands after the reason"
