"""Break servers, Redis and PostgreSQL under load for minutes, and look whether anything was lost or told."""

import argparse
import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from scale.chaos import run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--pace", type=float, default=4.0, help="seconds that a person thinks at most")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    asked = parser.parse_args()
    print(f"seed {asked.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        print(run(Path(folder), asked.tables, 60 * asked.minutes, asked.seed, asked.pace))


if __name__ == "__main__":
    main()
