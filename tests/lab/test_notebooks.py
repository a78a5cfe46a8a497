"""The notebooks of examples/ run from top to bottom and print what they show."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples" / "notebooks").glob("*.ipynb"))


def cells(path: Path) -> list[dict]:
    return [cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]


def shown(path: Path) -> str:
    streams = [out for cell in cells(path) for out in cell["outputs"] if out["output_type"] == "stream"]
    return "".join("".join(out["text"]) for out in streams if out["name"] == "stdout")


def test_there_are_two() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["first_bot", "study"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_from_top_to_bottom_and_prints_what_it_shows(path: Path, tmp_path: Path) -> None:
    source = "\n\n".join("".join(cell["source"]) for cell in cells(path))
    assert shown(path)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", source],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"PYTHONIOENCODING": "utf-8", "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == shown(path)
