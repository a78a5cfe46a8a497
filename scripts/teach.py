"""Teach Master's search of Sequence for some minutes, and write down what it has learned.

scripts/teach.py 10                   ten minutes for two, five for three sides and five for two teams
scripts/teach.py 10 --seats 4         ten minutes for two teams alone

It goes on from the weights as they are.
"""

import argparse
import textwrap
import time
from pathlib import Path
from typing import Any, Final

import numpy as np

from igroteka.lab.sequence.teaching import Numbers, Teacher, Weights
from igroteka.turbo.sequence.search import weights as learned

FILE: Final = Path(learned.__file__)
HEAD: Final = '''"""What marks of moves and standing weigh in Sequence: learned (`lab/sequence`)."""

from typing import Final

import numpy as np
'''
TABLES: Final[tuple[tuple[int, dict[str, Any], float], ...]] = ((2, {}, 1.0), (3, {}, 0.5), (4, {}, 0.5))
"""Seats, options, and the share of the time."""


def written(name: str, numbers: Numbers) -> str:
    """A tuple of numbers with three digits each, in lines."""
    words = ", ".join(f"{number:.3g}" for number in numbers)
    lines = textwrap.fill(words, 108, initial_indent="    ", subsequent_indent="    ")
    return f"\n# fmt: off\n{name}: Final = np.array((\n{lines},\n), np.float64)\n# fmt: on\n"


def main() -> None:
    about = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    about.add_argument("minutes", type=float, help="how long to play for two")
    about.add_argument("--seats", type=int, choices=[seats for seats, *_ in TABLES], help="only such tables")
    about.add_argument("--threads", type=int, default=2)
    about.add_argument("--seed", type=int, default=1)
    about.add_argument("--out", type=Path, default=FILE, help="where to write; over the weights by default")
    asked = about.parse_args()
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
    text = HEAD + written("MOVES", weights.moves) + written("STANDING", weights.standing)
    asked.out.write_text(text.replace("-0,", "0,"))
    print(f"written to {asked.out}")


if __name__ == "__main__":
    main()
