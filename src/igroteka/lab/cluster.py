"""The same work on a cluster of machines, by Ray (extra `cluster`, docs/cluster.md)."""

import contextlib
import pickle
import socket
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeVar

from igroteka.core import Refused
from igroteka.core.extras import missing

T = TypeVar("T")

_AHEAD: Final = 4
"""So many pieces of work for each core are handed out; the others wait here."""
_PATIENCE: Final = 10.0
"""Seconds until a machine that does not answer is given up."""


def spread(work: Callable[..., T], jobs: Iterable[tuple[Any, ...]], address: str) -> Iterator[T]:
    """`work(*job)` of every job, each result once; what a dead worker had is done anew by another.

    An error of the work itself ends it. `auto` is the cluster of which this machine is a node.
    """
    ray = _connected(address)
    task = ray.remote(_call).options(max_retries=-1, num_cpus=1)
    todo, waiting = iter(jobs), list[Any]()
    shared = ray.put(([str(Path(place).absolute()) for place in sys.path], pickle.dumps(work)))
    try:
        while True:
            room = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1))) - len(waiting)
            waiting += [task.remote(shared, job) for job in islice(todo, max(0, room))]
            if not waiting:
                return
            done, waiting = ray.wait(waiting, num_returns=1)
            yield from (_result(ray, one) for one in done)
    finally:
        for one in waiting:
            ray.cancel(one, force=True)
        ray.shutdown()


def _call(shared: tuple[Sequence[str], bytes], job: tuple[Any, ...]) -> Any:
    """On the worker: modules of one's own are looked for where they were found before."""
    path, work = shared
    sys.path += [place for place in path if place not in sys.path]
    return pickle.loads(work)(*job)


def _result(ray: Any, reference: Any) -> Any:
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None


def look_for(address: str) -> None:
    """Refused without Ray, or where nobody listens at this address: long before anything is connected."""
    if missing("ray"):
        raise Refused("extra-missing", None, extra="cluster")
    try:
        if address != "auto":
            _knock(address)
    except (OSError, ValueError) as error:
        raise _unreachable(address, error) from None


def _connected(address: str) -> Any:
    """Ray, connected to the cluster; Refused where there is none."""
    look_for(address)
    ray = import_module("ray")
    try:
        with contextlib.redirect_stdout(sys.stderr):
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (
        OSError,
        ValueError,
        RuntimeError,
        ray.exceptions.RayError,
    ) as error:  # the last for want of a token
        raise _unreachable(address, error) from None
    return ray


def _unreachable(address: str, error: Exception) -> Refused:
    problem = (str(error).splitlines() or [type(error).__name__])[0][:200]
    return Refused("cluster-unreachable", None, address=address, problem=problem)


def _knock(address: str) -> None:
    """An error at once where nobody listens; Ray alone would try for minutes."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise ValueError("an address is HOST:PORT")
    socket.create_connection((host, int(port)), _PATIENCE).close()
