"""Long work on the command line: a bar with the time that is left, and Ctrl-C, which keeps what is there."""

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import Any, TypeVar, cast

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

T = TypeVar("T")

complaints = Console(stderr=True, markup=False, emoji=False, highlight=False)


def watched(
    results: Iterator[T],
    take: Callable[[T], Any],
    total: int,
    what: str,
    counts: Callable[[T], int] = lambda _: 1,
) -> bool:
    """Take the results of a generator as they come; False if Ctrl-C ended it early, which is told."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=complaints, transient=True, disable=not complaints.is_terminal)
    done = 0
    try:
        with bar as progress, closing(cast("Generator[T, None, None]", results)):
            task = progress.add_task(what, total=total)
            for one in results:
                take(one)
                done += counts(one)
                progress.update(task, completed=done)
    except KeyboardInterrupt:
        complaints.print(f"Interrupted: {done} of {total} {what} are there.", soft_wrap=True)
        return False
    return True


def counted(count: int, word: str) -> str:
    """`1 game`, `2 games`."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
