"""The arena: rotation, shares, intervals, ratings, and the command."""

import csv
import gc
import json
import subprocess
import sys
import threading
import time
from importlib.resources import as_file, files
from math import log, log10, sqrt
from pathlib import Path
from random import Random
from statistics import stdev

import pytest
import typer
from typer.testing import CliRunner

from igroteka.cli import arena as command
from igroteka.core import Refused
from igroteka.games import game as on_shelf
from igroteka.lab.arena import Bout, Contest, jobs, play, play_all
from igroteka.lab.entrant import Entrant
from igroteka.lab.intervals import interval, luck, plus_minus, student
from igroteka.lab.ratings import Result, ratings
from igroteka.lab.seated_bots import BotFailed
from igroteka.lab.standing import standing
from igroteka.table.record import read_record
from igroteka.table.verify import verify

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


def test_more_bots_than_sides_play_a_round_robin() -> None:
    three = contest("sequence", 4, "a", "b", "c")
    assert three.lineups() == [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    four = contest("upturn", 3, "a", "b", "c", "d")
    assert len(four.lineups()) == 12
    assert all(
        sum(lineup[side] == bot for lineup in four.lineups()) == 3 for side in (0, 1) for bot in range(4)
    )
    assert contest("upturn", 2, "a", "b", "b").lineups() == [(0, 1), (1, 0), (0, 2), (2, 0)]
    with pytest.raises(Refused, match="no-bots"):
        contest("upturn", 2).lineups()


def test_three_of_the_same_bot_at_a_table_for_two_play_as_two_do() -> None:
    assert contest("upturn", 2, *["random"] * 3).lineups() == [(0, 1), (1, 0)]


def test_where_all_win_or_lose_together_each_bot_plays_every_deal_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    together = contest("upturn", 3, "random", "player")
    monkeypatch.setattr(on_shelf("upturn"), "sides", lambda table: (tuple(range(table.seats)),))
    assert together.lineups() == [(0,), (1,)]
    bouts = [Bout(0, (0,), (), 9), Bout(0, (1,), (0,), 9), Bout(1, (0,), (), 9), Bout(1, (1,), (), 9)]
    assert [bout.shares() for bout in bouts] == [(0.0,), (1.0,), (0.0,), (0.0,)]  # a loss is no shared win
    found = standing(together, bouts)
    assert [(place.bot, place.win_share, place.rating) for place in found.places] == [
        ("player", 0.5, 0.0),
        ("random", 0.0, 0.0),
    ]
    assert (found.pairs, found.began) == ((), None)


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


@pytest.mark.parametrize(
    ("freedom", "point"), [(3, 3.1824), (4, 2.7764), (5, 2.5706), (9, 2.2622), (30, 2.0423), (10**6, 1.96)]
)
def test_the_points_of_students_t_are_those_of_the_tables(freedom: int, point: float) -> None:
    assert student(freedom) == pytest.approx(point, rel=0.01 if freedom == 3 else 0.004)


def test_plus_minus_reaches_to_the_farther_end_of_the_interval() -> None:
    """It is not even about what was won, since two more deals are imagined."""
    won = [(1.0, 1.0)] * 30
    low, _ = interval([1.0] * 30)
    assert plus_minus(won) == pytest.approx(1.0 - low)
    assert plus_minus([(0.0, 1.0)] * 30) == pytest.approx(1.0 - low)


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
    assert (found.pairs[0].bot, found.pairs[0].share) == ("a", pytest.approx(2 / 3))
    assert found == standing(three, reversed(bouts))


def bouts_of(lineup: tuple[int, int], won: int, lost: int, deal: int = 0) -> list[Bout]:
    """So many games of two sides, each on a deal of its own, the first side winning or losing."""
    sides = [0] * won + [1] * lost
    return [Bout(deal + at, lineup, (side,), 9, began=0) for at, side in enumerate(sides)]


def test_ratings_are_those_of_bradley_and_terry() -> None:
    """Two bots, 75 of 100 games won: the odds are three to one, but for two games against the mean."""
    found = ratings(2, [[Result((0, 1), bout.shares())] for bout in bouts_of((0, 1), 75, 25)])
    assert found[0].rating - found[1].rating == pytest.approx(400 * log10(3), rel=0.02)
    assert found[0].rating == pytest.approx(-found[1].rating)
    # the deviation of a logit is sqrt(1 / won + 1 / lost); each rating is half of the difference
    half = 1.98 * 400 / log(10) * sqrt(1 / 75 + 1 / 25) / 2
    assert (found[0].high - found[0].low) / 2 == pytest.approx(half, rel=0.05)


def test_before_any_game_a_rating_is_what_is_imagined_and_no_more() -> None:
    """One game won and one lost against a bot of mean strength: around the mean their variance is 1."""
    reach = 400 / log(10) * student(1)
    for rating in ratings(2, []):
        assert (rating.rating, rating.low, rating.high) == pytest.approx((0.0, -reach, reach))


def test_ratings_do_not_depend_on_the_order_of_games_and_follow_win_shares() -> None:
    games = [Result((0, 1), (1.0, 0.0))] * 517 + [Result((0, 1), (0.0, 1.0))] * 483
    one, other = ratings(2, [[game] for game in games]), ratings(2, [[game] for game in reversed(games)])
    assert one[0].rating == pytest.approx(other[0].rating)
    assert one[0].rating > one[1].rating


def test_a_bot_that_never_met_another_is_still_compared_with_it() -> None:
    games = bouts_of((0, 1), 30, 10) + bouts_of((1, 2), 30, 10, deal=40)
    found = ratings(3, [[Result(bout.lineup, bout.shares())] for bout in games])
    assert found[0].rating - found[2].rating == pytest.approx(2 * 400 * log10(3), rel=0.1)


def test_intervals_of_ratings_hold_what_they_should() -> None:
    """Of two hundred contests of equal bots about 95 % have zero inside the interval."""
    chooser = Random(5)
    held = 0
    for _ in range(200):
        won = sum(chooser.random() < 0.5 for _ in range(60))
        first, _ = ratings(2, [[Result((0, 1), bout.shares())] for bout in bouts_of((0, 1), won, 60 - won)])
        held += first.low <= 0 <= first.high
    assert 183 <= held <= 198


def test_a_clean_sweep_has_a_rating_and_three_at_a_table_are_rated_too() -> None:
    swept = ratings(2, [[Result((0, 1), (1.0, 0.0))]] * 50)
    assert 200 < swept[0].rating < 600
    assert swept[0].low > 0
    three = ratings(3, [[Result((0, 1, 2), (1.0, 0.0, 0.0))], [Result((1, 2, 0), (1.0, 0.0, 0.0))]] * 30)
    assert three[0].rating == pytest.approx(three[1].rating, abs=1e-6)
    assert three[0].rating > three[2].rating


def test_luck_is_measured() -> None:
    """A deal that is won from the same place whoever sits there cancels out; coins do not."""
    chooser = Random(3)
    won = [chooser.random() < 0.5 for _ in range(400)]
    cancels = luck([{(0, 1): float(side), (1, 0): 1.0 - side} for side in won])
    assert cancels is not None
    assert cancels.high < 0.1
    coins = luck(
        [{(0, 1): float(chooser.random() < 0.5), (1, 0): float(chooser.random() < 0.5)} for _ in won]
    )
    assert coins is not None
    assert coins.low < 1 < coins.high
    assert luck([{(0, 1): 1.0, (1, 0): 1.0}] * 400) is None
    few = [{(0, 1): float(side), (1, 0): 1.0 - side} for side in won[:40]]
    assert luck(few) is not None
    assert luck(few[:39]) is None


def test_who_began_is_told_and_what_it_was_worth() -> None:
    two = contest("upturn", 2, "a", "b")
    found = standing(two, bouts_of((0, 1), 60, 40))
    assert found.began is not None
    assert (found.began.win_share, found.began.fair_share) == (pytest.approx(0.6), 0.5)
    assert found.began.low < 0.6 < found.began.high
    deal = play(contest("sequence", 2, "random", "random"), 3, (0, 1))
    again = play(contest("sequence", 2, "random", "random"), 3, (1, 0))
    assert deal.began == again.began
    assert {play(contest("sequence", 2, "random", "random"), seed, (0, 1)).began for seed in range(8)} == {
        0,
        1,
    }


def test_every_game_is_kept_as_a_record_that_verifies(tmp_path: Path) -> None:
    asked = ["arena", "--game", "sequence", "--bots", "player,beginner,random", "--games", "6",
             "--seats", "2", "--processes", "1", "--seed", "40",
             "--records", str(tmp_path / "games")]  # fmt: skip
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 0, done.output
    files = sorted((tmp_path / "games").glob("*.json"))
    assert [file.name for file in files] == [
        f"40-{one}-{other}.json" for one, other in ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))
    ]
    record = read_record(files[0].read_bytes())
    assert [person.name for person in record.people] == ["player", "beginner"]
    verdict = verify(record, on_shelf("sequence"))
    assert verdict.verified
    assert "check_seed_named" in [check.says for check in verdict.checks]
    assert "How much the bot of the row won" in done.output


