"""The same work on many cores or many machines: results come as they are finished."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import msgspec

from igroteka.lab import cluster, processes

T = TypeVar("T")


class Crew(msgspec.Struct, frozen=True):
    """Who does the work: so many processes of this machine, or the cluster of an address."""

    processes: int = 1
    ray: str | None = None

    def __post_init__(self) -> None:
        """Refused at once, before anything is compiled or played for a cluster that cannot be."""
        if self.ray is not None:
            cluster.look_for(self.ray)

    def spread(self, work: Callable[..., T], jobs: Iterable[tuple[Any, ...]]) -> Iterator[T]:
        """`work(*job)` of every job; the first error ends it, and what has not begun is left."""
        if self.ray is not None:
            yield from cluster.spread(work, jobs, self.ray)
        elif self.processes <= 1:
            yield from (work(*job) for job in jobs)
        else:
            yield from processes.spread(work, jobs, self.processes)


def crew_of(workers: "Crew | int") -> Crew:
    """A number is one of processes."""
    return Crew(workers) if isinstance(workers, int) else workers


def spread(work: Callable[..., T], jobs: Iterable[tuple[Any, ...]], workers: Crew | int) -> Iterator[T]:
    """`work(*job)` of every job, by a crew or by so many processes."""
    yield from crew_of(workers).spread(work, jobs)
