"""`scripts/web` fetches into its own folder alone: through a link it once emptied another checkout's."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with nothing but what comes before the fetching, and an npm that does nothing."""
    for folder in ("scripts", "web", "requirements", ".venv/bin"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(ROOT / "scripts" / "web", tmp_path / "scripts" / "web")
    for file in ("scripts/wire.py", "web/package-lock.json", "requirements/browser.lock"):
        (tmp_path / file).touch()
    (tmp_path / ".venv/bin/python").symlink_to(sys.executable)
    for name in ("node", "npm"):
        (tmp_path / ".venv/bin" / name).write_text("#!/bin/sh\nexit 3\n")
        (tmp_path / ".venv/bin" / name).chmod(0o755)
    return tmp_path


def test_nothing_is_fetched_through_a_link(checkout: Path) -> None:
    elsewhere = checkout / "elsewhere"
    elsewhere.mkdir()
    (checkout / "web/node_modules").symlink_to(elsewhere)
    for words in (["fetch"], []):
        said = _fetch(checkout, *words)
        assert "web/node_modules is a link" in said
        assert str(elsewhere) in said
        assert "npm ci failed" not in said


def test_a_folder_of_its_own_is_fetched_into(checkout: Path) -> None:
    (checkout / "web/node_modules").mkdir()
    assert "npm ci failed" in _fetch(checkout, "fetch")


def test_a_link_to_what_is_there_already_may_be_built_with(checkout: Path) -> None:
    """Nothing is fetched then, and nothing emptied."""
    elsewhere = checkout / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / ".ready").touch()
    (checkout / "web/node_modules").symlink_to(elsewhere)
    done = _run(checkout, "fetch")
    assert (done.returncode, done.stderr) == (0, "")


def _fetch(checkout: Path, *words: str) -> str:
    """What is said by a fetch that does not come to an end."""
    done = _run(checkout, *words)
    assert done.returncode == 1
    return done.stderr


def _run(checkout: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [checkout / "scripts" / "web", *words], capture_output=True, text=True, check=False, timeout=60
    )
