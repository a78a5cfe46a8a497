"""The table in a terminal, asked without one."""

from io import StringIO

import pytest
from msgspec.structs import replace
from rich.console import Console

import igroteka
from igroteka.cli import play
from igroteka.cli.speech import Speech


@pytest.mark.parametrize(("sees", "asked"), [(0, "Your turn, Ann."), (1, "Ann, you may act now.")])
def test_who_finds_itself_on_turn_is_asked_for_a_move_also_when_others_are_too(
    monkeypatch: pytest.MonkeyPatch, sees: int, asked: str
) -> None:
    """As where all choose at once: the driver knows one seat on turn, a view names its own."""
    match = igroteka.open("upturn", seats=2, seed=1, starter=0)
    said = StringIO()
    speech = Speech("en", "upturn", ["Ann", "Bob"])
    table = play.Terminal(match, {}, speech, Console(file=said, width=100))
    table._holder = 0
    monkeypatch.setattr(play, "_read", lambda console, prompt: "1")
    offers = match.legal(0)
    view = replace(match.view(0), turn=sees)
    assert table._ask(0, view, offers, True) == offers[0]
    assert asked in said.getvalue()
    assert ("let it be" in said.getvalue()) == (sees == 1)
