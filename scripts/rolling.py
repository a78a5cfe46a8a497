"""Restart three servers one after the other under people who ask all the time: how long anybody waits."""

import argparse
import os
import sys
import tempfile
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from scale.rolling import WAIT, run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=60, help="with two people each")
    parser.add_argument("--pace", type=float, default=0.5, help="seconds between a person's intents")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rolled = run(Path(folder), asked.tables, asked.pace)
    for name, value in msgspec.structs.asdict(rolled).items():
        print(f"  {name.replace('_', ' '):20}{value!s:>16}")
    print(f"  {'load of the machine':20}{' '.join(f'{load:.1f}' for load in os.getloadavg()):>16}")
    print(
        f"bar: nobody waits for more than {WAIT} s, nothing lost or doubled, sockets spread: {rolled.is_good}"
    )
    sys.exit(0 if rolled.is_good else 1)


if __name__ == "__main__":
    main()
