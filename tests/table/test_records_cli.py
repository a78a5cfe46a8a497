"""`igroteka verify` and `igroteka replay` as people use them."""

import io
import json
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from igroteka.cli.main import main
from igroteka.cli.speech import LANGUAGES, texts
from igroteka.games import SHELF
from igroteka.table.record import Person, Record, read_record, sealed, written
from igroteka.table.recorder import record_of
from table.playing import data_of, every_game, kinds, record, unfinished
from table.test_fork import play_on, played, same_deal

ROOT = Path(__file__).parents[2]


def igroteka(*words: str) -> subprocess.CompletedProcess[str]:
    """The command, in this process; test_a_process_of_its_own_says_the_same runs it as people do."""
    said, complained = io.StringIO(), io.StringIO()
    status = 0
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(said), redirect_stderr(complained):
        patch.setattr(sys, "argv", ["igroteka", *words])
        try:
            main()
        except SystemExit as end:
            status = int(end.code or 0)
    return subprocess.CompletedProcess(words, status, said.getvalue(), complained.getvalue())


def kept(folder: Path, one: Record) -> str:
    path = folder / "record.json"
    path.write_bytes(written(one))
    return str(path)


@every_game
def test_a_true_record_is_told_so_check_by_check(game: str, tmp_path: Path) -> None:
    path = kept(tmp_path, record(game))
    for lang, said in (("en", "Everything checks out"), ("ru", "Всё верно")):
        done = igroteka("verify", path, "--lang", lang)
        assert (done.returncode, done.stderr) == (0, "")
        *checks, last = done.stdout.splitlines()
        assert [line[0] for line in checks] == [*["✓"] * 9, "?"]
        assert "--promise" in checks[-1]
        assert last.startswith(said)


def test_what_somebody_has_kept_of_the_time_before_is_held_against_the_record(tmp_path: Path) -> None:
    """A record whose secret was chosen afterwards is true to itself: only a promise that was kept tells."""
    one = record("sequence")
    path, nonce = kept(tmp_path, one), one.nonces[0].hex
    done = igroteka(
        "verify", path, "--lang", "en", "--promise", one.commitment.upper(), "--nonce", f" {nonce} "
    )
    assert (done.returncode, [line[0] for line in done.stdout.splitlines()[:-1]]) == (0, ["✓"] * 11)
    for words, said in ((["--promise", "ab" * 32], "another promise"), (["--nonce", "00" * 16], "not among")):
        done = igroteka("verify", path, "--lang", "en", *words)
        assert done.returncode == 1
        assert said in done.stdout
        assert "Everything checks out" not in done.stdout


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_process_of_its_own_says_the_same(command: str, tmp_path: Path) -> None:
    for file in (kept(tmp_path, record("sequence")), str(tmp_path / "none.json")):
        words = (command, file, "--lang", "ru")
        alone = subprocess.run(
            [sys.executable, "-X", "utf8", "-m", "igroteka.cli.main", *words],
            capture_output=True, text=True, timeout=600, check=False,
        )  # fmt: skip
        here = igroteka(*words)
        assert (alone.returncode, alone.stdout, alone.stderr) == (here.returncode, here.stdout, here.stderr)


def changed(field: str, value: Any) -> Any:
    data = data_of(record("sequence"))
    data[field] = value
    return data


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (changed("secret", "00" * 32), "✗ The secret is not the one promised"),
        (changed("nonces", []), "✗ The seed is not that of the secret"),
        (changed("options", {"draw": "automatic"}), "✗ The seed is not that of the secret"),
        (changed("options", {"draw": "never"}), "✗ There can be no such table: A value that cannot be"),
        (changed("people", []), "✗ There are 0 names for 2 seats."),
        (changed("rows", []), "✗ The outcome differs"),
        (changed("born", 3), "✗ Something was changed after the record was written"),
    ],
)
def test_a_changed_record_ends_with_status_1_and_says_what_differs(
    data: Any, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(data))
    done = igroteka("verify", str(path), "--lang", "en")
    assert (done.returncode, done.stderr) == (1, "")
    assert said in done.stdout
    assert done.stdout.splitlines()[-1] == "This record is wrong."


def test_a_changed_card_is_shown_where_it_stands(tmp_path: Path) -> None:
    data = data_of(record("sequence"))
    data["rows"][1]["intent"]["card"] = "2H" if data["rows"][1]["intent"]["card"] != "2H" else "3H"
    path = tmp_path / "record.json"
    path.write_text(json.dumps(data))
    done = igroteka("verify", str(path), "--lang", "en")
    assert re.search(r"^✗ Row 2 (could not be|differs)", done.stdout, re.M)
    assert "? The outcome cannot be known" in done.stdout
    told = igroteka("replay", str(path), "--lang", "en")
    assert (told.returncode, told.stdout) == (2, "")
    assert "This record is wrong" in told.stderr


