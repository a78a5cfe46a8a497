"""How many games of a hundred Master's search wins in Sequence for two, by how long it may think a move.

scripts/gains.py 0.05 0.2 0.5 --deals 30       each deal from both seats, against Player; about ten minutes

Every choice that differs from what the weights like best without a search is tried out to the end of the
game, for all thinking times at the same tables: far fewer games are needed than to count who wins.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import cpu_count, get_context

import numpy as np

from igroteka.bots.master import warm_up
from igroteka.lab.sequence.gains import Gain, gain


def told(seconds: list[float], found: list[Gain]) -> str:
    """Means and 95 % intervals; of longer thinking also beside the shortest, at the same tables."""
    won = 100 * np.array([one.won for one in found])
    choices = sum(one.choices for one in found)
    each = choices / len(found)
    lines = [f"{len(found)} games, {each:.0f} choices a game; won over no search, of a hundred games:"]
    for at, limit in enumerate(seconds):
        more = won[:, at] - won[:, 0]
        sure, surely = (1.96 * its.std(ddof=1) / len(found) ** 0.5 for its in (won[:, at], more))
        differs = sum(one.differed[at] for one in found) / choices
        beside = f", beside {seconds[0]:g} s {more.mean():+.1f} ± {surely:.1f}" if at else ""
        lines.append(
            f"  {limit:g} s: {won[:, at].mean():+.1f} ± {sure:.1f}{beside}; chose otherwise {differs:.0%}"
        )
    return "\n".join(lines)


def main() -> None:
    about = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    about.add_argument("seconds", type=float, nargs="+", help="CPU seconds a move")
    about.add_argument("--deals", type=int, default=30)
    about.add_argument("--times", type=int, default=200, help="how often a choice is tried out")
    about.add_argument("--seed", type=int, default=0)
    asked = about.parse_args()
    if asked.deals < 1 or asked.times < 1 or min(asked.seconds) <= 0:
        about.error("deals, times and seconds are more than nothing")
    warm_up("sequence")
    found: list[Gain] = []
    with ProcessPoolExecutor(cpu_count(), get_context("spawn")) as pool:
        jobs = [
            pool.submit(gain, asked.seed + deal, mine, tuple(asked.seconds), asked.times)
            for deal in range(asked.deals)
            for mine in range(2)
        ]
        for number, job in enumerate(jobs, 1):
            found.append(job.result())
            print(f"\r{number} of {len(jobs)} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(told(asked.seconds, found))


if __name__ == "__main__":
    main()
