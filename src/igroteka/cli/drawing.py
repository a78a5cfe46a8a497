"""A table as its game draws it in a terminal: what somebody is called is no markup, and nothing steers."""

from typing import Any, Final

from rich.errors import MarkupError
from rich.text import Text

from igroteka.cli.speech import Speech
from igroteka.cli.tame import tame_lines
from igroteka.core.screen import Screen

_BRACKET: Final = "\ue000"
"""Stands for "[" in names while markup is read; nobody is called so."""


def drawn(screen: Screen, view: Any, speech: Speech) -> Text:
    """The whole table; that of a server which names parts as no game does is shown as it is written."""
    said = screen.draw(view, speech.calling(lambda name: name.replace("[", _BRACKET)))
    try:
        table = Text.from_markup(said, emoji=False)
    except MarkupError:
        table = Text(said)
    table.plain = tame_lines(table.plain.replace(_BRACKET, "["))
    return table
