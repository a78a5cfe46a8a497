"""Thoughts for tests: real positions, as a server asks about them."""

from typing import Any

from igroteka.bots.sense import game_of
from igroteka.core import Seeded
from igroteka.games import SHELF
from igroteka.server.thinking.thought import Thought, thought
from igroteka.table.match import Match

GAME = "sequence"


def position(seed: int = 1) -> tuple[Any, tuple[Any, ...], Match]:
    """A fresh deal in which somebody has to choose: the view, the offers and the match."""
    for at in range(seed, seed + 50):
        match = Match(SHELF[GAME], 2, SHELF[GAME].Options(), at)
        match.deal()
        seat = match.game.turn(match.state)
        if seat is not None and len(match.legal(seat)) > 1:
            return match.view(seat), match.legal(seat), match
    raise AssertionError("no such deal")


def asked(seconds: float, seed: int = 1) -> Thought:
    view, offers, _ = position(seed)
    return thought(game_of(view), "master", seconds, view, (), offers, False, Seeded(seed))
