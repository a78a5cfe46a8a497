"""The `igroteka` command as people and scripts use it, in processes of its own."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from igroteka.cli.main import app
from igroteka.games import SHELF


def igroteka(*words: str, said: str = "", language: str = "C") -> subprocess.CompletedProcess[str]:
    surroundings = {**os.environ, "LANG": language, "COLUMNS": "120", "PYTHONUTF8": "1"}
    surroundings.pop("LC_ALL", None)
    return subprocess.run(
        [sys.executable, "-m", "igroteka.cli.main", *words],
        input=said, capture_output=True, text=True, env=surroundings, timeout=600, check=False,
    )  # fmt: skip


SCENARIOS = Path(__file__).parents[1] / "scenarios"


@pytest.mark.parametrize(
    "words", [["migrate"], ["backup", "copy"], ["prune", "--older", "90d"], ["think"]], ids=" ".join
)
def test_a_mistyped_setting_is_named_by_whatever_touches_tables(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the tables of a folder are deleted, where those of a database were meant."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("IGROTEKA_DATABSE", "postgresql://db/tables")
    assert "Did you mean IGROTEKA_DATABASE?" in igroteka(*words).stderr


@pytest.mark.parametrize("game", SHELF)
def test_the_open_scenarios_pass(game: str) -> None:
    done = igroteka("scenario", str(SCENARIOS / game))
    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stdout
    assert lines[-1].endswith(" passed, 0 failed")
    assert int(lines[-1].split()[0]) >= 30


def test_a_failing_scenario_says_what_differed_and_ends_with_status_1(tmp_path: Path) -> None:
    right = (SCENARIOS / "sequence" / "moves.yaml").read_text()
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(right.replace("turn: 1}", "turn: 0}").replace("may: [0,", "may_not: [0,"))
    done = igroteka("scenario", str(wrong))
    assert done.returncode == 1
    assert "a card, a chip on its cell, a new card" in done.stdout
    assert "step 2: turn is 1, not 0" in done.stdout
    assert 'seat 0 may {"kind":"place"' in done.stdout
    assert done.stdout.splitlines()[-1] == "6 passed, 3 failed"


BAD = [
    ("game: [", "file-unreadable"),
    ("game: sequence\nname: x\nplayers: 2\n", "one of: position"),
    ("game: chess\nname: x\nplayers: 2\ntable: accepted\n", "unknown-game"),
    ("game: sequence\nname: x\nplayers: 2\ntabel: accepted\n", "unknown-field"),
    ("game: sequence\nname: x\nplayers: 2\ntable: refused\n", "the table was accepted"),
    ('game: sequence\nname: x\nplayers: 2\ndeal: {"hands.0#": 8}\n', "hands.0# is 7, not 8"),
    ("game: sequence\nname: x\nplayers: 2\ndeal: {exchanged: 0}\n", "exchanged is false, not 0"),
    ("game: sequence\nname: x\nplayers: 2\ndeal: {nothing: 0}\n", "there is no nothing"),
    ("game: sequence\nname: x\nplayers: 3\nposition: {hands: [[2C], [3C]]}\n", "seats 2, the scenario 3"),
    ("game: sequence\nname: x\nplayers: 2\nposition: {hands: [[2Z], [3C]]}\n", "position was refused"),
    ("game: sequence\nname: x\nplayers: 2\ndeal: {lines: [3]}\n", "lines is [], not [3]"),
    ('game: sequence\nname: "\\ud800"\nplayers: 2\ntable: accepted\n', "file-unreadable"),
    ("game: &game [*game]\n", "file-unreadable"),
    ("game: etazhiki\nname: no such day\nplayers: 2026-13-45\n", "file-unreadable"),
]
"""Scenarios, and what is wrong with each."""


def test_bad_scenarios_fail_with_a_reason(tmp_path: Path) -> None:
    for at, (text, _) in enumerate(BAD):
        (tmp_path / f"bad-{at:02}.yaml").write_text(text)
    done = igroteka("scenario", str(tmp_path))
    assert (done.returncode, done.stderr) == (1, "")
    _, *said = done.stdout.split("FAILED ")
    for at, ((_, problem), told) in enumerate(zip(BAD, said, strict=True)):
        assert told.startswith(str(tmp_path / f"bad-{at:02}.yaml"))
        assert problem in told
    assert done.stdout.splitlines()[-1] == f"0 passed, {len(BAD)} failed"


def test_what_has_no_order_is_compared_without_it(tmp_path: Path) -> None:
    path = tmp_path / "lines.yaml"
    path.write_text(
        "game: sequence\nname: x\nplayers: 2\n"
        "position: {hands: [[2C, 3C], [4C]], lines: [{side: blue, cells: [c3, d3, e3, f3, g3]}]}\n"
        "steps:\n"
        "  - then: {lines: [{cells: [g3, f3, e3, d3, c3], side: blue}]}\n"
        "  - then: {'lines.0.cells': [d3, c3, e3, f3, g3], 'lines.0.side': blue}\n"
        "  - then: {hands: [[3C, 2C], [4C]], 'hands.0': [3C, 2C], 'hands.-1#': 1, 'lines#': 1}\n"
    )
    assert igroteka("scenario", str(path)).stdout == "1 passed, 0 failed\n"


def test_a_scenario_file_that_would_grow_without_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "laughs.yaml"
    letters = "abcdefghij"
    path.write_text("a: &a [x]\n" + "".join(f"{b}: &{b} [{f'*{a}, ' * 9}]\n" for a, b in pairwise(letters)))
    done = igroteka("scenario", str(path))
    assert done.returncode == 1
    assert "line 2: aliases are not read" in done.stdout


def test_a_missing_scenario_file_fails() -> None:
    done = igroteka("scenario", "no/such/file.yaml")
    assert done.returncode == 1
    assert "file-unreadable" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["play", "sequence", "--seats", "5"], "This game is not for 5 players. Possible: 2, 3, 4, 6, 8"),
        (
            ["play", "sequence", "--seats", "8", "-o", "sides=4"],
            "three sides at most, not for 4. (rule SQ-04)",
        ),
        (["play", "sequence", "-o", "sides=3"], "cannot form 3 sides"),
        (["play", "sequence", "-o", "hard=maybe"], "(hard). Possible: true, false."),
        (["play", "sequence", "-o", "colour=red"], "no field “colour” here. Possible: sides, draw"),
        (["play", "sequence", "-o", "hard"], "name=value"),
        (["play", "sequence", "--me", "7"], "no such seat at this table: Seat 7"),
        (["play", "sequence", "--me", "x"], "not a list of seats"),
        (["play", "sequence", "--seed", "-3"], "whole number"),
        (["play", "sequence", "--lang", "fr"], "no language “fr”"),
        (["play", "chess"], "no game “chess”"),
        (["arena", "--game", "upturn", "--bots", "random", "--games", "1000000000"], "or equal to 10000000"),
        (["arena", "--game", "upturn", "--bots", "master", "--seconds", "inf"], "or equal to 1000000"),
        (["rules", "chess"], "no game “chess”"),
        (["playthrough", "sequence", "--seats", "7"], "7 players"),
    ],
)
def test_what_cannot_be_is_refused_in_plain_words_with_status_2(words: list[str], message: str) -> None:
    done = igroteka(*words)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr + done.stdout


@pytest.mark.parametrize("language", ["C.UTF-8", "en_US.UTF-8"])
@pytest.mark.parametrize("words", [["play"], ["play", "upturn"]])
def test_nothing_that_is_typed_ends_a_game(words: list[str], language: str) -> None:
    """² is a key of French keyboards, beside the one for 1. The same is asked again after each of them."""
    typed = ["²".encode(), "①".encode(), b"9" * 5000, b"\xff\xfe", b"draw \xff", b"{" * 5000]
    done = subprocess.run(
        [sys.executable, "-m", "igroteka.cli.main", *words],
        input=b"\n".join([*typed, b""]), capture_output=True, timeout=600, check=False,
        env={**os.environ, "LC_ALL": language},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b" > ") == len(typed) + 1


def test_refusals_speak_russian_to_russians() -> None:
    done = igroteka("play", "sequence", "--seats", "5", language="ru_RU.UTF-8")
    assert "за столом 5 игроков" in done.stderr
    assert "правило SQ-02" in done.stderr


@pytest.mark.parametrize("game", SHELF)
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_a_whole_game_can_be_played_in_the_terminal(game: str, lang: str) -> None:
    done = igroteka("play", game, "--lang", lang, "--seed", "5", said="1\n" * 3000)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout.splitlines()[-1].strip(), "the last line says how it ended"
    assert not any(word in done.stdout for word in ("больше не за столом", "have left"))


def test_several_people_pass_the_screen_and_leave_when_they_like() -> None:
    done = igroteka("play", "sequence", "--seats", "3", "--me", "0,2", "--lang", "en", said="\n1\n\n1\nq\n")
    assert done.returncode == 0
    assert "Pass the screen to" in done.stdout
    assert "You have left the table" in done.stdout


def test_words_numbers_and_nonsense_at_the_prompt() -> None:
    said = "?\nh\n999\nplace 7H z9\nplace\nfly away\npass\n{\n" + '{"kind":"draw"}\nr\nl\n1\nq\n'
    done = igroteka("play", "sequence", "--seed", "7", "--lang", "en", "--me", "1", said=said)
    assert re.search(r"Hint: \d+: play .*\. .+ \(rule SQ-\d+\)", done.stdout)
    assert "Type a number to do that" in done.stdout
    assert "There is no number 999" in done.stdout
    assert "You do not hold 7♥. (rule SQ-16)" in done.stdout
    assert "The field “card” is missing" in done.stdout
    assert "Nothing in the list has “fly away” in it" in done.stdout
    assert "you cannot pass. (rule SQ-A16)" in done.stdout
    assert "a JSON object was expected" in done.stdout
    assert "There is no card for you to take now" in done.stdout
    assert "You place a chip" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_the_same_seed_tells_the_same_story() -> None:
    words = ("playthrough", "sequence", "--seats", "2", "--seed", "7", "--lang", "en")
    golden = Path(__file__).parents[1] / "playthroughs" / "sequence-2.txt"
    assert igroteka(*words).stdout == golden.read_text("utf-8")


def test_the_games_and_their_options_are_listed_in_both_languages() -> None:
    for lang in ("ru", "en"):
        listed = igroteka("games", "--lang", lang).stdout
        for name in SHELF:
            assert f"{name} " in listed
        assert "draw=automatic" in listed


def test_play_without_a_game_asks_which() -> None:
    done = igroteka("play", "--lang", "en", said="9\nsequence\nq\n")
    assert "Which game?" in done.stdout
    assert "There is no number 9" in done.stdout
    assert "A game of Sequence" in done.stdout


def test_a_short_soak_prints_lengths_and_draws() -> None:
    done = igroteka("soak", "--game", "sequence", "--games", "60", "--processes", "1")
    assert done.returncode == 0, done.stderr
    assert "sequence: 60 random games" in done.stdout
    assert "no error" in done.stdout


def test_every_command_teaches() -> None:
    assert igroteka().returncode == 2
    for command in ("games", "rules", "play", "playthrough", "scenario", "soak", "bench"):
        helped = CliRunner().invoke(app, [command, "--help"])
        assert helped.exit_code == 0
        assert len(helped.stdout) > 150


def test_what_was_typed_comes_back_as_it_was_typed() -> None:
    """A word between colons became a picture."""
    done = igroteka("play", "upturn", "--bot", "kennel:bear:smile:")
    assert done.returncode == 2
    assert "kennel:bear:smile:" in done.stderr


def test_a_bot_that_finds_no_seat_is_refused_and_named() -> None:
    """It was left out, and somebody believed to have played against it."""
    done = igroteka("play", "upturn", "--lang", "en", "--bots", "player", "--bot", "kennel:Rex")
    assert done.returncode == 2
    assert done.stderr.startswith("Seats for bots at this table: 1. There is none for kennel:Rex")
    assert igroteka("play", "upturn", "--me", "0,1", "--bots", "player").returncode == 2


def test_whoever_takes_options_takes_them_by_both_names() -> None:
    found = {name: set(command.params) for name, command in _commands(get_command(app))}
    named = {name: [one.opts for one in params if "--option" in one.opts] for name, params in found.items()}
    taking = {name: opts for name, (opts,) in ((n, o) for n, o in named.items() if o)}
    assert {"play", "arena", "dataset", "bots"} <= taking.keys()
    assert all("--options" in opts for opts in taking.values()), taking


def test_games_to_be_played_and_processes_have_an_end() -> None:
    """A thousand million games filled the memory before the first was played."""
    bounds = {
        (name, opts): param.max
        for name, command in _commands(get_command(app))
        for param in command.params
        for opts in param.opts
        if (opts == "--games" and name in PLAYING) or (opts == "--processes" and "Games" in param.help)
    }
    assert {name for name, opts in bounds if opts == "--games"} == PLAYING
    assert {name for name, opts in bounds if opts == "--processes"} >= {"arena", "review", "lockstep"}
    assert None not in bounds.values(), bounds


PLAYING = {"arena", "dataset", "soak", "study", "bots", "review"}


def _commands(group: Any) -> Iterator[tuple[str, Any]]:
    for name, command in getattr(group, "commands", {}).items():
        yield name, command
        yield from _commands(command)


@pytest.mark.parametrize("encoding", ["ascii", "cp1251", "cp1252"])
def test_what_cannot_be_written_in_somebody_s_letters_is_written_as_far_as_it_can(encoding: str) -> None:
    """A pipe or a file on Windows takes the letters of the country."""
    surroundings = {**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": encoding}
    for words in (
        ("playthrough", "sequence", "--seats", "2", "--lang", "ru"),
        ("rules", "upturn", "--lang", "ru"),
    ):
        command = [sys.executable, "-m", "igroteka.cli.main", *words]
        done = subprocess.run(command, capture_output=True, env=surroundings, timeout=600, check=False)
        assert done.returncode == 0, done.stderr
        assert len(done.stdout.decode(encoding)) > 2000
