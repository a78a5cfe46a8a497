"""How a seat of Etazhiki stands, and how that was learned."""

import numpy as np
import pytest

from igroteka.core import read
from igroteka.lab.etazhiki.teaching import SEATS, VARIANTS, boards_of
from igroteka.lab.judgement import fitted, shared, surprise
from igroteka.turbo import twin
from igroteka.turbo.chance import streams
from igroteka.turbo.etazhiki.search.standing import FEATURES, judge, rules
from igroteka.turbo.etazhiki.search.weights import STANDING

TWIN = twin("etazhiki")


def dealt(variant: str, seats: int) -> np.void:
    state = TWIN.blank(seats, read({"variant": variant}, TWIN.GAME.Options))
    TWIN.KERNELS["deal"](state[0], streams(3))
    return state[0]


def test_every_rule_set_and_size_has_weights_of_its_own() -> None:
    assert [int(rules(dealt(variant, 2))) for variant in VARIANTS] == [0, 1, 2]
    assert STANDING.shape == (len(VARIANTS), len(SEATS), FEATURES)
    kinds = STANDING.reshape(-1, FEATURES)
    assert len(np.unique(kinds, axis=0)) == len(kinds)


@pytest.mark.parametrize("seats", SEATS)
def test_chances_of_all_seats_are_one_and_stars_count(seats: int) -> None:
    for variant in VARIANTS:
        state, values = dealt(variant, seats), np.zeros(16)
        judge(state, values)
        assert values[:seats].sum() == pytest.approx(1)
        before = values[1]
        state["stars"][1] += 1
        judge(state, values)
        assert values[1] > before + 0.03


@pytest.mark.parametrize(("variant", "seats"), [("medium", 2), ("beginner", 5)])
def test_chances_tell_how_games_end(variant: str, seats: int) -> None:
    """Other games than those it was learned from, and weights of other tables tell less."""
    found, ends, games = boards_of(variant, seats, 20_000, seed=77_000)
    assert games > 500
    assert np.allclose(ends.sum(1), 1)
    rule = VARIANTS.index(variant)
    told = {
        (kind, at): surprise(shared(found @ STANDING[kind, at - 2]), ends)
        for kind in range(len(VARIANTS))
        for at in SEATS
    }
    assert told[rule, seats] < 0.87 * np.log(seats)
    assert told[rule, seats] < told[0, 2] - 0.002


def test_a_judgement_is_fitted_to_how_games_ended() -> None:
    """Weights that made the ends are found again, and what says nothing weighs nothing."""
    chance = np.random.default_rng(5)
    boards = chance.normal(size=(20_000, 3, 4))
    made = np.array([1.0, -0.5, 0.0, 2.0])
    likely = shared(boards @ made)
    winner = (likely.cumsum(1) < chance.random((len(likely), 1))).sum(1)
    weights, left = fitted(boards, np.eye(3)[winner])
    assert weights == pytest.approx(made, abs=0.06)
    assert left == pytest.approx(surprise(likely, np.eye(3)[winner]), abs=0.01)
