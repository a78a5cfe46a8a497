"""How true chances are: tenths, Brier's score and the curve that fits, by games whose chances are known."""

import json
import tomllib
from pathlib import Path

import msgspec
import numpy as np
import pytest

from igroteka.lab.review.calibration import AS_SAID, Calibration, Curve, calibration
from igroteka.lab.review.fit import fit
from igroteka.lab.review.reliability import Said, Table, reliability
from table.test_records_cli import igroteka

TABLE = Table("etazhiki", 2, {})


def said(curve: Curve, games: int = 6000) -> list[Said]:
    """Games of two sides that are won by the chances that this curve makes of what was said."""
    chance, found = np.random.default_rng(5), []
    for seed in range(games):
        mean = float(chance.uniform(0.02, 0.98))
        true = curve.chances(np.array([mean, 1 - mean]))[0]
        won = float(chance.random() < true)
        found.append(Said(seed, (mean, 1 - mean), (won, 1 - won)))
    return found


def test_true_chances_are_found_true_and_need_no_curve() -> None:
    found = reliability(TABLE, said(AS_SAID), AS_SAID)
    assert found.games == 6000
    assert len(found.tenths) == 10
    assert found.worst < 5
    assert all(abs(tenth.said - tenth.won) < 2 * tenth.plus_minus for tenth in found.tenths)
    assert found.brier == pytest.approx(1 / 6, abs=0.01)
    best = fit(said(AS_SAID))
    assert best.games == 6000
    assert best.curve.power == pytest.approx(1.0, abs=0.05 + best.power_error)
    assert best.curve.doubt <= best.doubt_error
    assert not best.is_sure


@pytest.mark.parametrize("true", [Curve(1.3), Curve(0.7), Curve(2.0, 0.5)])
def test_chances_that_are_not_true_are_found_out_and_the_curve_mends_them(true: Curve) -> None:
    games = said(true)
    best = fit(games)
    assert best.is_sure
    assert best.curve.power == pytest.approx(true.power, abs=0.02 + best.power_error)
    assert best.curve.doubt == pytest.approx(true.doubt, abs=0.02 + best.doubt_error)
    as_said, as_mended = reliability(TABLE, games, AS_SAID), reliability(TABLE, games, best.curve)
    assert as_mended.worst < as_said.worst
    assert as_mended.brier < as_said.brier


def test_the_errors_of_a_fit_are_those_of_fits_of_other_games() -> None:
    """Games are dealt out to eight fits: their numbers differ as much as each says it may be off."""
    games = said(Curve(2.0, 0.5), 16_000)
    fits = [fit(games[part::8]) for part in range(8)]
    for numbers, errors in (
        ([one.curve.power for one in fits], [one.power_error for one in fits]),
        ([one.curve.doubt for one in fits], [one.doubt_error for one in fits]),
    ):
        differ, told = 1.96 * float(np.std(numbers, ddof=1)), float(np.median(errors))
        assert told / 2 < differ < 2 * told


def test_a_tenth_of_few_games_says_nothing() -> None:
    few = said(AS_SAID, games=300)
    assert reliability(TABLE, few, AS_SAID).worst == 0


def test_the_bench_tells_every_kind_of_table_as_review_toml_has_it() -> None:
    done = igroteka("bench", "review", "--game", "sequence", "--games", "2", "--minutes", "10", "--toml")
    assert done.returncode == 0, done.stderr
    told = msgspec.convert({"playouts": 1, **tomllib.loads(done.stdout)}, Calibration)
    known = calibration("sequence")
    assert [(kind.seats, kind.options, kind.curve) for kind in told.kinds] == [
        (kind.seats, kind.options, kind.curve) for kind in known.kinds
    ]
    assert all(kind.trust is not None and kind.trust.games == 2 for kind in told.kinds)


def test_runs_that_were_kept_are_put_together_and_say_the_same(tmp_path: Path) -> None:
    asked = ("bench", "review", "--kind", "etazhiki 2 variant=full", "--json")
    parts = [tmp_path / "one", tmp_path / "two"]
    for seed, part in zip((5, 6), parts, strict=True):
        done = igroteka(*asked, "--games", "2", "--seed", str(seed), "--keep", str(part))
        assert done.returncode == 0, done.stderr
    whole = igroteka(*asked, "--games", "3", "--seed", "5")
    both = igroteka(*asked, *(word for part in parts for word in ("--heard", str(part))))
    assert json.loads(both.stdout) == json.loads(whole.stdout)
    assert [one["games"] for one in json.loads(both.stdout)] == [3]


def test_a_file_that_keeps_no_games_is_refused_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "broken"
    file.write_text("{}")
    done = igroteka("bench", "review", "--heard", str(file))
    assert done.returncode == 2
    assert str(file) in done.stderr
    assert "Traceback" not in done.stderr
