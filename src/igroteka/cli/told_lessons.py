"""What a run of teaching says on its way: a bar, a line now and then; Ctrl-C ends it after a round."""

import math
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

complaints = Console(stderr=True, emoji=False)
_LINES: Final = 20
"""So many lines tell of a whole run."""
_HEAD: Final = "{:>7} {:>13} {:>15} {:>15} {:>8}"


class Stop:
    """Whether Ctrl-C was pressed: a round is learned to its end, so that the checkpoint is whole."""

    def __init__(self) -> None:
        self.is_wanted = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self.is_wanted = True
        signal.signal(signal.SIGINT, signal.default_int_handler)  # the second one does not wait
        complaints.print("Ctrl-C: this round is learned to its end, then all is kept.", soft_wrap=True)


@contextmanager
def stopping(is_here: bool) -> Iterator[Stop]:
    """Ctrl-C as a wish where the lessons are here; who is started deaf to it stays so."""
    stop, before = Stop(), signal.getsignal(signal.SIGINT)
    if is_here and before is signal.default_int_handler:
        signal.signal(signal.SIGINT, stop)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def telling(what: str, house: str = "Player") -> Iterator["Telling"]:
    """A bar in a terminal, and lines wherever the output goes; `house` is who else sits at the tables."""
    bar = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*bar, console=complaints, transient=True, disable=not complaints.is_terminal) as progress:
        yield Telling(what, house, progress)


class Telling:
    """What a pupil wins on average since the last line that was printed."""

    def __init__(self, what: str, house: str, progress: Progress) -> None:
        self._progress, self._bar = progress, progress.add_task(what, total=1.0)
        self._next, self._lines = 0.0, list[Any]()
        head = ("minutes", "decisions", "against rivals", f"against {house}", "variety")
        print(_HEAD.format(*head), flush=True)

    def hear(self, line: Any, done: float) -> None:
        """A line of the curve, and which part of the run is done."""
        self._lines.append(line)
        self._progress.update(self._bar, completed=min(done, 1.0))
        if done >= self._next or done >= 1:
            self._next = math.floor(done * _LINES + 1) / _LINES
            print(_told(self._lines), flush=True)
            self._lines = []


def _told(lines: list[Any]) -> str:
    last = lines[-1]
    won, house = _mean([line.won for line in lines]), _mean([line.house for line in lines])
    return f"{last.minutes:7.1f} {last.decisions:13,} {won:>15} {house:>15} {last.losses.entropy:8.3f}"


def _mean(shares: list[float]) -> str:
    """Of those rounds in which a game has ended."""
    ended = [share for share in shares if not math.isnan(share)]
    return f"{sum(ended) / len(ended):.1%}" if ended else ""
