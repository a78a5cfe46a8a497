"""The bots that docs/bots.md shows are run as they stand there."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bots.playing import winner
from server.client import come, open_table
from server.serving import Server

TEXT = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")
SHOWN = re.findall(r"`(\w+\.py)`.*?```python\n(.*?)```", TEXT, re.S)
LONGEST = 45
"""Lines of an example: about thirty, besides what is imported and said about it."""


def written(folder: Path) -> list[str]:
    for name, code in SHOWN:
        (folder / name).write_text(code)
    return [name for name, _ in SHOWN]


def test_there_are_three_examples_and_they_are_short(tmp_path: Path) -> None:
    assert written(tmp_path) == ["steps.py", "ahead.py", "netbot.py"]
    for name, code in SHOWN:
        assert len(code.splitlines()) <= LONGEST, name


def test_the_class_of_the_page_plays_whole_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    won = [winner(("upturn", 2, {}), ["steps:SmallSteps", "random"], seed) for seed in range(10)]
    assert won.count((0,)) >= 7


def test_the_bot_of_the_page_that_searches_beats_random_choices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    won = [winner(("etazhiki", 2, {}), ["ahead:LooksAhead", "random"], seed) for seed in range(4)]
    assert won.count((0,)) >= 3
    assert winner(("upturn", 3, {}), ["ahead:LooksAhead", "player", "player"], 1)


def test_the_class_of_the_page_plays_in_the_terminal(tmp_path: Path) -> None:
    written(tmp_path)
    command = [sys.executable, "-m", "igroteka.cli.main", "play", "upturn", "--bot", "steps:SmallSteps"]
    told = subprocess.run(
        [*command, "--lang", "en", "--seed", "3"],
        cwd=tmp_path, input="1\n1\n1\nq\n", capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    assert "is a bot (steps:SmallSteps)" in told.stdout
    assert "failed" not in told.stdout


def test_the_program_of_the_page_plays_a_whole_game_over_the_network(tmp_path: Path) -> None:
    """Against a bot of the server; the person who has opened the table only watches."""
    written(tmp_path)
    server = Server(tmp_path).start()
    try:
        table = open_table(server, "etazhiki", 2, bots=[1])
        link = f"{server.url}/t/{table}"
        with come(server, table, watch=True) as anna, _running(tmp_path / "netbot.py", link) as bot:
            anna.until(lambda: anna.chair(0)["person"] is not None, seconds=60)
            anna.done("start")
            said, _ = bot.communicate(timeout=600)
            assert bot.returncode == 0
            assert "winners" in said
    finally:
        server.close()


def test_two_of_them_are_soon_too_fast_and_go_on_all_the_same(tmp_path: Path) -> None:
    """What the server complains of it has not heard: who does not say it again waits for ever."""
    written(tmp_path)
    server = Server(tmp_path, messages_per_second=20).start()
    try:
        link = f"{server.url}/t/{(table := open_table(server, 'sequence', 2))}"
        program = tmp_path / "netbot.py"
        with (
            come(server, table, watch=True) as anna,
            _running(program, link) as one,
            _running(program, link) as two,
        ):
            anna.until(lambda: all(anna.chair(seat)["person"] for seat in (0, 1)), seconds=60)
            anna.done("start")
            told = [bot.communicate(timeout=60)[0] for bot in (one, two)]
            assert told[0] == told[1]
            assert "winners" in told[0]
    finally:
        server.close()


@contextmanager
def _running(program: Path, *words: str) -> Iterator["subprocess.Popen[str]"]:
    """A bot that goes on after its test would be waited for."""
    with subprocess.Popen([sys.executable, program, *words], stdout=subprocess.PIPE, text=True) as bot:
        try:
            yield bot
        finally:
            bot.kill()
