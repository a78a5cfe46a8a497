"""Whether advice comes true is measured: tenths, their intervals, and what would mend the chances."""

import numpy as np
import pytest

from igroteka.bots.advise import advise
from igroteka.bots.habits import Mending, mending_of
from igroteka.core import Seeded
from igroteka.games import game as on_shelf
from igroteka.lab.advice_calibration import (
    Asked,
    Said,
    Tenth,
    corrected,
    crossed,
    fitted,
    listen,
    reliability,
)
from igroteka.lab.random_games import Table
from igroteka.table import Match


def bold(count: int, steep: float, shift: float) -> tuple[list[Said], np.ndarray, np.ndarray]:
    """Games in which chances are told too boldly: what happens is drawn from the mended ones."""
    lots = np.random.default_rng(3)
    chances = lots.uniform(0.02, 0.98, count)
    true = 1 / (1 + np.exp(-(steep * np.log(chances / (1 - chances)) + shift)))
    got = (lots.uniform(size=count) < true).astype(float)
    said = [
        Said(n, float(chance), float(won)) for n, (chance, won) in enumerate(zip(chances, got, strict=True))
    ]
    return said, chances, got


def test_the_curve_that_games_were_drawn_from_is_found() -> None:
    _, chances, got = bold(20_000, 0.6, -0.4)
    assert fitted(chances, got) == pytest.approx((0.6, -0.4), abs=0.06)


def test_tenths_tell_what_was_said_and_won() -> None:
    found = reliability(Table("upturn", 2), bold(4000, 1.0, 0.0)[0])
    assert len(found.tenths) == 10
    assert found.off < 10
    for tenth in found.tenths:
        assert tenth.low <= tenth.told <= tenth.low + 0.1
        assert abs(tenth.told - tenth.won) < 2.5 * tenth.plus_minus
    assert reliability(Table("upturn", 2), bold(4000, 0.3, 0.0)[0]).off > 12


def test_a_curve_is_held_to_games_that_it_was_not_fitted_to() -> None:
    said = bold(16_000, 0.6, -0.4)[0]
    found = crossed(Table("upturn", 2), said)
    assert (found.steep, found.shift) == pytest.approx((0.6, -0.4), abs=0.08)
    assert found.games == 8000
    assert found.off < 6
    assert reliability(Table("upturn", 2), said).off > 10
    assert found.brier < reliability(Table("upturn", 2), said).brier
    unseen = [Said(one.seed, one.chance, 1 - one.got) if one.seed % 2 else one for one in said]
    assert crossed(Table("upturn", 2), unseen).steep == found.steep


def test_few_games_say_nothing_but_are_told() -> None:
    found = reliability(Table("upturn", 2), [Said(1, 0.95, 0.0), Said(2, 0.95, 0.0)])
    assert (found.off, found.tenths[0].won) == (0.0, 0.0)
    assert found.tenths[0].plus_minus > 0.3


@pytest.mark.parametrize("game", ["sequence", "upturn", "etazhiki"])
def test_games_are_listened_to(game: str) -> None:
    said = [one for told in listen(Table(game, 2), Asked(looks=20), range(3), 1) for one in told]
    assert said
    assert all(0 <= one.chance <= 1 and one.got in (0, 0.5, 1) for one in said)


def test_chances_are_mended_by_a_curve_that_keeps_their_order() -> None:
    mending = Mending(steep=0.5, shift=0.2)
    mended = [mending.of(chance) for chance in (0.0, 0.1, 0.5, 0.9, 1.0)]
    assert mended == sorted(mended)
    assert (mended[0], mended[-1]) == (0.0, 1.0)
    assert Mending().of(0.3) == pytest.approx(0.3)
    assert mending.of(0.5) == pytest.approx(1 / (1 + np.exp(-0.2)))


def test_after_the_curve_points_mend_what_no_curve_does() -> None:
    mending = Mending(points=((0.2, 0.3), (0.6, 0.5)))
    assert [mending.of(chance) for chance in (0.1, 0.2, 0.4, 0.6, 0.8)] == pytest.approx(
        [0.15, 0.3, 0.4, 0.5, 0.75]
    )
    assert (mending.of(0.0), mending.of(1.0)) == (0.0, 1.0)


def test_points_believe_many_games_and_hardly_a_few_and_never_fall() -> None:
    many, few = Tenth(0.2, 4000, 0.25, 0.35, 0.01), Tenth(0.3, 4, 0.35, 0.9, 0.4)
    lower = Tenth(0.4, 4000, 0.45, 0.2, 0.01)
    (_, first), (_, second), (_, third) = corrected([many, few, lower])
    assert first == pytest.approx(0.35, abs=0.01)
    assert second == pytest.approx(0.36, abs=0.02)
    assert third == second


@pytest.mark.parametrize("game", ["sequence", "upturn", "etazhiki"])
def test_mended_chances_of_every_table_keep_their_order(game: str) -> None:
    for seats in on_shelf(game).SEATS:
        mended = [mending_of(game, seats).of(at / 200) for at in range(201)]
        assert mended == sorted(mended)
        assert (mended[0], mended[-1]) == (0.0, 1.0)


def test_a_bump_that_no_curve_mends_is_mended_in_other_games() -> None:
    lots = np.random.default_rng(5)
    chances = lots.uniform(0.02, 0.98, 40_000)
    true = np.where((chances > 0.6) & (chances < 0.7), chances - 0.08, chances)
    said = [
        Said(n, float(chance), float(won))
        for n, (chance, won) in enumerate(zip(chances, lots.uniform(size=40_000) < true, strict=True))
    ]
    assert reliability(Table("upturn", 2), said).off > 6
    assert crossed(Table("upturn", 2), said).off < 4


def test_advice_is_mended_unless_it_is_asked_for_raw() -> None:
    game = on_shelf("upturn")
    match = Match(game, 2, game.Options(), 4)
    match.deal()
    seat = game.turn(match.state)
    assert seat is not None
    view = match.view(seat)
    raw = advise(view, iterations=200, chance=Seeded(1), raw=True)
    told = advise(view, iterations=200, chance=Seeded(1))
    assert [one.intent for one in raw] == [one.intent for one in told]
