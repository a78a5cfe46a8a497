"""What servers, their driver and the machine use while they are measured."""

import http.client
import os
import re
import time
from pathlib import Path
from typing import NamedTuple, TypeAlias

Server: TypeAlias = tuple[int, int]
"""Port and process."""


class Used(NamedTuple):
    """Seconds of the clock and of processors up to a moment, and intents that were answered by then."""

    clock: float
    servers: float
    driver: float
    machine: float
    intents: int

    @classmethod
    def by_now(cls, servers: list[Server], intents: int) -> "Used":
        return cls(time.perf_counter(), _cpu(servers), time.process_time(), _machine(), intents)

    def since(self, begun: "Used") -> "Used":
        return Used(
            self.clock - begun.clock,
            self.servers - begun.servers,
            self.driver - begun.driver,
            self.machine - begun.machine,
            self.intents - begun.intents,
        )


def _cpu(servers: list[Server]) -> float:
    """CPU seconds of all threads of these processes so far, the kernel's part included."""
    ticks = 0
    for _, pid in servers:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _machine() -> float:
    """CPU seconds of the whole machine so far: all but idle and waiting for the disk."""
    user, nice, system, _idle, _wait, *rest = map(
        int, Path("/proc/stat").read_text().split("\n")[0].split()[1:9]
    )
    return (user + nice + system + sum(rest)) / os.sysconf("SC_CLK_TCK")


def rss(servers: list[Server]) -> float:
    """Resident memory in KB."""
    texts = [Path(f"/proc/{pid}/status").read_text() for _, pid in servers]
    found = [re.search(r"VmRSS:\s+(\d+)", text) for text in texts]
    return sum(float(one[1]) for one in found if one)


def commits(servers: list[Server]) -> tuple[float, float]:
    """Seconds spent between decided and on disk, and how many rows."""
    sums = [0.0, 0.0]
    for port, _ in servers:
        door = http.client.HTTPConnection("127.0.0.1", port)
        door.request("GET", "/metrics")
        text = door.getresponse().read().decode()
        door.close()
        for at, name in enumerate(("sum", "count")):
            found = re.search(rf"^igroteka_commit_seconds_{name} (\S+)", text, re.M)
            sums[at] += float(found[1]) if found else 0.0
    return sums[0], sums[1]
