"""The recipes are short, complete and listed; scripts/recipes runs them (make soak)."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import igroteka
from igroteka.bots import make

FOLDER = Path(__file__).parents[2] / "docs" / "recipes"
PAGES = sorted(path for path in FOLDER.glob("*_*.md"))


def test_all_tools_have_one_and_are_listed():
    assert {page.stem for page in PAGES} == set(
        re.findall(r"\]\((\w+)\.md\)", (FOLDER / "README.md").read_text())
    )
    assert len(PAGES) == 7


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_recipe_is_at_most_forty_lines_of_python_and_says_what_it_needs(page):
    text = page.read_text()
    (code,) = re.findall(r"```python\n(.*?)```", text, re.S)
    ast.parse(code)
    assert len([line for line in code.splitlines() if line.strip()]) <= 40
    assert re.search(r"^Needs: `.+`$", text, re.M)
    assert "igroteka.envs" in code


def test_what_the_trainer_of_ones_own_writes_is_a_bot(tmp_path):
    """A round of it: the whole recipe takes a minute."""
    (code,) = re.findall(r"```python\n(.*?)```", (FOLDER / "own_numpy.md").read_text(), re.S)
    short = code.replace("128, 60,", "16, 1,").replace("8192", "64")
    assert short.count("16, 1,") == 1
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", short],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    match, bot = igroteka.open("etazhiki", seats=2, seed=3), make(str(tmp_path / "mine.npz"), game="etazhiki")
    view = match.view(match.turn)
    assert bot.choose(view, view.legal, False, igroteka.Seeded(1)) in view.legal
