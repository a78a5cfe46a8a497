"""Games without a sense are played out: what comes late counts, and who plays together loses together."""

import time
from types import SimpleNamespace
from typing import Any

import pytest

from igroteka.bots.one_step import worth
from igroteka.bots.played_out import think
from igroteka.bots.readable_search import Bounds
from igroteka.core import Outcome, Refused, Seeded
from igroteka.core.shelving import no_progress


def a_game(steps: int = 5, **names: Any) -> Any:
    """One for two together: a first step to the left or to the right, then some more; who went right wins."""

    def decide(state: Any, seat: int, intent: str, chance: Any) -> tuple[str]:
        chance.below(6)
        return (intent,)

    def outcome(state: Any) -> Outcome | None:
        over = len(state.way) >= steps
        return Outcome("end", None, (0, 1) if state.way[0] == "right" else ()) if over else None

    rules = {
        "NAME": "ways",
        "HONOUR": (),
        "WINDOWS": (),
        "imagine": lambda view, chance: SimpleNamespace(seats=2, way=()),
        "turn": lambda state: None if outcome(state) else len(state.way) % 2,
        "legal": lambda state, seat: ("left", "right") if seat == len(state.way) % 2 else (),
        "decide": decide,
        "evolve": lambda state, event: SimpleNamespace(seats=2, way=(*state.way, event)),
        "outcome": outcome,
        "sides": lambda state: ((0, 1),),
        "progress": no_progress,
    }
    return SimpleNamespace(**{**rules, **names})


VIEW = SimpleNamespace(seat=0)


@pytest.mark.parametrize("bounds", [Bounds(steps=60), Bounds(iterations=12), Bounds(cpu=0.02, wall=5.0)])
def test_what_comes_at_the_end_alone_is_seen(bounds: Bounds) -> None:
    best, other = think(a_game(), VIEW, ("left", "right"), Seeded(1), bounds)
    assert (best.intent, other.intent) == ("right", "left")
    assert best.worth > 0.8
    assert other.worth < 0.2


def test_with_progress_alone_a_game_of_many_steps_is_judged_where_it_is_cut() -> None:
    def progress(state: Any, seat: int) -> float:
        return 0.5 * state.way.count("right") / max(1, len(state.way))

    best = think(
        a_game(steps=10**6, progress=progress), VIEW, ("left", "right"), Seeded(1), Bounds(steps=600)
    )
    assert best[0].intent == "right"


@pytest.mark.parametrize("seed", range(8))
def test_all_answers_are_tried_and_the_better_half_more_often(seed: int) -> None:
    answers = ("left", "right", "left", "left", "left", None)
    found = think(a_game(), VIEW, answers, Seeded(seed), Bounds(iterations=60))
    assert len(found) == 6
    assert found[0].intent == "right"
    assert all(one.visits for one in found)
    assert found[0].visits > 2 * found[-1].visits
    assert sum(one.visits for one in found) <= 60


def test_of_two_wins_the_one_by_more_is_a_little_better() -> None:
    def outcome(state: Any) -> Outcome | None:
        return Outcome("end", None, (0, 1)) if len(state.way) >= 3 else None

    def progress(state: Any, seat: int) -> float:
        return state.way.count("right") / 3

    won = a_game(steps=3, outcome=outcome, progress=progress)
    best, other = think(won, VIEW, ("left", "right"), Seeded(1), Bounds(iterations=40))
    assert best.intent == "right"
    assert 0.9 < other.worth < best.worth < 1.0


def test_slow_rules_are_not_waited_for_and_what_was_tried_counts() -> None:
    def decide(state: Any, seat: int, intent: str, chance: Any) -> tuple[str]:
        time.sleep(0.02)
        return (intent,)

    begun = time.perf_counter()
    found = think(a_game(decide=decide), VIEW, ("left", "right"), Seeded(1), Bounds(steps=600, wall=1.0))
    assert time.perf_counter() - begun < 4.0  # 600 steps take twelve seconds
    assert found[0].intent == "right"


def test_what_cannot_be_imagined_is_as_good_as_anything_else() -> None:
    def imagine(view: Any, chance: Any) -> Any:
        raise Refused("view-impossible")

    found = think(a_game(imagine=imagine), VIEW, ("left", "right"), Seeded(1), Bounds(steps=60))
    assert {one.worth for one in found} == {0.5}


def test_a_lost_game_of_all_together_is_worth_nothing_and_its_progress_counts() -> None:
    """Nobody wins there: shared among the sides, of which there is one, a loss was worth as much as a win."""
    lost, begun = SimpleNamespace(seats=2, way=("left",) * 5), SimpleNamespace(seats=2, way=())
    assert worth(a_game(), lost, 0) == 0
    assert worth(a_game(), SimpleNamespace(seats=2, way=("right",) * 5), 1) == 1
    assert worth(a_game(progress=lambda state, seat: 0.3), begun, 0) == 0.3
    apart = a_game(sides=lambda state: ((0,), (1,)))
    assert worth(apart, lost, 0) == 0.5


def test_of_answers_that_are_worth_as_much_no_place_in_the_list_is_better() -> None:
    """Of 171 ways to lay cards the first pair was laid always; in little time the last were not tried."""

    def imagine(view: Any, chance: Any) -> Any:
        raise Refused("view-impossible")

    game, answers = a_game(imagine=imagine), tuple(map(str, range(40)))
    first = [think(game, VIEW, answers, Seeded(seed), Bounds(steps=60))[0].intent for seed in range(20)]
    assert len(set(first)) > 10
    again = [think(game, VIEW, answers, Seeded(seed), Bounds(steps=60))[0].intent for seed in range(20)]
    assert again == first
