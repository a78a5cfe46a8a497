"""Packages bring games by the entry-point group `igroteka.games`; a broken one is told and left out."""

import re
import subprocess
import sys
from importlib.metadata import distributions
from pathlib import Path
from shutil import copytree

import pytest

from igroteka.games import SHELF, game, left_out, names
from igroteka.games.shelf import GROUP, Found, find
from sites import EIGHTS, site_of, with_site

OURS = ("upturn", "etazhiki", "sequence")


def package(folder: Path, name: str, entry: str, source: str) -> None:
    """An installed package as Python sees it: a module, and what it has to say of itself."""
    module = name.replace("-", "_")
    (folder / f"{module}.py").write_text(source)
    info = folder / f"{module}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{entry} = {module}\n")


def found(*folders: Path) -> Found:
    """What a shelf finds that knows our own games and what is installed in these folders."""
    path = [*sys.path, *map(str, folders)]
    return find(p for dist in distributions(path=path) for p in dist.entry_points.select(group=GROUP))


def igroteka(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "igroteka.cli.main", *words]
    return subprocess.run(
        command, env=with_site(site), capture_output=True, text=True, timeout=600, check=False
    )


def test_our_games_are_found_like_any_other() -> None:
    assert tuple(SHELF)[:3] == OURS == names()[:3]
    assert all(name == game(name).NAME for name in OURS)
    assert left_out() == ()


def test_a_package_puts_its_game_on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    site = site_of(EIGHTS)
    monkeypatch.syspath_prepend(site)
    games, problems = found(site)
    assert (tuple(games), problems) == ((*OURS, "eights"), ())
    assert games["eights"].SEATS == (2, 3, 4, 5)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (
            "import no_such_module",
            "cannot be imported: ModuleNotFoundError: No module named 'no_such_module' (broken.py, line 1)",
        ),
        ("def (", "cannot be imported: SyntaxError: invalid syntax"),
        ("raise SystemExit(3)", "cannot be imported: SystemExit: 3 (broken.py, line 1)"),
        ("\nraise ValueError('two\\nlines')", "imported: ValueError: two lines (broken.py, line 2)"),
        ("NAME = 'broken'", "broken is not a game: it has no SEATS"),
        ("from igroteka.games.upturn import *", "the entry point is called broken, the game upturn"),
    ],
)
def test_a_broken_package_is_named_in_one_line_and_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, said: str
) -> None:
    package(tmp_path, "broken", "broken", source)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "broken", raising=False)
    games, (line,) = found(tmp_path)
    assert tuple(games) == OURS
    assert line.startswith("The package broken is left out: ")
    assert said in line
    assert "\n" not in line


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("en", 'x = "', "texts/en.toml cannot be read: Unterminated string"),
        (
            "ru",
            "[game]\ntitle = 5",
            "texts/ru.toml cannot be read: Expected `str`, got `int` - at `$[...][...]`",
        ),
        ("ru", None, "there is no texts/ru.toml"),
    ],
)
def test_a_package_whose_texts_cannot_be_read_is_left_out(
    tmp_path: Path, language: str, text: str | None, said: str
) -> None:
    """Else the list of games, of all of them, would fail for whoever asks for it."""
    site = tmp_path / "site"
    copytree(site_of(EIGHTS), site)
    [file] = site.rglob(f"texts/{language}.toml")
    if text is None:
        file.unlink()
    else:
        file.write_text(text)
    done = igroteka(site, "games", "--lang", "en")
    assert done.returncode == 0
    assert "Crazy Eights" not in done.stdout
    assert "UpTurn" in done.stdout
    line = " ".join(done.stderr.split())
    assert line.startswith("The package igroteka-eights is left out: ")
    assert said in line


def test_a_soak_of_a_game_that_breaks_says_at_which_table_and_seed(tmp_path: Path) -> None:
    site = tmp_path / "site"
    copytree(site_of(EIGHTS), site)
    rules = site / "igroteka_eights" / "rules.py"
    rules.write_text(
        rules.read_text().replace("def decide(", "def decide(*_):\n    return 1 / 0\n\n\ndef _decide(")
    )
    done = igroteka(site, "soak", "--game", "eights", "--games", "4", "--processes", "1")
    assert done.returncode == 1
    said = " ".join(done.stderr.split())
    assert "eights 2, seed 0: ZeroDivisionError: division by zero" in said
    assert "Traceback" not in said


def altered(folder: Path, file: str, old: str, new: str) -> Path:
    """Crazy Eights with one thing in it changed, installed."""
    site = folder / "site"
    copytree(site_of(EIGHTS), site)
    path = site / "igroteka_eights" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    return site


def test_an_event_that_is_told_to_nobody_is_the_game_s_own_fault(tmp_path: Path) -> None:
    site = altered(tmp_path, "view.py", "def redact(", "def redact(*_):\n    return None\n\n\ndef _redact(")
    done = igroteka(site, "play", "eights", "--lang", "en")
    assert done.returncode == 70
    said = " ".join(done.stderr.split())
    assert "in the package igroteka_eights, at igroteka_eights.redact: redact tells nothing of Dealt" in said


def test_a_forgotten_sentence_ends_no_game(tmp_path: Path) -> None:
    """The key stands there instead, as on the page."""
    site = altered(tmp_path, "texts/en.toml", "\nlaid =", "\nlayed =")
    done = igroteka(site, "playthrough", "eights", "--seats", "2", "--seed", "1", "--lang", "en")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"^ +\d+ +laid$", done.stdout, re.M)


def test_a_game_without_a_twin_is_not_said_to_be_missing() -> None:
    site = site_of(EIGHTS)
    done = igroteka(site, "lockstep", "--game", "eights")
    assert done.returncode == 2
    assert "eights has no fast twin" in done.stderr
    asked = "from igroteka.turbo import Batch; Batch('eights', 2, 2)"  # as `igroteka teach` does
    other = subprocess.run(
        [sys.executable, "-c", asked], env=with_site(site), capture_output=True, text=True, check=False
    )
    assert "Refused: no-twin (game=eights)" in other.stderr


def test_of_two_games_with_one_name_the_first_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = site_of(EIGHTS)
    package(tmp_path, "zz-eights", "eights", "raise AssertionError('not even imported')")
    package(tmp_path, "my-upturn", "upturn", "raise AssertionError('not even imported')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.syspath_prepend(site)
    games, problems = found(tmp_path, site)
    assert tuple(games) == (*OURS, "eights")
    assert games["eights"].__name__ == "igroteka_eights"
    assert sorted(problems) == [
        "The package my-upturn is left out: there is a game called upturn already.",
        "The package zz-eights is left out: there is a game called eights already.",
    ]


def test_without_any_package_one_line_says_so() -> None:
    games, (line,) = find(())
    assert not games
    assert "There are no games" in line


def test_commands_work_beside_a_broken_package_and_name_it_once(tmp_path: Path) -> None:
    package(tmp_path, "broken", "broken", "import no_such_module")
    done = igroteka(tmp_path, "games", "--lang", "en")
    assert done.returncode == 0
    assert "UpTurn" in done.stdout
    assert done.stderr.splitlines() == [
        (
            "The package broken is left out: broken cannot be imported: "
            "ModuleNotFoundError: No module named 'no_such_module' (broken.py, line 1)."
        )
    ]
