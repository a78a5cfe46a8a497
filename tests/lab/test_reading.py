"""How much Master reads of other hands, and the command that says so."""

import json

import pytest
from typer.testing import CliRunner

from igroteka.cli.main import app
from igroteka.core import Refused
from igroteka.lab.intervals import student
from igroteka.lab.random_games import Table
from igroteka.lab.reading import reading, summed_up

runner = CliRunner()


@pytest.mark.parametrize(
    ("table", "least"),
    [
        (Table("etazhiki", 2), 0.3),
        (Table("etazhiki", 2, {"variant": "medium"}), 0.1),
        (Table("etazhiki", 3), 0.15),
        (Table("etazhiki", 4, {"variant": "beginner"}), 0.1),
        (Table("upturn", 3), 0.2),
    ],
    ids=lambda one: one.label() if isinstance(one, Table) else "",
)
def test_what_others_did_tells_of_the_hands_that_they_hold(table: Table, least: float) -> None:
    """In Etazhiki for three it told less than nothing: turns that had been taken were read as turns in which
    nothing could be laid.
    """
    found = summed_up(table, list(reading(table, range(7000, 7008), "player", 1)))
    assert found.games == 8
    assert found.choices > 60
    assert found.nats > least


def test_a_game_is_one_observation_and_one_without_choices_is_none() -> None:
    found = summed_up(Table("etazhiki", 2), [[0.5, 0.7], [0.2], []])
    assert (found.games, found.choices) == (2, 3)
    assert found.nats == pytest.approx(0.4)
    assert found.plus_minus == pytest.approx(student(1) * 0.2)


def test_the_command_plays_at_every_size_that_is_asked_for() -> None:
    asked = ["bench", "reading", "--game", "etazhiki", "--seats", "2", "--seats", "3", "-o", "variant=medium"]
    done = runner.invoke(app, [*asked, "--games", "1", "--processes", "1", "--json"])
    assert done.exit_code == 0, done.output
    rows = json.loads(done.stdout)
    assert [row["table"]["seats"] for row in rows] == [2, 3]
    assert all(row["table"]["options"] == {"variant": "medium"} for row in rows)
    assert all(row["choices"] > 0 for row in rows)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (["--game", "etazhiki", "--seats", "9"], "seats-do-not-fit"),
        (["--game", "chess"], "unknown-game"),
        (["--game", "etazhiki", "--bot", "nobody"], "no-such-level"),
        (["--game", "etazhiki", "-o", "variant=huge"], "not-one-of"),
    ],
)
def test_what_cannot_be_is_refused_before_the_first_game(asked: list[str], why: str) -> None:
    done = runner.invoke(app, ["bench", "reading", "--games", "1000000", *asked])
    assert isinstance(done.exception, Refused)
    assert done.exception.reason == why
