"""`igroteka new-game` makes a package that is installable, playable and green from the first minute."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from igroteka.cli.new_game import make
from igroteka.core import Refused
from sites import ROOT, site_of, with_site


def run(
    *words: str, within: Path, site: Path | None = None, said: str = ""
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], cwd=within, env=with_site(site) if site else None,
        input=said, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made as a person would make it."""
    here = tmp_path_factory.mktemp("games")
    done = run("-m", "igroteka.cli.main", "new-game", "high_card", "--lang", "en", within=here)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("high_card is in high_card. Next: cd high_card, pip install")
    return here / "high_card"


@pytest.fixture(scope="module")
def site(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return site_of(folder, within=tmp_path_factory.mktemp("sites"))


def test_its_own_tests_are_green(folder: Path, site: Path) -> None:
    done = run("-m", "pytest", "-p", "no:cacheprovider", within=folder, site=site)
    assert done.returncode == 0, done.stdout[-3000:]
    assert re.search(r"\b[4-9]\d passed", done.stdout)
    assert "skipped" not in done.stdout


def test_it_is_played_to_the_end(folder: Path, site: Path) -> None:
    words = ("play", "high_card", "--seats", "3", "--seed", "3", "--lang", "en")
    done = run("-m", "igroteka.cli.main", *words, within=folder, site=site, said="1\n" * 50)
    assert done.returncode == 0, done.stderr
    assert "A game of High Card" in done.stdout
    assert re.search(r"The most cards win: .* \(rule HI-06\)", done.stdout)


def test_it_keeps_the_style_of_the_house(folder: Path) -> None:
    """By the settings of the house, and by those that it is made with."""
    for config in ((), ("--config", str(ROOT / "pyproject.toml"))):
        for words in (("check",), ("format", "--check")):
            done = run("-m", "ruff", *words, *config, str(folder), within=folder)
            assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "name", ["", "a", "Chess", "my-game", "2048", "шашки", "class", "a/b", "x" * 31, "go_"]
)
def test_a_name_that_cannot_be_is_refused_and_nothing_is_written(name: str, tmp_path: Path) -> None:
    with pytest.raises(Refused) as caught:
        make(name, tmp_path / "new")
    assert caught.value.reason == "game-name-unusable"
    assert not (tmp_path / "new").exists()


def test_a_name_on_the_shelf_is_taken(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="game-name-taken"):
        make("sequence", tmp_path / "new")


def test_what_is_there_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("precious")
    with pytest.raises(Refused, match="file-exists"):
        make("chess", tmp_path / "mine")
    with pytest.raises(Refused, match="file-unwritable"):
        make("chess", tmp_path / "mine" / "below")
    assert (tmp_path / "mine").read_text() == "precious"


def test_a_refusal_is_a_sentence(tmp_path: Path) -> None:
    done = run("-m", "igroteka.cli.main", "new-game", "My Game", "--lang", "en", within=tmp_path)
    assert done.returncode == 2
    assert "small letters" in done.stderr or "маленьких" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_clauses_begin_with_letters_that_no_other_game_uses(tmp_path: Path) -> None:
    make("squares", tmp_path / "squares")
    assert '"SU"' in (tmp_path / "squares" / "src" / "igroteka_squares" / "__init__.py").read_text()
