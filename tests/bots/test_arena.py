"""The arena: rotation, shares, intervals, ratings, and the command."""

import csv
import json
from pathlib import Path
from statistics import stdev

import pytest
import typer
from typer.testing import CliRunner

from igroteka.cli import arena as command
from igroteka.core import Refused
from igroteka.lab.arena import BotFailed, Bout, Contest, Entrant, jobs, play, play_all
from igroteka.lab.standing import interval, standing

app, bench = typer.Typer(), typer.Typer()
app.command("games")(lambda: None)
command.register(app, bench)


def contest(game: str, seats: int, *bots: str, **options: object) -> Contest:
    return Contest(game, seats, dict(options), tuple(Entrant.of(bot) for bot in bots))


def test_a_bot_may_be_named_with_its_seconds() -> None:
    assert Entrant.of("master:0.2") == Entrant("master:0.2", "master", 0.2)
    assert Entrant.of("master", 0.1) == Entrant("master", "master", 0.1)
    assert Entrant.of("mymodule:MyBot", 0.1) == Entrant("mymodule:MyBot", "mymodule:MyBot", 0.1)


def test_every_bot_has_every_side_once() -> None:
    assert contest("upturn", 2, "a", "b").lineups() == [(0, 1), (1, 0)]
    assert contest("upturn", 3, "a", "b", "c").lineups() == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert contest("upturn", 4, "a", "b").lineups() == [(0, 1, 0, 1), (1, 0, 1, 0)]
    assert contest("sequence", 4, "a", "b").lineups() == [(0, 1), (1, 0)]
    assert contest("sequence", 6, "a", "b", "b", sides=3).lineups() == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


def test_more_bots_than_sides_are_refused() -> None:
    with pytest.raises(Refused, match="too-many-bots"):
        contest("sequence", 4, "a", "b", "c").lineups()


def test_whole_deals_are_played() -> None:
    two = contest("upturn", 2, "random", "random")
    assert jobs(two, 5) == [(0, (0, 1)), (0, (1, 0)), (1, (0, 1)), (1, (1, 0))]
    assert len(jobs(two, 1)) == 2


def test_the_same_deal_is_played_in_both_rotations_and_the_same_again_the_next_time() -> None:
    two = contest("sequence", 2, "player", "random")
    bouts = list(play_all(two, 4, 1))
    assert bouts == [play(two, deal, lineup) for deal, lineup in jobs(two, 4)]
    mirror = contest("sequence", 2, "player", "player")
    first, second = play_all(mirror, 2, 1)
    assert (first.winners, first.rows) == (second.winners, second.rows)


def test_shares_add_up_to_one() -> None:
    assert Bout(0, (0, 1, 2), (1,), 9).shares() == (0, 1, 0)
    assert Bout(0, (0, 1, 2), (0, 2), 9).shares() == (0.5, 0, 0.5)
    assert Bout(0, (0, 1), (), 9).shares() == (0.5, 0.5)


def test_an_interval_over_deals_is_that_of_a_mean() -> None:
    shares = [1.0, 0.5] * 50
    low, high = interval(shares)
    assert (low + high) / 2 == pytest.approx(76 / 102)
    deviation = stdev([*shares, 0.0, 1.0])  # with the two imagined deals
    assert (high - low) / 2 == pytest.approx(1.9837 * deviation / 102**0.5, rel=1e-3)


def test_duplicate_deals_that_cancel_out_make_the_interval_narrow() -> None:
    low, high = interval([0.5] * 100)
    wide_low, wide_high = interval([0.0, 1.0] * 50)
    assert high - low < 0.2 * (wide_high - wide_low)


def test_few_deals_say_little_and_all_won_is_not_certainty() -> None:
    low, high = interval([1.0] * 3)
    assert low < 0.5
    assert high == 1.0
    low, high = interval([1.0] * 100)
    assert 0.94 < low < 1.0


def test_a_standing_adds_up() -> None:
    three = contest("upturn", 3, "a", "b", "b")
    bouts = [Bout(0, (0, 1, 2), (0,), 10), Bout(0, (1, 2, 0), (2,), 20), Bout(0, (2, 0, 1), (0,), 30)]
    found = standing(three, bouts)
    assert (found.deals, found.games, found.mean_rows) == (1, 3, 20)
    first, second = found.places
    assert (first.bot, first.win_share, first.fair_share) == ("a", pytest.approx(2 / 3), pytest.approx(1 / 3))
    assert (second.bot, second.win_share) == ("b", pytest.approx(1 / 3))
    assert first.rating > second.rating
    assert found == standing(three, reversed(bouts))


def test_a_bot_that_fails_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "arena_bots.py").write_text(
        "class Broken:\n    def choose(self, view, offers, may_wait, chance):\n        raise KeyError('oh')\n"
        "class Greedy:\n    def choose(self, view, offers, may_wait, chance):\n        return 'all'\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(BotFailed, match="arena_bots:Broken: KeyError"):
        play(contest("upturn", 2, "arena_bots:Broken", "random"), 0, (0, 1))
    with pytest.raises(BotFailed, match="not offered"):
        play(contest("upturn", 2, "arena_bots:Greedy", "random"), 0, (0, 1))
    asked = ["arena", "--game", "upturn", "--bots", "random", "--bot", "arena_bots:Broken", "--games", "2"]
    done = CliRunner().invoke(app, [*asked, "--processes", "1"])
    assert done.exit_code == 1


def test_the_command_prints_shares_and_writes_files(tmp_path: Path) -> None:
    asked = ["arena", "--game", "sequence", "--bots", "player,random", "--games", "8", "--seats", "2",
             "--options", "draw=automatic", "--processes", "2",
             "--json", str(tmp_path / "a.json"), "--csv", str(tmp_path / "a.csv")]  # fmt: skip
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 0, done.output
    assert "player" in done.output
    assert "draw=automatic: 8 games" in done.output
    told = json.loads((tmp_path / "a.json").read_text())
    assert [place["bot"] for place in told["standing"]["places"]] == ["player", "random"]
    assert len(told["games"]) == 8
    lines = list(csv.reader((tmp_path / "a.csv").read_text().splitlines()))
    assert lines[0] == ["seed", "bots by side", "winning bots", "moves"]
    assert len(lines) == 9


def test_what_cannot_be_is_refused() -> None:
    for asked in (["--bots", "nobody,random"], ["--bots", "random,random", "--seats", "5"]):
        done = CliRunner().invoke(app, ["arena", "--game", "sequence", *asked])
        assert isinstance(done.exception, Refused)


def test_the_bench_prints_one_list_of_rows() -> None:
    done = CliRunner().invoke(bench, ["--seconds", "0.02", "--json"])
    told = json.loads(done.stdout)
    assert {row["game"] for row in told} == {"sequence", "upturn", "etazhiki"}
    assert all(row["simulations_per_cpu_s"] > 0 for row in told)
