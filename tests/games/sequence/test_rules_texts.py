"""The rules as players read them cite the clauses that docs/rules/sequence.md numbers."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

CLAUSES = Path(__file__).parents[3] / "docs" / "rules" / "sequence.md"
NUMBERED = re.compile(r"^\* \*\*(SQ-[AB]?\d+)\*\*", re.M)
CITED = re.compile(r"SQ-[AB]?\d+")


def text(language: str) -> str:
    return files("igroteka.games.sequence").joinpath(f"texts/rules.{language}.md").read_text("utf-8")


def test_every_clause_is_numbered_once_and_in_order() -> None:  # SQ-01
    printed = [f"SQ-{number:02}" for number in range(1, 41)]
    rulings = [f"SQ-A{number:02}" for number in range(1, 36)]
    fine_print = [f"SQ-B{number}" for number in range(1, 10)]
    assert NUMBERED.findall(CLAUSES.read_text("utf-8")) == printed + rulings + fine_print


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_rules_for_players_cite_only_clauses_that_exist(language: str) -> None:  # SQ-01
    cited = set(CITED.findall(text(language)))
    assert cited
    assert cited <= set(NUMBERED.findall(CLAUSES.read_text("utf-8")))


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_rules_say_that_the_layout_is_assumed(language: str) -> None:  # SQ-A01
    *_, last = text(language).split("\n---\n")
    assert "SQ-A01" in last
