"""How long one move takes in the readable rules, in CPU time, beside a reference of the same run."""

import json
import time
from collections.abc import Callable
from typing import Any

import msgspec

from igroteka.core import AnyGame, Seeded, read
from igroteka.table import Match, play_out, random_chooser


class MoveSpeed(msgspec.Struct, frozen=True):
    """CPU microseconds a move: deciding and evolving it, viewing it for the mover, and the reference."""

    game: str
    seats: int
    options: dict[str, Any]
    moves: int
    decide_us: float
    view_us: float
    reference_us: float

    @property
    def ratio(self) -> float:
        """A whole move in units of the reference: a copy of the position through the stdlib's json."""
        return (self.decide_us + self.view_us) / self.reference_us


def measure(game: AnyGame, seats: int, options: dict[str, Any], games: int) -> MoveSpeed:
    decided = viewed = copied = 0.0
    moves = 0
    for seed in range(games):
        match = Match(game, seats, read(options, game.Options), seed)
        chance = Seeded(seed).row(2**64 - 1)
        for _ in play_out(match, random_chooser(chance), chance):
            pass
        again = Match(game, seats, read(options, game.Options), seed)
        for row in match.log:
            decided += _cpu(again.ask, row.seat, row.intent)
            viewed += _cpu(again.view, max(row.seat, 0))
            position = game.position(again.state)
            copied += _cpu(lambda data: json.loads(json.dumps(data)), position)
            moves += 1
    each = 1e6 / moves
    return MoveSpeed(game.NAME, seats, options, moves, decided * each, viewed * each, copied * each)


def _cpu(work: Callable[..., Any], *arguments: Any) -> float:
    begun = time.process_time()
    work(*arguments)
    return time.process_time() - begun
