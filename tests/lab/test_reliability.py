"""How true chances are: tenths, Brier's score and the power that fits, by games whose chances are known."""

import json
import tomllib
from pathlib import Path

import msgspec
import numpy as np
import pytest

from igroteka.lab.review.calibration import Calibration, calibration
from igroteka.lab.review.reliability import Said, Table, fitted, reliability
from table.test_records_cli import igroteka

TABLE = Table("etazhiki", 2, {})


def said(power: float, games: int = 6000) -> list[Said]:
    """Games of two sides that are won by the chances that this power makes of what was said."""
    chance, found = np.random.default_rng(5), []
    for seed in range(games):
        mean = float(chance.uniform(0.02, 0.98))
        true = mean**power / (mean**power + (1 - mean) ** power)
        won = float(chance.random() < true)
        found.append(Said(seed, (mean, 1 - mean), (won, 1 - won)))
    return found


def test_true_chances_are_found_true_and_need_no_power() -> None:
    found = reliability(TABLE, said(1.0), 1.0)
    assert found.games == 6000
    assert len(found.tenths) == 10
    assert found.worst < 5
    assert all(abs(tenth.said - tenth.won) < 2 * tenth.plus_minus for tenth in found.tenths)
    assert found.brier == pytest.approx(1 / 6, abs=0.01)
    assert fitted(said(1.0)) == pytest.approx(1.0, abs=0.05)


def test_timid_chances_are_found_out_and_the_power_mends_them() -> None:
    games = said(1.3)
    power = fitted(games)
    assert power == pytest.approx(1.3, abs=0.06)
    as_said, as_mended = reliability(TABLE, games, 1.0), reliability(TABLE, games, power)
    assert as_mended.worst < as_said.worst
    assert as_mended.brier < as_said.brier


def test_a_tenth_of_few_games_says_nothing() -> None:
    few = said(1.0, games=300)
    assert reliability(TABLE, few, 1.0).worst == 0


def test_the_bench_tells_every_kind_of_table_as_review_toml_has_it() -> None:
    done = igroteka("bench", "review", "--game", "sequence", "--games", "2", "--minutes", "10", "--toml")
    assert done.returncode == 0, done.stderr
    told = msgspec.convert({"playouts": 1, **tomllib.loads(done.stdout)}, Calibration)
    known = calibration("sequence")
    assert [(kind.seats, kind.options, kind.power) for kind in told.kinds] == [
        (kind.seats, kind.options, kind.power) for kind in known.kinds
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
