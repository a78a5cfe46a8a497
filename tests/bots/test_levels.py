"""The bots by their names, and what is said when there is no such bot."""

import sys
from collections.abc import Iterator
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from igroteka.bots import DEFAULT, LEVELS, make
from igroteka.bots.answer import EndsProgram, NotOffered, told
from igroteka.bots.bot import RandomBot
from igroteka.bots.checked_bot import Checked
from igroteka.bots.levels import add, is_known, offered
from igroteka.cli.speech import LANGUAGES, Speech
from igroteka.core import Refused, Seeded
from igroteka.games import SHELF
from igroteka.table import Match


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a module of one's own, on Python's path; the levels are as they were afterwards."""
    (tmp_path / "kennel.py").write_text(
        "class Rex:\n    def choose(self, view, offers, may_wait, chance):\n        return offers[0]\n\n"
        "class Mute:\n    pass\n\n"
        "class Needy(Rex):\n    def __init__(self, bone):\n        pass\n\n"
        "class Shy(Rex):\n    def __init__(self):\n        assert False\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    known = dict(LEVELS)
    yield tmp_path
    LEVELS.clear()
    LEVELS.update(known)
    sys.modules.pop("kennel", None)


def reason(name: str) -> str:
    with pytest.raises(Refused) as refused:
        make(name)
    return refused.value.reason


def test_three_levels_are_offered_in_both_languages_and_random_is_not() -> None:
    assert list(LEVELS)[:3] == ["beginner", "player", "master"]
    assert DEFAULT in LEVELS
    assert "random" not in LEVELS
    assert is_known("random")
    assert isinstance(make("random"), RandomBot)
    said = {
        language: [Speech(language).level(name) for name in (*LEVELS, "random")] for language in LANGUAGES
    }
    assert said["ru"][:3] == ["Новичок", "Игрок", "Мастер"]
    assert said["en"][:3] == ["Beginner", "Player", "Master"]


def test_a_class_of_ones_own_is_made_by_its_name(own: Path) -> None:
    assert make("kennel:Rex").choose(None, ("a", "b"), False, Seeded(0)) == "a"
    assert reason("kennel:Fido") == "bot-not-found"
    assert reason("kennels:Rex") == "bot-not-found"
    (own / "torn.py").write_text("class Rex(:")
    assert reason("torn:Rex") == "bot-not-found"
    (own / "gone.py").write_text("raise SystemExit(3)")
    with pytest.raises(Refused, match=r"end the program: SystemExit\(3\)"):
        make("gone:Rex")
    assert reason("kennel:Mute") == "bot-without-choose"
    assert reason("kennel:Needy") == "bot-not-found"
    with pytest.raises(Refused, match="problem=AssertionError\\)"):
        make("kennel:Shy")
    assert reason("grandmaster") == "no-such-level"


def test_bots_of_ones_own_are_added_to_the_levels(own: Path) -> None:
    add("rex=kennel:Rex, другой=kennel:Rex")
    assert list(LEVELS)[3:] == ["rex", "другой"]
    assert make("rex").choose(None, ("a", "b"), False, Seeded(0)) == "a"
    for said in ("player=kennel:Rex", "random=kennel:Rex", "kennel:Rex", "=kennel:Rex"):
        with pytest.raises(Refused, match="bot-unnamed"):
            add(said)
    with pytest.raises(Refused, match="bot-not-found"):
        add("needy=kennel:Needy")


def test_a_network_is_offered_where_its_game_is_played_and_nowhere_else(own: Path) -> None:
    with as_file(files("igroteka.turbo.upturn.search").joinpath("network-2.npz")) as taught:
        add(f"rex=kennel:Rex, net={taught}")
    assert offered("upturn")[3:] == ("rex", "net")
    assert offered("etazhiki")[3:] == ("rex",)
    assert [is_known("net", game) for game in ("upturn", "etazhiki", None)] == [True, False, True]


class Raising:
    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Any) -> Any:
        raise KeyError("nothing was learnt")


class Leaving:
    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Any) -> Any:
        sys.exit(3)


class Anything:
    """Says that it is whatever it is held to, and cannot be told."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0

    def __repr__(self) -> str:
        raise KeyError("nothing to show")


class Cheating:
    """Wants what is not offered, or to wait when it may not."""

    def __init__(self, wish: Any) -> None:
        self.wish = wish

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Any) -> Any:
        return self.wish


@pytest.mark.parametrize("name", SHELF)
@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        (Raising(), KeyError),
        (Leaving(), EndsProgram),
        *((Cheating(wish), NotOffered) for wish in ("x", None, np.arange(2), Anything())),
    ],
)
def test_whatever_a_bot_does_a_legal_choice_comes_of_it_and_the_fault_is_told(
    name: str, bot: Any, fault: type[Exception]
) -> None:
    match = Match(SHELF[name], 2, seed=1)
    match.deal()
    seat = match.game.turn(match.state)
    assert seat is not None
    faults: list[Exception] = []
    chosen = Checked(bot, faults.append).choose(match.view(seat), match.legal(seat), False, Seeded(1))
    assert chosen in match.legal(seat)
    assert [type(one) for one in faults] == [fault]


def test_a_checked_bot_may_wait_where_it_may() -> None:
    faults: list[Exception] = []
    assert Checked(Cheating(None), faults.append).choose(None, ("a",), True, Seeded(0)) is None
    assert not faults


def test_an_error_is_told_in_one_line_that_can_be_read() -> None:
    class MuteError(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    assert told(ValueError("no\n  such thing")) == "ValueError: no such thing"
    assert told(KeyError()) == "KeyError"
    assert told(MuteError()) == "MuteError"
    assert len(told(ValueError("row\n" * 5000))) < 450
