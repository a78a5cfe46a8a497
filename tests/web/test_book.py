"""The lobby's marks of what is by the rules come from clauses, and every option of a drawn game has one."""

import json
import re
from pathlib import Path

import pytest

from igroteka.games import SHELF
from igroteka.games.texts import texts

WEB = Path(__file__).parents[2] / "web" / "src"
DRAWN = sorted(path.parent.name for path in (WEB / "tables").glob("*/game.ts"))


def _book(name: str) -> dict[str, str]:
    text = (WEB / "tables" / name / "game.ts").read_text("utf-8")
    return dict(re.findall(r'"(\w+=\w+)": "([A-Z]{2}-[AB]?\d+|)"', text))


@pytest.mark.parametrize("name", DRAWN)
def test_marked_values_are_values_and_their_clauses_are_in_the_rules(name: str) -> None:
    clauses = json.loads((WEB / "wire" / f"clauses.{name}.json").read_text("utf-8"))
    said = texts(SHELF[name].__name__, "en")["options"]
    book = _book(name)
    assert {clause for clause in book.values() if clause} <= set(clauses)
    assert {key for key in book if not key.endswith("=seat")} <= set(said)
    options = {key.partition("=")[0] for key in said if "=" in key}
    assert options == {key.partition("=")[0] for key in book}


def test_the_three_rule_sets_of_the_book_are_all_by_the_book() -> None:
    book = _book("etazhiki")
    assert all(book[f"variant={variant}"] for variant in ("full", "medium", "beginner"))
    assert book["starter=seat"] == "ET-10"
    assert book["starter=random"] == ""
