"""Clauses are cited, and what is cited exists."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from igroteka.games import SHELF
from igroteka.games.texts import rules_text

ROOT = Path(__file__).parents[2]
OURS = {name: game for name, game in SHELF.items() if game.__name__.startswith("igroteka.games.")}
"""The games of this repository, whose clauses stand in docs/rules; guests bring theirs along."""
PREFIX = "|".join(sorted(game.CLAUSES for game in OURS.values()))
CITED = re.compile(rf"\b((?:{PREFIX})-[AB]?\d+)(?:(?:\.\.|…)((?:{PREFIX})-)?([AB]?\d+))?")

ARGUED = {
    "upturn": "UT-A07 UT-A11 UT-A16 UT-A24 UT-A32 UT-A35 UT-B10",
    "etazhiki": "ET-16 ET-28 ET-70 ET-A04 ET-A08 ET-A20 ET-A21 ET-A31 ET-A36 ET-A42",
    "sequence": "SQ-15 SQ-A16 SQ-A20 SQ-A21 SQ-A23 SQ-A28",
}
"""What a family at the table asks when the plain course of a turn does not say."""


def clauses(game: str) -> dict[str, bool]:
    """Every clause of a game's rules and whether it holds a rule."""
    text = (ROOT / "docs" / "rules" / f"{game}.md").read_text("utf-8")
    found = re.findall(rf"^\* \*\*({OURS[game].CLAUSES}-[AB]?\d+)\*\*( \(no rule\))?", text, re.M)
    assert found, f"docs/rules/{game}.md lists no clause that begins with {OURS[game].CLAUSES}-"
    assert len(found) == len({number for number, _ in found}), "each number once"
    return {number: not mark for number, mark in found}


def citations(text: str) -> Iterator[str]:
    """SQ-16, and all of SQ-A07..SQ-A11."""
    for first, _, last in CITED.findall(text):
        yield first
        if last:
            head = re.match(r"(.*?)(\d+)$", first)
            tail = re.match(r"[AB]?(\d+)$", last)
            assert head
            assert tail
            width = len(head[2])
            for number in range(int(head[2]) + 1, int(tail[1]) + 1):
                yield f"{head[1]}{number:0{width}d}"


def texts(*folders: str) -> Iterator[tuple[Path, str]]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in {".py", ".yaml", ".toml", ".md"} and path != Path(__file__):
                yield path, path.read_text("utf-8")


@pytest.mark.parametrize("game", OURS)
def test_every_game_of_ours_has_its_own_prefix(game: str) -> None:
    others = {other.CLAUSES for name, other in SHELF.items() if name != game}
    assert re.fullmatch(r"[A-Z]{2,}", OURS[game].CLAUSES)
    assert OURS[game].CLAUSES not in others


@pytest.mark.parametrize("game", OURS)
def test_every_clause_is_cited_by_a_test_or_a_scenario(game: str) -> None:
    cited = {number for _, text in texts("tests") for number in citations(text)}
    uncited = [number for number, rule in clauses(game).items() if rule and number not in cited]
    assert not uncited


def test_no_clause_is_cited_that_does_not_exist() -> None:
    known = {number for game in OURS for number in clauses(game)}
    for path, text in texts("src", "tests", "docs"):
        wrong = {number for number in citations(text) if number not in known}
        assert not wrong, (path, wrong)


@pytest.mark.parametrize("game", OURS)
def test_both_languages_of_the_rules_say_the_same_things_in_the_same_places(game: str) -> None:
    english, russian = (rules_text(OURS[game], language).split("\n## ") for language in ("en", "ru"))
    assert [CITED.findall(section) for section in english] == [CITED.findall(section) for section in russian]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", ARGUED)
def test_the_rules_to_read_answer_what_is_argued_about(game: str, language: str) -> None:
    assert set(ARGUED[game].split()) - set(citations(rules_text(OURS[game], language))) == set()


def test_every_refusal_of_the_rules_cites_a_clause_or_is_common_to_all_games() -> None:
    said = re.compile(r"Refused\(\s*\"([a-z-]+)\"(?:,\s*([^,)]+))?", re.S)
    found = 0
    for path, text in texts("src/igroteka/games"):
        if path.suffix == ".py" and path.parent.name in OURS:
            refusals = said.findall(text)
            without = [key for key, clause in refusals if clause.strip() in ("", "None")]
            assert set(without) <= {"position-impossible"}, (path, without)
            found += len(refusals)
    assert found > 100


def test_ranges_and_single_numbers_are_read() -> None:
    assert list(citations("SQ-16, SQ-A07..SQ-A09 and UT-B1…B3")) == [
        "SQ-16", "SQ-A07", "SQ-A08", "SQ-A09", "UT-B1", "UT-B2", "UT-B3",
    ]  # fmt: skip
