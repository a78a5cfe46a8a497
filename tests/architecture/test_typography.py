"""What people read is set as in a book: signs of the typewriter are for code alone."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
TEXTS = sorted(ROOT.glob("src/igroteka/**/texts/*.toml"))
LESSONS = sorted(ROOT.glob("src/igroteka/games/*/lesson*.toml"))
RULES = sorted(ROOT.glob("src/igroteka/games/*/texts/rules.*.md"))
DICTIONARIES = [
    path for path in sorted(ROOT.glob("web/src/**/*.ts")) if path.stem in {"words", "ui.ru", "ui.en", "about"}
]
APOSTROPHE = re.compile(r"\w'(?=[a-z])")
TYPED = re.compile(APOSTROPHE.pattern + r"""|"|\.\.\.|\s-\s""")
"""A straight apostrophe or quotation mark, three full stops, a hyphen for a dash."""
CODE = re.compile(r"pip install (-e )?'[^']*'|`[^`]*`")
"""What is to be typed as it stands."""


def leaves(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for inner in value.values() for text in leaves(inner)]
    if isinstance(value, list):
        return [text for inner in value for text in leaves(inner)]
    return [value] if isinstance(value, str) else []


def sentences(path: Path) -> list[str]:
    text = path.read_text("utf-8")
    if path.suffix == ".toml":
        return leaves(tomllib.loads(text))
    return [line for line in text.splitlines() if not line.startswith("|")]


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", [*TEXTS, *LESSONS, *RULES], ids=named)
def test_apostrophes_quotes_and_dashes_are_those_of_a_book(path: Path) -> None:
    for text in sentences(path):
        assert not (found := TYPED.search(CODE.sub("", text))), (found, text)


@pytest.mark.parametrize("path", DICTIONARIES, ids=named)
def test_apostrophes_of_the_page_are_those_of_a_book(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    said = [line for line in lines if not re.match(r"\s*(/\*|\*|//)", line)]
    assert not [line for line in said if APOSTROPHE.search(line)]


@pytest.mark.parametrize(("language", "foreign"), [("ru", "“”„"), ("en", "«»")])
def test_each_language_has_its_own_quotation_marks(language: str, foreign: str) -> None:
    paths = [path for path in [*TEXTS, *RULES] if path.stem in {language, f"rules.{language}"}]
    assert len(paths) > 6
    assert not [text for path in paths for text in sentences(path) if set(text) & set(foreign)]
