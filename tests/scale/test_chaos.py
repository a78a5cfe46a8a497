"""Everything breaks at random for a while: nothing is lost, played twice, or told to the wrong ones."""

from pathlib import Path

from scale.chaos import run


def test_a_short_chaos_loses_nothing_and_tells_nobody_too_much(tmp_path: Path) -> None:
    """`scripts/chaos.py --tables 200 --minutes 5` does it for longer."""
    print(run(tmp_path, tables=9, seconds=20, seed=7, pace=0.4))