@every_game
def test_an_unfinished_record_ends_with_status_3_and_can_be_told(game: str, tmp_path: Path) -> None:
    match, known = unfinished(kinds(game)[0], 4, 10)
    path = kept(tmp_path, record_of(match, known, 0))
    done = igroteka("verify", path, "--lang", "en")
    assert (done.returncode, done.stderr) == (3, "")
    assert [line[0] for line in done.stdout.splitlines()].count("?") == 4
    assert "The game is not over" in done.stdout.splitlines()[-1]
    told = igroteka("replay", path, "--lang", "en")
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.splitlines()[-1] == "The game is not over yet."


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_file_without_end_is_refused(command: str, tmp_path: Path) -> None:
    """A hole of a terabyte: not read to its end, nor kept in memory."""
    endless = tmp_path / "record.json"
    with endless.open("wb") as file:
        file.truncate(1 << 40)
    done = igroteka(command, str(endless), "--lang", "en")
    assert (done.returncode, done.stdout) == (2, "")
    assert "File too large" in done.stderr


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "cannot be read"),
        ("", "not readable"),
        ("[1, 2", "expected object, got array"),
        ("{}", "“format” is missing"),
        ('{"format": "chess/3"}', "its format is “chess/3”"),
        (json.dumps(changed("game", "chess")), "no game “chess”"),
        (json.dumps(changed("secret", "short")), "value that cannot be"),
        (json.dumps(changed("weather", "fine")), "no field “weather”"),
        ('{"format": "\x9b31m\\u001b[31m"}', "its format is “\ufffd31m\ufffd[31m”"),
    ],
)
def test_what_is_not_a_record_ends_with_status_2(content: str | None, said: str, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    if content is not None:
        path.write_text(content, "utf-8")
    done = igroteka("replay" if len(said) % 2 else "verify", str(path), "--lang", "en")
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_is_told_as_a_story_with_the_names_of_its_people(game: str, lang: str, tmp_path: Path) -> None:
    one = record(game)
    done = igroteka("replay", kept(tmp_path, one), "--lang", lang)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].endswith("2025-06-15")
    assert lines[1].endswith(": Аня, Bob")
    numbers = [int(line[:4]) for line in lines[2:-1] if line[:4].strip()]
    assert numbers == [row.number for row in one.rows if row.events]
    assert any("Bob" in line for line in lines[2:])
    assert lines[-1].strip()


def test_a_bot_without_a_name_is_called_by_its_level_and_told_apart(tmp_path: Path) -> None:
    """As the page writes them down: what it calls them there is drawn, not written."""
    one = record("upturn")
    people = tuple(Person("", None, "beginner") for _ in one.people)
    path = kept(tmp_path, sealed(replace(one, people=people)))
    said = igroteka("replay", path, "--lang", "en").stdout
    assert "Beginner 1, Beginner 2" in said
    assert re.search(r"^ *\d+ +Beginner 2 ", said, re.M)


def test_a_seat_is_told_only_what_it_saw(tmp_path: Path) -> None:
    path = kept(tmp_path, record("sequence"))
    asked: list[list[str]] = [[], ["--seat", "0"], ["--seat", "1"]]
    stories = [igroteka("replay", path, "--lang", "en", *more).stdout for more in asked]
    assert ["takes a card." in story for story in stories] == [False, True, True]
    for whole, *seen in zip(*(story.splitlines() for story in stories), strict=True):
        assert whole in seen or "deals" in whole, "what happens at one seat is seen there"
    done = igroteka("replay", path, "--lang", "en", "--seat", "2")
    assert done.returncode == 2
    assert "no such seat" in done.stderr


def test_chosen_deals_are_called_chosen(tmp_path: Path) -> None:
    game = SHELF["sequence"]
    for fork, checked, headed in (
        (same_deal(record("sequence"), game), "✓ This deal was chosen, not drawn", "A deal that was chosen"),
        (
            play_on(record("sequence"), game, 5),
            "✓ 5 rows at the beginning were chosen",
            "Played on after 5 rows",
        ),
    ):
        path = kept(tmp_path, played(fork, 6))
        done = igroteka("verify", path, "--lang", "en")
        assert done.returncode == 0
        assert checked in done.stdout
        assert headed in igroteka("replay", path, "--lang", "en").stdout.splitlines()[2]


def test_names_cannot_steer_the_terminal(tmp_path: Path) -> None:
    match, known = unfinished(kinds("sequence")[0], 4, 10)
    one = data_of(record_of(match, known))
    one["people"][0]["name"] = "\u001b[31mred\u202e[bold]:smile:"
    path = tmp_path / "record.json"
    path.write_text(json.dumps(one))
    told = igroteka("replay", kept(tmp_path, sealed(read_record(path.read_bytes()))), "--lang", "en").stdout
    assert "\u001b" not in told
    assert "\u202e" not in told
    assert "\ufffd[31mred\ufffd[bold]:smile:" in told


def test_an_unfinished_record_that_says_nonsense_is_refused(tmp_path: Path) -> None:
    match, known = unfinished(kinds("sequence")[0], 4, 10)
    data = data_of(record_of(match, known))
    data["rows"][3]["events"] = [{"kind": "flew"}]
    path = kept(tmp_path, sealed(read_record(json.dumps(data))))
    done = igroteka("replay", path, "--lang", "en")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_check_has_its_sentences(lang: str) -> None:
    source = "".join((ROOT / "src/igroteka/table" / name).read_text() for name in ("verify.py", "replay.py"))
    keys = set(re.findall(r'"(check_\w+)"', source))
    keys |= {f"check_{name}_open" for name in ("commitment", "seed", "rows", "outcome")}
    keys |= {"check_outcome_unknown"}
    lines = texts("igroteka.core", lang)["lines"]
    assert keys == {key for key in lines if key.startswith("check_")}
