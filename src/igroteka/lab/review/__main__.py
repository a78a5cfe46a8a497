"""A review for another program: a record on standard input, on standard output a line of JSON as it grows.

A server runs this beside itself, with the least priority: `python -m igroteka.lab.review 100000`. The number
is about how many playouts it may take, 0 as many as are usual.
"""

import os
import sys
import time
from typing import Final

import msgspec

from igroteka.answers import answers
from igroteka.core import Refused
from igroteka.lab.review.review import reviewing
from igroteka.table.record import read_record

_LEAST: Final = 19
_BETWEEN: Final = 0.5
"""Seconds between two lines."""


def main() -> int:
    say = answers()
    if hasattr(os, "nice"):
        os.nice(_LEAST)
    told, effort = 0.0, int(sys.argv[1]) if sys.argv[1:] else None
    try:
        for found in reviewing(read_record(sys.stdin.buffer.read()), effort):
            if found.done == 1.0 or time.monotonic() - told > _BETWEEN:
                told = time.monotonic()
                say(msgspec.json.encode(found))
    except Refused as refused:
        say(msgspec.json.encode({"refused": refused.told()}))
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
