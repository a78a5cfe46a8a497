"""The recipes are short, complete and listed; scripts/recipes runs them (make soak)."""

import ast
import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "recipes"
PAGES = sorted(path for path in FOLDER.glob("*_*.md"))


def test_all_tools_have_one_and_are_listed():
    assert {page.stem for page in PAGES} == set(
        re.findall(r"\]\((\w+)\.md\)", (FOLDER / "README.md").read_text())
    )
    assert len(PAGES) == 6


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_recipe_is_at_most_forty_lines_of_python_and_says_what_it_needs(page):
    text = page.read_text()
    (code,) = re.findall(r"```python\n(.*?)```", text, re.S)
    ast.parse(code)
    assert len([line for line in code.splitlines() if line.strip()]) <= 40
    assert re.search(r"^Needs: `.+`$", text, re.M)
    assert "igroteka.envs" in code
