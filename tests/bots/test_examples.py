"""The bots that docs/bots.md shows are run as they stand there."""

import re
import subprocess
import sys
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


def _running(program: Path, *words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, program, *words], stdout=subprocess.PIPE, text=True)
