"""A server under siege: every attack in turn, a quiet table next door, its longest wait and the memory."""

import threading
import time
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Final, Self

import apsw
import msgspec

from igroteka.server.settings import DATABASE
from server.attacks import ATTACKS
from server.client import Place, come, get, open_table
from server.disks import files_bounded, filled, small_disk
from server.serving import Server

SILENCE: Final = 1.0
"""Seconds that the table next door may wait for an answer."""
MEMORY: Final = 300
"""Megabytes that one server may need."""


class Tried(msgspec.Struct, frozen=True):
    """One attack and what came of it."""

    name: str
    came_of_it: str
    silence: float
    memory: float


class Quiet:
    """A table next door: someone asks a question every 20 ms and notes the longest wait."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._over = threading.Event()
        self.longest = 0.0

    def ask(self) -> None:
        while not self._over.is_set():
            begun = time.monotonic()
            self._place.why({"kind": "draw"})
            self.longest = max(self.longest, time.monotonic() - begun)
            time.sleep(0.02)

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self.ask)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()


def besiege(server: Server, servers: int) -> list[Tried]:
    """Everything that needs no hand on the server's disk."""
    done = []
    for attack in ATTACKS:
        silence = 0.0
        try:
            with come(server, open_table(server)) as anna, Quiet(anna) as quiet:
                came_of_it = attack(server)
            silence = quiet.longest
        except Exception as error:  # the table of what was tried tells
            came_of_it = f"FAILED: {type(error).__name__}: {' '.join(str(error).split())[:100]}"
        name = attack.__name__.replace("_", " ")
        done.append(Tried(name, came_of_it, silence, server.memory() / 1024 / servers))
    return done


def full_disk(folder: Path) -> Tried:
    """Not a byte more goes onto the disk: refusals, 503, and all is well again afterwards."""
    with small_disk(folder / "small") as mounted:
        server = Server(folder / "small").start()
        try:
            full = filled(server.folder) if mounted else files_bounded(server)
            said = when_full(server, full)
            memory = server.memory() / 1024
        finally:
            server.close()
    how = "a file system of 4 MB" if mounted else "files that may not grow"
    return Tried("disk full", f"{said} ({how})", 0.0, memory)


def when_full(server: Server, full: AbstractContextManager[None]) -> str:
    """What is said while there is no room, and afterwards."""
    with come(server, open_table(server)) as anna:
        with full:
            answers = [anna.do("rename", name=f"Ann{at}") for at in range(200)]
            refused = {answer["refusal"]["reason"] for answer in answers if "refusal" in answer}
            health = max(get(one, "/healthz").status_code for one in getattr(server, "servers", [server]))
        anna.done("rename", name="Anja")
    well = get(server, "/healthz").status_code
    verdict = "" if (refused, health, well) == ({"one-moment"}, 503, 200) else "FAILED: "
    return f"{verdict}{', '.join(sorted(refused))}, health {health}, then {well}"


def damaged_pages(server: Server) -> Tried:
    """One table's rows are overwritten: it refuses, the others play."""
    whole, broken = open_table(server, listed=True), open_table(server, listed=True)
    for table in (whole, broken):
        come(server, table).close()
    server.stop()
    with closing(apsw.Connection(str(server.folder / "data" / DATABASE))) as db:
        where = "key = (SELECT key FROM tables WHERE id = ?) AND number = 2"
        db.execute(f"UPDATE log SET events = x'00ff' WHERE {where}", (broken,))
    server.start()
    return Tried("damaged pages", when_damaged(server, broken, whole), 0.0, server.memory() / 1024)


def when_damaged(server: Server, broken: str, whole: str) -> str:
    """What is said of a damaged table, and of the one beside it."""
    codes = [get(server, f"/api/tables/{table}").status_code for table in (broken, whole)]
    listed = get(server, "/api/tables").status_code
    verdict = "" if (*codes, listed) == (503, 200, 200) else "FAILED: "
    return f"{verdict}damaged {codes[0]}, the others {codes[1]}, list {listed}"


def run_alone(folder: Path) -> list[Tried]:
    """One server on a file."""
    server = Server(folder, request_seconds=2.0).start()
    try:
        tried = besiege(server, 1)
        return [*tried, full_disk(folder), damaged_pages(server), _faults(server)]
    finally:
        server.close()


def run_three(folder: Path) -> list[Tried]:
    """Three servers on PostgreSQL and Redis behind nginx."""
    from scale.stack import SERVERS, Stack
    from scale.store_attacks import damaged_rows, full_database_disk

    stack = Stack(folder, request_seconds=2.0).start()
    try:
        return [*besiege(stack, SERVERS), full_database_disk(stack), damaged_rows(stack)]
    finally:
        stack.close()


def _faults(server: Server) -> Tried:
    """What the server itself calls a fault of its own."""
    faults = [line["event"] for line in server.log() if line["event"].startswith("fault")]
    said = f"FAILED: {len(faults)} faults in the log" if faults else "no fault in the log"
    return Tried("the log", said, 0.0, 0.0)


def is_held(tried: list[Tried]) -> bool:
    return all(
        not one.came_of_it.startswith("FAILED") and one.silence < SILENCE and one.memory < MEMORY
        for one in tried
    )
