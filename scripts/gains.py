"""How many games of a hundred a search wins over no search, by how long it may think a move, or how.

scripts/gains.py 0.05 0.2 0.5 --deals 30       Sequence, from both seats, against Player; ten minutes
scripts/gains.py master:0.1 "master?rivals=8:0.1" seer:0.1 --seats 4
scripts/gains.py 0.1 "master?worlds=512&foresee=3:0.1" --game etazhiki -o variant=medium

Every choice that differs from what is chosen without a search is tried out to the end of the game, for all
bots at the same tables, where the last of them plays: far fewer games are needed than to count who wins. Bots
are those of `igroteka arena`; a number is Master with so many seconds.
"""

import argparse
import sys
from multiprocessing import cpu_count

import numpy as np

from igroteka.bots.master import warm_up
from igroteka.cli.watching import watched
from igroteka.core import Refused
from igroteka.games import game as on_shelf
from igroteka.lab.arena import Contest
from igroteka.lab.entrant import Entrant
from igroteka.lab.gains import Gain, gain
from igroteka.lab.workers import spread
from igroteka.turbo import twins


def told(names: list[str], found: list[Gain]) -> str:
    """Means and 95 % intervals; of all but the first bot also beside that, at the same tables."""
    won = 100 * np.array([one.won for one in found])
    choices = sum(one.choices for one in found)
    each = choices / len(found)
    lines = [f"{len(found)} games, {each:.0f} choices a game; won over no search, of a hundred games:"]
    for at, name in enumerate(names):
        more = won[:, at] - won[:, 0]
        sure, surely = (1.96 * its.std(ddof=1) / len(found) ** 0.5 for its in (won[:, at], more))
        differs = sum(one.differed[at] for one in found) / choices
        beside = f", beside the first {more.mean():+.1f} ± {surely:.1f}" if at else ""
        lines.append(
            f"  {name}: {won[:, at].mean():+.1f} ± {sure:.1f}{beside}; chose otherwise {differs:.0%}"
        )
    return "\n".join(lines)


def named(said: str) -> str:
    """A bot; a number is Master with so many seconds."""
    name = f"master:{said}" if said.replace(".", "", 1).isdecimal() else said
    entrant = Entrant.of(name)
    try:
        entrant.bot()
    except Refused as refused:
        raise argparse.ArgumentTypeError(f"{said}: {refused}") from None
    return name


def option(said: str) -> tuple[str, str]:
    """A table option, as the arena takes it."""
    name, given, value = said.partition("=")
    if not (name and given):
        raise argparse.ArgumentTypeError(f"{said} is not name=value")
    return name, value


def main() -> None:
    about = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    about.add_argument("bots", type=named, nargs="+", help="seconds a move, or bots")
    about.add_argument("--game", choices=sorted(twins()), default="sequence")
    about.add_argument("--option", "-o", type=option, action="append", default=[], help="name=value")
    about.add_argument("--seats", type=int, default=2)
    about.add_argument("--deals", type=int, default=30)
    about.add_argument("--times", type=int, default=200, help="how often a choice is tried out")
    about.add_argument("--seed", type=int, default=0)
    about.add_argument("--processes", type=int, default=cpu_count())
    asked = about.parse_args()
    if min(asked.deals, asked.times, asked.processes) < 1:
        about.error("deals, times and processes are more than nothing")
    if asked.seats not in on_shelf(asked.game).SEATS:
        about.error(f"{asked.game} has no table of {asked.seats} seats")
    warm_up(asked.game)
    found: list[Gain] = []
    options = dict(asked.option)
    sides = len(Contest(asked.game, asked.seats, options, ()).sides())
    bots = tuple(asked.bots)
    jobs = [
        (asked.game, options, asked.seed + deal, asked.seats, side, bots, asked.times)
        for deal in range(asked.deals)
        for side in range(sides)
    ]
    whole = watched(spread(gain, jobs, asked.processes), found.append, len(jobs), "games")
    if len(found) > 1:
        print(told(asked.bots, found))
    sys.exit(0 if whole else 1)


if __name__ == "__main__":
    main()
