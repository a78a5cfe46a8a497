"""Teach what Master's search goes by, and write down what it has learned.

scripts/teach.py sequence 10                  ten minutes for two, five for three sides and five for two teams
scripts/teach.py sequence 10 --seats 4        ten minutes for two teams alone
scripts/teach.py etazhiki --boards 400000     how seats stand, by rule set and size, from so many boards each

Sequence goes on from its weights as they are; Etazhiki's are fitted anew.
"""

import argparse
import textwrap
import time
from pathlib import Path
from typing import Any, Final

import numpy as np

from igroteka.lab.judgement import Numbers

SEARCHES: Final = Path(__file__).parents[1] / "src" / "igroteka" / "turbo"
HEAD: Final = '''"""{about}: learned (`lab/{game}`)."""

from typing import Final

import numpy as np
'''
TABLES: Final[tuple[tuple[int, dict[str, Any], float], ...]] = ((2, {}, 1.0), (3, {}, 0.5), (4, {}, 0.5))
"""Of Sequence: seats, options, and the share of the time."""


def written(name: str, numbers: Numbers, shape: str = "") -> str:
    """A tuple of numbers with three digits each, in lines."""
    words = ", ".join(f"{number:.3g}" for number in numbers.ravel())
    lines = textwrap.fill(f"{words},", 108, initial_indent="    ", subsequent_indent="    ")
    lines = lines.replace("-0,", "0,")
    return f"\n# fmt: off\n{name}: Final = np.array((\n{lines}\n), np.float64){shape}\n# fmt: on\n"


def sequence(asked: argparse.Namespace) -> str:
    from igroteka.lab.sequence.teaching import Teacher, Weights
    from igroteka.turbo.sequence.search import weights as learned

    weights = Weights(np.array(learned.MOVES), np.array(learned.STANDING))
    chosen = [(asked.seats, {}, 1.0)] if asked.seats else TABLES
    for seats, options, share in chosen:
        print(f"{seats} seats", flush=True)
        until = time.monotonic() + 60 * asked.minutes * share
        for lesson in Teacher(seats, options, asked.seed, asked.threads).lessons(weights):
            print(
                f"{lesson.games:9,} games, log loss {lesson.surprise:.4f}, "
                f"{lesson.won:.1%} against the best moves of the beginning, "
                f"{lesson.won_of_player:.1%} against Player",
                flush=True,
            )
            if time.monotonic() > until:
                break
    about = "What marks of moves and standing weigh in Sequence"
    head = HEAD.format(about=about, game="sequence")
    return head + written("MOVES", weights.moves) + written("STANDING", weights.standing)


def etazhiki(asked: argparse.Namespace) -> str:
    from igroteka.lab.etazhiki.teaching import SEATS, VARIANTS, lessons

    learned = []
    for lesson in lessons(asked.boards, asked.seed, asked.threads):
        print(
            f"{lesson.variant}, {lesson.seats} seats: {lesson.games:,} games, "
            f"log loss {lesson.before:.4f} → {lesson.after:.4f} in games that nothing was fitted to",
            flush=True,
        )
        learned.append(lesson.weights)
    about = "What the standing of a seat weighs in Etazhiki, by rule set and seats"
    shape = f".reshape({len(VARIANTS)}, {len(SEATS)}, -1)"
    return HEAD.format(about=about, game="etazhiki") + written("STANDING", np.array(learned), shape)


def main() -> None:
    about = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    games = about.add_subparsers(dest="game", required=True)
    for game, about_it in (("sequence", "moves and boards, by self-play"), ("etazhiki", "how seats stand")):
        its = games.add_parser(game, help=about_it)
        its.add_argument("--threads", type=int, default=2)
        its.add_argument("--seed", type=int, default=1)
        default = SEARCHES / game / "search" / "weights.py"
        its.add_argument(
            "--out", type=Path, default=default, help="where to write; over the weights by default"
        )
        if game == "sequence":
            its.add_argument("minutes", type=float, help="how long to play for two")
            its.add_argument(
                "--seats", type=int, choices=[seats for seats, *_ in TABLES], help="only such tables"
            )
        else:
            its.add_argument("--boards", type=int, default=400_000, help="of each rule set and table size")
    asked = about.parse_args()
    text = {"sequence": sequence, "etazhiki": etazhiki}[asked.game](asked)
    asked.out.write_text(text)
    print(f"written to {asked.out}")


if __name__ == "__main__":
    main()
