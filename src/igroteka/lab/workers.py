"""The same work on many cores: results come as they are finished."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Any, TypeVar

T = TypeVar("T")


def spread(work: Callable[..., T], jobs: Iterable[tuple[Any, ...]], processes: int) -> Iterator[T]:
    """`work(*job)` of every job; the first error ends it, and what has not begun is left."""
    if processes <= 1:
        yield from (work(*job) for job in jobs)
        return
    # fresh processes: threads of a compiled kernel do not survive a fork
    with ProcessPoolExecutor(processes, get_context("spawn"), _prepare, (sys.path,)) as pool:
        try:
            for done in as_completed([pool.submit(work, *job) for job in jobs]):
                yield done.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _prepare(path: Sequence[str]) -> None:
    """Modules of one's own are found where they were found before."""
    sys.path[:] = path
