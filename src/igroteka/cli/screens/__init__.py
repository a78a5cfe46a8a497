"""Terminal screens, one module per game: `part(name)` draws a part, `draw(view, speech)` a whole table."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol, cast

from igroteka.cli.speech import Speech


class Screen(Protocol):
    """What a screen module offers; `draw` answers with Rich markup."""

    @property
    def part(self) -> Callable[[str], str]: ...
    @property
    def draw(self) -> Callable[[Any, Speech], str]: ...


def screen(game: str) -> Screen:
    return cast("Screen", import_module(f"igroteka.cli.screens.{game}"))
