"""The same work on many cores or many machines: results come as they are finished."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Any, TypeVar

import msgspec

from igroteka.lab import cluster

T = TypeVar("T")


class Crew(msgspec.Struct, frozen=True):
    """Who does the work: so many processes of this machine, or the cluster of an address."""

    processes: int = 1
    ray: str | None = None

    def spread(self, work: Callable[..., T], jobs: Iterable[tuple[Any, ...]]) -> Iterator[T]:
        """`work(*job)` of every job; the first error ends it, and what has not begun is left."""
        if self.ray is not None:
            yield from cluster.spread(work, jobs, self.ray)
        elif self.processes <= 1:
            yield from (work(*job) for job in jobs)
        else:
            yield from _in_processes(work, jobs, self.processes)


def crew_of(workers: "Crew | int") -> Crew:
    """A number is one of processes."""
    return Crew(workers) if isinstance(workers, int) else workers


def spread(work: Callable[..., T], jobs: Iterable[tuple[Any, ...]], workers: Crew | int) -> Iterator[T]:
    """`work(*job)` of every job, by a crew or by so many processes."""
    yield from crew_of(workers).spread(work, jobs)


def _in_processes(work: Callable[..., T], jobs: Iterable[tuple[Any, ...]], processes: int) -> Iterator[T]:
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
