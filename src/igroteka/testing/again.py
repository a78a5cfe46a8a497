"""Another process plays the same game: nothing is taken in the order of a set, which every run has anew."""

import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Final

from igroteka.core import Seeded
from igroteka.games import game as on_shelf
from igroteka.lab.random_games import tables
from igroteka.testing.base import Base
from igroteka.testing.tables import audience, encoded, moments

_PLAYED: Final = "import sys; from igroteka.testing.again import told; print(*told(sys.argv[1]), sep='\\n')"
_ROWS: Final = 25
_SECONDS: Final = 300


class RunsAreAlike(Base):
    def test_another_process_plays_the_same_game(self) -> None:
        """Records are verified by others, and a seed says how a game can be played again."""
        runs = [_begun(self.game, order) for order in ("1", "2")]
        one, other = (run.communicate(timeout=_SECONDS)[0].splitlines() for run in runs)
        assert one, f"{self.game} could not be played in a process of its own"
        assert [run.returncode for run in runs] == [0, 0]
        apart = [lines[0] for lines in zip(one, other, strict=False) if lines[0] != lines[1]]
        assert not apart, (
            f"{apart[0].rpartition(' ')[0]} is otherwise in another process: is a set of texts walked "
            "through, whose order changes from run to run? `sorted` gives it one"
        )


def _begun(game: str, order: str) -> "subprocess.Popen[str]":
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONHASHSEED": order}
    return subprocess.Popen([sys.executable, "-c", _PLAYED, game], env=env, stdout=subprocess.PIPE, text=True)


def told(name: str) -> Iterator[str]:
    """What the rules answer in random games, a line for each answer."""
    game = on_shelf(name)
    for table in tables(game):
        for match, row, _ in moments(table, 3, rows=_ROWS):
            answers: dict[str, Any] = {"what `decide` answers": row.events}
            answers |= {f"`legal` of seat {seat}": match.legal(seat) for seat in match.seats}
            for seat in audience(match):
                view = match.view(seat)
                answers |= {f"`view` of {seat}": view, f"`imagine` of {seat}": game.imagine(view, Seeded(5))}
            for answer, found in answers.items():
                yield f"{table.label()}, row {row.number}: {answer} {sha256(encoded(found)).hexdigest()}"
