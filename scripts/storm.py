"""Kill a server that thousands are connected to, start it again, and say when everybody was back."""

import argparse
import os
import resource
import sys
import tempfile
from pathlib import Path

import msgspec
import uvloop

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from scale.storm import GREETED, SILENCE, run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=15_000)
    asked = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if most < asked.people + 500:
        sys.exit(f"{asked.people} people need as many open files; here are {most}: see ulimit -n")
    uvloop.install()
    with tempfile.TemporaryDirectory() as folder:
        passed = run(Path(folder), asked.people)
    for name, value in msgspec.structs.asdict(passed).items():
        print(f"  {name.replace('_', ' '):20}{value:>12,}")
    print(f"  {'load of the machine':20}{' '.join(f'{load:.1f}' for load in os.getloadavg()):>16}")
    bars = f"all greeted within {GREETED:.0f} s, a quiet table elsewhere answered within {SILENCE:.0f} s"
    print(f"bar: {bars}: {passed.is_good}")
    sys.exit(0 if passed.is_good else 1)


if __name__ == "__main__":
    main()
