"""The answers of a process to the one that has started it: lines on standard output, and nothing else."""

import sys
from collections.abc import Callable


def answers() -> Callable[[bytes], None]:
    """Says one line; from now on what a game or a library prints goes where faults go, not in between."""
    out, sys.stdout = sys.stdout.buffer, sys.stderr

    def say(line: bytes) -> None:
        out.write(line + b"\n")
        out.flush()

    return say
