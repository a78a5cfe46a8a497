"""Parts files on the command line: passed on among strangers, so read within bounds and refused in words."""

import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest


def playthrough(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "igroteka.cli.main", "playthrough", "upturn", "--lang", "en", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a." * 20_000 + "a = 1", "at most 16384 bytes"),  # tomllib takes a gigabyte for it
        ("a." * 5_000 + "a = 1", "too much in line 1"),
        ("a = " + "[" * 10_000, "too much in line 1"),
        ("a = " + "[\n" * 5_000, "cannot be read as TOML"),
        ("a = " + "9" * 10_000, "cannot be read as TOML"),
        ("a = 1979-05-27", "cannot be read as TOML"),
        ("{", "cannot be read as TOML or JSON"),
        ("\ud800", "invalid continuation byte"),
    ],
)
def test_a_file_made_to_be_slow_or_deep_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    done = playthrough("--parts", str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_the_shipped_file_is_read_as_ever(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(files("igroteka.games.upturn").joinpath("parts.toml").read_bytes())
    assert playthrough("--parts", str(file), "--seed", "70").returncode == 0


@pytest.mark.parametrize("value", ["[" * 20_000, "9" * 5_000])
def test_an_option_without_end_is_refused(value: str) -> None:
    done = playthrough("--option", f"parts={value}")
    assert done.returncode == 2
    assert "wrong type" in done.stderr