def test_names_of_bots_are_printed_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "boom.py").write_text("from igroteka.bots.bot import RandomBot as bomb\n")
    (tmp_path / "dog.py").write_text("from igroteka.bots.bot import RandomBot as cat\n")
    monkeypatch.syspath_prepend(tmp_path)
    asked = [
        "arena",
        "--game",
        "sequence",
        "--bots",
        "boom:bomb:0.2,dog:cat",
        "--games",
        "2",
        "--processes",
        "1",
    ]
    done = CliRunner().invoke(app, [*asked, "--seats", "2", "--csv", str(tmp_path / "a.csv")])
    assert done.exit_code == 0, done.output
    assert "boom:bomb:0.2" in done.output
    assert "1 deal from seed 0 on, each in 2 lineups" in done.output


def test_a_bot_that_fails_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "arena_bots.py").write_text(
        "class Broken:\n    def choose(self, view, offers, may_wait, chance):\n        raise KeyError('oh')\n"
        "class Leaving:\n    def choose(self, view, offers, may_wait, chance):\n        raise SystemExit(3)\n"
        "class Greedy:\n    def choose(self, view, offers, may_wait, chance):\n        return 'all'\n"
        "class Stopping:\n    def choose(self, view, offers, may_wait, chance):\n"
        "        raise KeyboardInterrupt\n"
        "class Many:\n    def choose(self, view, offers, may_wait, chance):\n"
        "        import numpy\n        return numpy.arange(2)\n"
        "class Loud:\n    def choose(self, view, offers, may_wait, chance):\n"
        "        raise ValueError('\\x1b[2Jred')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(BotFailed, match=r"arena_bots:Broken: KeyError: 'oh' \(deal 0, arena_bots.py:3\)"):
        play(contest("upturn", 2, "arena_bots:Broken", "random"), 0, (0, 1))
    leaving = r"arena_bots:Leaving: .* end the program: SystemExit\(3\) \(deal 0, arena_bots.py:6\)"
    with pytest.raises(BotFailed, match=leaving):
        play(contest("upturn", 2, "arena_bots:Leaving", "random"), 0, (0, 1))
    with pytest.raises(BotFailed, match=r"end the program: KeyboardInterrupt\(\)"):
        play(contest("upturn", 2, "arena_bots:Stopping", "random"), 0, (0, 1))
    with pytest.raises(BotFailed, match=r"asked for array\(\[0, 1\]\), which was not offered"):
        play(contest("upturn", 2, "arena_bots:Many", "random"), 0, (0, 1))
    with pytest.raises(BotFailed, match="not offered"):
        play(contest("upturn", 2, "arena_bots:Greedy", "random"), 0, (0, 1))
    asked = ["arena", "--game", "upturn", "--bots", "random", "--bot", "arena_bots:Broken", "--games", "2"]
    done = CliRunner().invoke(app, [*asked, "--processes", "1"])
    assert done.exit_code == 1
    loud = [word.replace("Broken", "Loud") for word in asked]
    done = CliRunner().invoke(app, [*loud, "--processes", "1"])
    assert "Loud: ValueError: \N{REPLACEMENT CHARACTER}[2Jred (deal 0, " in done.output
    monkeypatch.setenv("IGROTEKA_TRACE", "1")
    done = CliRunner().invoke(app, [*asked, "--processes", "2"])
    assert "raise KeyError('oh')" in str(done.exception.__cause__)


@pytest.mark.parametrize("never", ["time.sleep(600)", "[0 for _ in iter(int, 1)]"])
def test_a_bot_that_never_answers_is_named_and_given_up(
    never: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "late_bots.py").write_text(
        f"import time\nclass Late:\n    def choose(self, view, offers, may_wait, chance):\n        {never}\n"
    )
    monkeypatch.chdir(tmp_path)
    asked = [
        "arena",
        "--game",
        "upturn",
        "--bots",
        "late_bots:Late,random",
        "--seats",
        "2",
        "--games",
        "4",
        "--limit",
        "0.5",
    ]
    for processes in ("1", "2"):  # in a process of its own: the thread that is left behind ends with it
        command = [sys.executable, "-m", "igroteka.cli.entry", *asked, "--processes", processes]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 1, done
        assert "late_bots:Late: no answer within 0.5 seconds" in done.stderr
        assert "(deal 0)" in done.stderr
        assert "Traceback" not in done.stderr


def test_a_bot_of_ones_own_plays_the_same_games_with_and_without_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it keeps of a thread, as a data base does, is its own thread's."""
    (tmp_path / "thread_bots.py").write_text(
        "import threading\n"
        "class Mine:\n"
        "    def __init__(self):\n        self.home = threading.get_ident()\n"
        "    def choose(self, view, offers, may_wait, chance):\n"
        "        assert self.home == threading.get_ident()\n        return chance.pick(offers)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    both = contest("etazhiki", 2, "thread_bots:Mine", "player")
    before = threading.active_count()
    bouts = [[play(both, deal, (0, 1), limit=limit) for deal in range(3)] for limit in (30, 0)]
    assert bouts[0] == bouts[1]
    gc.collect()
    for _ in range(100):
        if threading.active_count() > before:
            time.sleep(0.05)
    assert threading.active_count() <= before


def test_a_network_of_another_game_is_refused_as_a_bot_and_does_not_fail_as_one() -> None:
    taught = Path(__file__).parents[2] / "examples" / "etazhiki.onnx"
    with pytest.raises(Refused, match="taught=etazhiki"):
        play(contest("upturn", 2, str(taught), "random"), 0, (0, 1))
    with as_file(files("igroteka.turbo.upturn.search").joinpath("network-2.npz")) as other:
        with pytest.raises(Refused, match="taught=upturn") as refused:
            play(contest("etazhiki", 2, str(other), "random"), 0, (0, 1))
        assert refused.value.parameters["bot"] == str(other)


@pytest.mark.parametrize(
    "name", ["master:0", "master:-1", "seer:nan", "master:inf", "master:abc", "master:0x"]
)
def test_time_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="neither seconds a move"):
        Entrant.of(name)


@pytest.mark.parametrize("words", [["--json", "no/a.json"], ["--csv", "no/a.csv"], ["--records", "a.json/x"]])
def test_what_could_not_be_written_is_told_before_the_first_game(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{}")
    option, place = words
    asked = ["arena", "--game", "etazhiki", "--bots", "player,random", "--games", "100000"]
    done = CliRunner().invoke(app, [*asked, option, str(tmp_path / place)])
    assert isinstance(done.exception, Refused)
    assert done.exception.reason == "file-unwritable"
    assert [file.name for file in tmp_path.iterdir()] == ["a.json"]


def test_two_results_in_one_file_are_refused(tmp_path: Path) -> None:
    same = ["--json", str(tmp_path / "a"), "--csv", str(tmp_path / "b" / ".." / "a")]
    asked = ["arena", "--game", "etazhiki", "--bots", "player,random", "--games", "2"]
    done = CliRunner().invoke(app, [*asked, *same])
    assert done.exit_code == 2
    assert "would be written twice" in " ".join(done.output.replace("│", " ").split())
    assert not list(tmp_path.iterdir())


def test_playouts_without_luck_to_take_out_are_refused() -> None:
    asked = ["arena", "--game", "etazhiki", "--bots", "player,random", "--games", "2", "--playouts", "50x5"]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 2
    assert "it goes with --adjust luck" in done.output


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
    assert lines[0] == ["seed", "bots by side", "winning bots", "moves", "bot that began"]
    assert {line[4] for line in lines[1:]} <= {"player", "random"}
    assert len(lines) == 9


def test_what_cannot_be_is_refused() -> None:
    for asked in (["--bots", "nobody,random"], ["--bots", "random,random", "--seats", "5"]):
        done = CliRunner().invoke(app, ["arena", "--game", "sequence", *asked])
        assert isinstance(done.exception, Refused)


def test_the_bench_prints_one_list_of_rows() -> None:
    done = CliRunner().invoke(bench, ["--seconds", "0.02", "--json"])
    told = json.loads(done.stdout)
    for figure in ("simulations_per_cpu_s", "network_microseconds"):
        games = {row["game"] for row in told if row.get(figure, 0) > 0}
        assert games == {"sequence", "upturn", "etazhiki"}
