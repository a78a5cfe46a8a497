"""The leaderboard: a schedule that stays what it is, and the page it makes."""

import json
import sys

import msgspec
from typer.testing import CliRunner

from igroteka.cli.main import app
from igroteka.games import SHELF
from igroteka.lab import leaderboard
from igroteka.lab.arena import Bout, jobs

runner = CliRunner()


def test_the_first_schedule_is_kept():
    """Whoever changes any of this makes another version of the schedule."""
    assert (leaderboard.VERSION, leaderboard.DEALS, leaderboard.SEED) == (1, 40, 1_000_000_000)
    tables = [(one.game, one.seats) for one in leaderboard.schedule(["upturn", "etazhiki", "sequence"])]
    assert tables == [
        ("upturn", 2), ("upturn", 3), ("etazhiki", 2), ("etazhiki", 3), ("sequence", 2), ("sequence", 3),
    ]  # fmt: skip
    assert leaderboard.BOTS == ("beginner", "player", "master:100x")


def test_a_bot_of_ones_own_changes_no_game_of_the_others():
    plain, joined = (leaderboard.schedule(["etazhiki"], own)[0] for own in ((), ("random",)))
    among = {job for job in jobs(joined, 12 * 2) if 3 not in job[1]}
    assert among == set(jobs(plain, 6 * 2))
    assert [one.name for one in joined.entrants] == [*leaderboard.BOTS, "random"]


def test_the_page_tells_shares_ratings_and_how_it_was_made():
    contests = leaderboard.schedule(["etazhiki"])[:1]
    played = [
        (0, Bout(deal, lineup, (lineup.index(max(lineup)),), 30))
        for _, _, deal, lineup in leaderboard.work(contests, 8)
    ]
    found = leaderboard.board(contests, 8, played)
    text = leaderboard.markdown(found, "igroteka leaderboard", "1", "today")
    assert [place.bot for place in found.standings[0].places] == ["master:100x", "player", "beginner"]
    assert "| master:100x | 32 | 100.0 % |" in text
    assert "cut to 8: not comparable" in text
    assert "had not ended" not in text
    short = leaderboard.board(contests, 8, [one for one in played if one[1].deal != played[-1][1].deal])
    text = leaderboard.markdown(short, "igroteka leaderboard", "1", "today")
    assert "7 of the 8 deals: the others had not ended when it was interrupted." in text


def test_shares_without_luck_stand_beside_the_plain_ones():
    """Who won is luck here, and the games tell so: without it nobody is better."""
    contests = leaderboard.schedule(["etazhiki"])[:1]
    played = []
    for _, _, deal, lineup in leaderboard.work(contests, 60):
        side = (deal + sum(lineup)) % 2
        lucky = (0.5, -0.5) if side == 0 else (-0.5, 0.5)
        played.append((0, Bout(deal, lineup, (side,), 30, 0, lucky, tuple((part,) for part in lucky))))
    found = leaderboard.board(contests, 60, played)
    for place in found.standings[0].places:
        assert abs(place.adjusted.win_share - 0.5) < 0.01
    text = leaderboard.markdown(found, "igroteka leaderboard", "1", "today")
    assert "| bot | games | win share | 95 % | without luck | 95 % | fair | rating | 95 % |" in text
    assert "not adjusted for luck" not in text


def test_games_of_the_schedule_say_what_luck_was_in_them(monkeypatch):
    monkeypatch.setattr(leaderboard, "BOTS", ("beginner", "player"))
    contests = leaderboard.schedule(["etazhiki"])[:1]
    _, told = next(leaderboard.play_all(contests, 1, 1, adjust=True))
    _, plain = next(leaderboard.play_all(contests, 1, 1))
    assert abs(sum(told.luck)) < 1e-6 < abs(told.luck[0])
    assert Bout(*msgspec.structs.astuple(told)[:5]) == plain  # all but what luck was


def test_the_command_plays_and_writes(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(leaderboard, "BOTS", ("beginner", "player"))
    out = tmp_path / "board.md"
    asked = ["leaderboard", "--game", "etazhiki", "--deals", "1", "--processes", "1", "--out", str(out)]
    own = "igroteka.bots.player:PlayerBot"  # random games are long, and luck is looked for in every row
    done = runner.invoke(app, [*asked, "--bot", own])
    assert done.exit_code == 0, done.output
    assert "## etazhiki, 3 seats" in out.read_text()
    assert f"igroteka leaderboard --bot={own} --game=etazhiki --deals=1" in out.read_text()
    kept = json.loads(out.with_suffix(".json").read_text())
    assert [one["contest"]["seats"] for one in kept["standings"]] == [2, 3]


def test_a_page_that_its_figures_would_write_over_is_refused(tmp_path):
    done = runner.invoke(
        app, ["leaderboard", "--game", "etazhiki", "--deals", "1", "--out", str(tmp_path / "a.json")]
    )
    assert done.exit_code == 2
    assert "would be written twice" in " ".join(done.output.replace("│", " ").split())
    assert not list(tmp_path.iterdir())


def test_every_game_on_the_shelf_has_tables_in_it():
    assert {one.game for one in leaderboard.schedule(list(SHELF))} == set(SHELF)
