"""A server without chance or time: two runs of it differ only in what was made to differ."""

import hashlib
import json
import os
import sys

from igroteka.server.entropy import Entropy
from igroteka.server.run import serve
from igroteka.server.settings import from_environment

MOMENT = 1_800_000_000.0


class Still(Entropy):
    """Always the same moment, always the same bytes."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._given = 0

    def now(self) -> float:
        return MOMENT

    def bytes(self, count: int) -> bytes:
        self._given += 1
        return hashlib.shake_256(f"{self._name} {self._given}".encode()).digest(count)


if __name__ == "__main__":
    settings = from_environment(os.environ, json.loads(sys.argv[1]))
    serve(settings, lambda _: print(f"http://localhost:{settings.port}", flush=True), Still("server"))
