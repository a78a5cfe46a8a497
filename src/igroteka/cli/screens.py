"""The terminal screen of a game: its own, or the plain one."""

from typing import cast

from igroteka.cli import plain_screen
from igroteka.core.screen import Screen
from igroteka.games import game as on_shelf


def screen(name: str) -> Screen:
    return cast("Screen", on_shelf(name).screen or plain_screen)
