"""A review for another program: a record on standard input, on standard output a line of JSON as it grows.

A server runs this beside itself, with the least priority: `python -m igroteka.lab.review 100000`. The number
is about how many playouts it may take, 0 as many as are usual.
"""

import os
import sys
import time
from typing import Any, Final

import msgspec

from igroteka.core import Refused
from igroteka.lab.review.review import reviewing
from igroteka.table.record import read_record

_LEAST: Final = 19
_BETWEEN: Final = 0.5
"""Seconds between two lines."""


def main() -> int:
    if hasattr(os, "nice"):
        os.nice(_LEAST)
    told, effort = 0.0, int(sys.argv[1]) if sys.argv[1:] else None
    try:
        for found in reviewing(read_record(sys.stdin.buffer.read()), effort):
            if found.done == 1.0 or time.monotonic() - told > _BETWEEN:
                told = time.monotonic()
                _write(found)
    except Refused as refused:
        _write({"refused": refused.told()})
        return 2
    return 0


def _write(what: Any) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(what) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    raise SystemExit(main())
