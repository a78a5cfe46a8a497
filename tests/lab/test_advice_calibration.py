"""Whether advice comes true is measured: tenths, their intervals, and what would mend the chances."""

import json
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
import typer

from igroteka.bots.advise import advise
from igroteka.bots.habits import Mending, Where, mending_of, rules_of
from igroteka.cli.bench_bots import bench_bots
from igroteka.core import Refused, Seeded, read
from igroteka.games import game as on_shelf
from igroteka.lab.advice_calibration import (
    Asked,
    Reliability,
    Said,
    Tenth,
    corrected,
    crossed,
    fitted,
    kept,
    listen,
    measured,
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


def off(found: Reliability) -> float:
    assert found.off is not None
    return found.off


def test_the_curve_that_games_were_drawn_from_is_found() -> None:
    _, chances, got = bold(20_000, 0.6, -0.4)
    assert fitted(chances, got) == pytest.approx((0.6, -0.4), abs=0.06)


def test_tenths_tell_what_was_said_and_won() -> None:
    found = reliability(Table("upturn", 2), bold(4000, 1.0, 0.0)[0])
    assert len(found.tenths) == 10
    assert off(found) < 10
    for tenth in found.tenths:
        assert tenth.low <= tenth.told <= tenth.low + 0.1
        assert abs(tenth.told - tenth.won) < 2.5 * tenth.plus_minus
    assert off(reliability(Table("upturn", 2), bold(4000, 0.3, 0.0)[0])) > 12


def test_halves_are_of_the_games_that_there_are_whichever_their_numbers() -> None:
    said = [one for one in bold(8000, 0.6, -0.4)[0] if one.seed % 2 == 0]
    found = crossed(Table("upturn", 2), said)
    assert found.games == 2000
    assert found.brier < reliability(Table("upturn", 2), said).brier
    alone = crossed(Table("upturn", 2), said[:1])
    assert (alone.games, alone.tenths) == (0, ())
    assert alone.off is None, "one game alone has no other half to be held to"


def test_a_curve_is_held_to_games_that_it_was_not_fitted_to() -> None:
    said = bold(16_000, 0.6, -0.4)[0]
    found = crossed(Table("upturn", 2), said)
    assert (found.steep, found.shift) == pytest.approx((0.6, -0.4), abs=0.08)
    assert found.games == 8000
    assert off(found) < 6
    assert off(reliability(Table("upturn", 2), said)) > 10
    assert found.brier < reliability(Table("upturn", 2), said).brier
    luckier = [Said(one.seed, one.chance, max(one.got, one.seed % 10 == 1)) for one in said]
    assert (
        off(crossed(Table("upturn", 2), luckier)) > off(found) + 4
    )  # the half that mends knows nothing of it
    assert crossed(Table("upturn", 2), luckier).shift > found.shift + 0.05  # what ships has seen all games


def test_few_games_say_nothing_but_are_told() -> None:
    found = reliability(Table("upturn", 2), [Said(1, 0.95, 0.0), Said(2, 0.95, 0.0)])
    assert found.off is None, "no tenth has games enough"
    assert found.tenths[0].won == 0.0
    assert found.tenths[0].plus_minus > 0.3


@pytest.mark.parametrize(("games", "chance"), [(10, 0.05), (40, 0.05), (40, 0.5), (300, 0.9)])
def test_what_may_be_off_holds_in_95_of_100_runs(games: int, chance: float) -> None:
    lots, held, runs = np.random.default_rng(games), 0, 300
    for _ in range(runs):
        alike = lots.uniform(size=games) < chance  # in half of the games all moments end alike
        moments = [
            Said(game, 0.5, float(alike[game] if game % 2 else lots.uniform() < chance))
            for game in range(games)
            for _ in range(lots.integers(1, 4))
        ]
        (tenth,) = reliability(Table("upturn", 2), moments).tenths
        held += abs(tenth.won - chance) <= tenth.plus_minus
    assert held / runs > 0.93


def tables(game: str) -> list[Table]:
    """Every size by all rules that are games of their own."""
    return [
        Table(game, seats, rule.options)
        for rule in rules_of(game)
        for seats in rule.seats or on_shelf(game).SEATS
    ]


def mending_at(table: Table) -> Mending:
    return mending_of(table.game, table.seats, read(table.options, on_shelf(table.game).Options))


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
    for table in tables(game):
        mended = [mending_at(table).of(at / 200) for at in range(201)]
        assert mended == sorted(mended)
        assert (mended[0], mended[-1]) == (0.0, 1.0)


@pytest.mark.parametrize("game", ["sequence", "upturn", "etazhiki"])
def test_no_table_takes_a_mending_that_other_rules_were_measured_for(game: str) -> None:
    for table in tables(game):
        mending = mending_at(table)
        assert mending in (Mending(), msgspec.structs.replace(mending, options=table.options)), table.label()


def test_a_kind_of_table_is_told_by_size_and_options() -> None:
    kind = Where((2, 3), {"variant": "medium"})
    assert kind.holds(2, {"variant": "medium", "skip": "once"})
    assert not kind.holds(4, {"variant": "medium"})
    assert not kind.holds(2, {"variant": "full"})
    assert Where().holds(12, {"variant": "full"})
    options = on_shelf("etazhiki").Options
    assert mending_of("etazhiki", 2, options()).options == {"variant": "full"}
    assert mending_of("etazhiki", 2, options(variant="medium")) != mending_of("etazhiki", 2, options())


def test_a_bump_that_no_curve_mends_is_mended_in_other_games() -> None:
    lots = np.random.default_rng(5)
    chances = lots.uniform(0.02, 0.98, 40_000)
    true = np.where((chances > 0.6) & (chances < 0.7), chances - 0.08, chances)
    said = [
        Said(n, float(chance), float(won))
        for n, (chance, won) in enumerate(zip(chances, lots.uniform(size=40_000) < true, strict=True))
    ]
    assert off(reliability(Table("upturn", 2), said)) > 6
    assert crossed(Table("upturn", 2), said).off < 4


@pytest.mark.parametrize(
    "table",
    [Table("upturn", 2), *(Table("etazhiki", 2, one.options) for one in rules_of("etazhiki"))],
    ids=str,
)
def test_advice_is_mended_by_the_rules_of_its_table_unless_it_is_asked_for_raw(table: Table) -> None:
    game = on_shelf(table.game)
    match = Match(game, table.seats, read(table.options, game.Options), 4)
    match.deal()
    seat = game.turn(match.state)
    assert seat is not None
    view = match.view(seat)
    raw = advise(view, iterations=200, chance=Seeded(1), raw=True)
    told = advise(view, iterations=200, chance=Seeded(1))
    assert [one.intent for one in raw] == [one.intent for one in told]
    mended = [mending_at(table).of(one.chance) for one in raw]
    assert mended == pytest.approx([one.chance for one in told])


def test_games_are_measured_with_the_chances_that_advice_tells() -> None:
    table, said = Table("etazhiki", 2, {"variant": "full"}), bold(500, 1.0, 0.0)[0]
    mended = [Said(one.seed, mending_at(table).of(one.chance), one.got) for one in said]
    assert measured(table, said) == reliability(table, mended)


def test_the_bench_goes_through_all_rules_and_what_it_keeps_says_the_same_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "kept"
    asked: dict[str, Any] = {"calibration": True, "seats": [2], "looks": 10}
    bench_bots(**asked, game=["etazhiki"], games=4, fit=True, seed=5, keep=file, processes=1)
    fits = capsys.readouterr().out
    chances = msgspec.convert(tomllib.loads(fits)["chances"], tuple[Mending, ...])
    assert [one.options for one in chances] == [one.options for one in rules_of("etazhiki")]
    assert all(one.seats == (2,) for one in chances)
    bench_bots(**asked, kept=[file, file], fit=True)
    assert capsys.readouterr().out == fits
    bench_bots(**asked, kept=[file], option=["variant=medium"], as_json=True)
    (medium,) = json.loads(capsys.readouterr().out)
    assert medium["table"]["options"] == {"variant": "medium"}
    assert 1 <= medium["games"] <= 4
    bench_bots(**asked, kept=[file], option=["variant=medium"], seed=7, as_json=True)
    assert json.loads(capsys.readouterr().out)[0]["games"] < medium["games"]
    for other in ({"bot": "random"}, {"seats": [3]}, {"game": ["upturn"]}):
        with pytest.raises(typer.Exit):
            bench_bots(**{**asked, "kept": [file], **other})
        assert "What is kept there was asked for with --bot player --looks 10." in capsys.readouterr().err
    with pytest.raises(typer.BadParameter, match="go with --calibration"):
        bench_bots(kept=[file])


def test_options_that_are_said_are_the_only_rules_and_sizes_without_them_are_left_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked: dict[str, Any] = {
        "calibration": True,
        "game": ["sequence"],
        "looks": 5,
        "games": 6,
        "processes": 1,
    }
    bench_bots(**asked, seats=[4, 6], option=["sides=3"], seed=1, as_json=True)
    assert [one["table"] for one in json.loads(capsys.readouterr().out)] == [
        {"game": "sequence", "seats": 6, "options": {"sides": 3}}
    ]
    with pytest.raises(Refused):
        bench_bots(**asked, option=["variant=medium"])


def test_a_size_that_no_game_of_those_named_has_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Refused, match="seats-do-not-fit"):
        bench_bots(calibration=True, game=["etazhiki"], seats=[2, 9], games=1)
    with pytest.raises(typer.Exit):
        bench_bots(calibration=True, seats=[40], games=1)
    assert "no table has these seats and options" in capsys.readouterr().err


def test_a_file_that_keeps_no_games_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "broken"
    for content in ("{}", "no"):
        file.write_text(content)
        with pytest.raises(Refused, match="file-unreadable"):
            kept([file])
    with pytest.raises(Refused, match="file-unreadable"):
        kept([tmp_path / "none"])


def test_a_file_that_cannot_be_written_is_refused_before_the_first_game(tmp_path: Path) -> None:
    with pytest.raises(Refused) as said:
        bench_bots(calibration=True, game=["etazhiki"], games=10**9, keep=tmp_path / "no folder" / "kept")
    assert said.value.reason == "file-unwritable"
