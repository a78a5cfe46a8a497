"""What the README shows works as it is written."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

from igroteka.core.shelving import DEFAULTS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_python_example_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.S)
    done = subprocess.run(
        [sys.executable, "-c", example], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Outcome(reason=" in done.stdout.splitlines()[-1]


def test_every_extra_is_named() -> None:
    """But for those with which the project itself is tested, documented and built, and a part of `learn`."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    told = README.split("The extras are ", 1)[1].split("Without one of them", 1)[0]
    assert set(re.findall(r"`(\w+)`", told)) == extras.keys() - {
        "test",
        "docs",
        "build",
        "package",
        "learn-around",
    }


def test_the_walk_of_a_move_names_files_that_are_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    walk = text.split("## One move", 1)[1].split("\n## ", 1)[0]
    named = re.findall(r"`((?:web|src)/[\w./]+\.(?:py|ts|svelte))`", walk)
    assert len(named) > 12
    assert not [name for name in named if not (ROOT / name).is_file()]


def test_all_that_a_game_may_leave_out_is_in_the_table_for_those_who_write_one() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    table = text.split("| a game may offer |", 1)[1].split("\n\n", 1)[0]
    named = {name for row in re.findall(r"^\|([^|]*)\|", table, re.M) for name in re.findall(r"`(\w+)`", row)}
    assert not DEFAULTS.keys() - named


def test_the_project_speaks_of_itself_alone() -> None:
    """No path of a machine, no registry, nothing beside the project."""
    wrong = re.compile(r"\.\./shared|/work/|pypi\.org|registry\.npmjs|files\.pythonhosted")
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.splitlines()
    for name in tracked:
        path = ROOT / name
        if path.suffix in {".png", ".ico"} or path == Path(__file__) or not path.is_file():
            continue
        found = wrong.search(path.read_text("utf-8", errors="replace"))
        assert not found, (name, found and found[0])
