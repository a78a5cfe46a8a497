"""Kill a server under load so many times, and look after each kill whether anything was lost."""

import argparse
import asyncio
import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.kills import run

LIVES = 10
"""Kills before fresh tables are opened."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    asked = parser.parse_args()
    for begun in range(0, asked.kills, LIVES):
        with tempfile.TemporaryDirectory() as folder:
            kills = min(LIVES, asked.kills - begun)
            told = asyncio.run(run(Path(folder), kills, asked.seed + begun))
            print(f"{begun + kills:4} of {asked.kills}  {told}", flush=True)
    print(f"{asked.kills} kills, nothing lost")


if __name__ == "__main__":
    main()
