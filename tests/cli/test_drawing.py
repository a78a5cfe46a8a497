"""The table in a terminal, where people are called what they like."""

from collections.abc import Sequence
from typing import Any

import pytest
from rich.console import Console

from igroteka.cli import plain_screen
from igroteka.cli.drawing import drawn
from igroteka.cli.screens import screen
from igroteka.cli.speech import Speech
from igroteka.cli.tame import tame_lines
from igroteka.core import usual_number
from igroteka.games import SHELF
from igroteka.table import Match

NAMES = ("[/b]", "[red]x\\", "\\[/]", "[link=http://x]\x1b[31m") * 3


def shown(on: Any, match: Match, seat: int, names: Sequence[str]) -> str:
    """What comes to the terminal."""
    speech = Speech("en", match.game.NAME, names, on.part)
    console = Console(width=200, color_system=None, force_terminal=False)
    with console.capture() as captured:
        console.print(drawn(on, match.view(seat), speech), highlight=False, soft_wrap=True)
    return captured.get()


@pytest.mark.parametrize("game", SHELF)
@pytest.mark.parametrize("plain", [False, True])
def test_a_name_is_no_markup_and_steers_nothing(game: str, plain: bool) -> None:
    """Whoever is called [/b] ended the program of everybody else at the table."""
    played = SHELF[game]
    match = Match(played, usual_number(played.SEATS), played.Options(), 7)
    match.deal()
    on = plain_screen if plain else screen(game)
    for seat in match.seats:
        table = shown(on, match, seat, NAMES[seat:])
        assert all(tame_lines(NAMES[seat + other]) in table for other in match.seats), table
        assert "\x1b" not in table


def test_a_table_whose_parts_are_no_markup_is_shown_as_it_is_written() -> None:
    class Strange:
        def part(self, name: str) -> str:
            return name

        def draw(self, view: Any, speech: Any) -> str:
            return f"[bold][/x] {speech.name(0)}\n\x1b"

    assert drawn(Strange(), None, Speech("en", "upturn", ("[x]",))).plain == "[bold][/x] [x]\n\ufffd"
