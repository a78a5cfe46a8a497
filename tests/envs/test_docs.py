"""What docs/envs.md says is so: its code runs, its tables are those of the layout."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from igroteka.envs.layout import as_table, fields
from igroteka.turbo import twins

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "envs.md").read_text("utf-8")


def test_its_code_runs_as_it_is_written(tmp_path):
    code = "\n".join(re.findall(r"```python\n(.*?)```", PAGE, re.S))
    assert code.count("import") >= 6
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "SEAT 3" in done.stdout
    assert "Place(" in done.stdout


def test_the_first_piece_of_the_page_about_twins_runs_to_its_end(capsys):
    found = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "turbo.md").read_text("utf-8"), re.S)
    exec(found[0], {})
    assert int(capsys.readouterr().out) > 500


@pytest.mark.parametrize("game", twins())
def test_every_field_of_an_observation_is_explained(game):
    assert as_table(game) in PAGE
    assert all(field.tells for field in fields(game))
