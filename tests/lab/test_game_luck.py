"""The luck of the cards: nought on average, whatever is played; what is left of a win share is surer."""

import json
import random
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest

from igroteka.bots.sense import sense_of
from igroteka.core import HOUSE
from igroteka.games import SHELF
from igroteka.lab.adjusting import adjusted
from igroteka.lab.arena import Contest, open_bout, order_of, play, play_all
from igroteka.lab.entrant import Entrant
from igroteka.lab.game_luck import _Luck, game_luck
from igroteka.lab.playouts.playouts import is_playable, playouts
from igroteka.lab.review.calibration import LuckEffort
from igroteka.lab.seated_bots import Lots, chooser
from igroteka.lab.standing import standing
from igroteka.table import Match, play_out
from igroteka.table.match import fold
from igroteka.turbo import NOBODY
from table.test_records_cli import igroteka

every_game = pytest.mark.parametrize("game", [name for name in SHELF if is_playable(name)])


def contest_of(game: str, seed: int = 0, bots: tuple[str, ...] = ("player", "beginner")) -> Contest:
    return Contest(game, 2, {}, tuple(Entrant.of(bot) for bot in bots), seed)


def played(game: str, seed: int) -> Match:
    contest = contest_of(game, seed)
    match, entrants = open_bout(contest, 0, contest.lineups()[0])
    for _ in play_out(match, chooser(match, entrants, seed, 0), order_of(contest, 0)):
        pass
    return match


@every_game
def test_what_one_side_gains_by_luck_others_lose(game: str) -> None:
    one, other = game_luck(played(game, 3), 1, effort=LuckEffort(8, 20))
    assert one == pytest.approx(-other)


@every_game
def test_the_same_game_has_the_same_luck(game: str) -> None:
    match = played(game, 4)
    assert game_luck(match, 1, effort=LuckEffort(4, 20)) == game_luck(match, 1, effort=LuckEffort(4, 20))


@every_game
def test_rows_that_take_nothing_from_the_deck_have_no_luck(game: str) -> None:
    match, by, quiet = played(game, 5), playouts(game), 0
    for was, now, row, taken in steps_of(match):
        if taken == 0:
            quiet += 1
            assert by.draws(was, now, action(match, row), 2, 0) is None
    assert quiet


@every_game
def test_over_all_that_could_have_come_luck_is_nought(game: str) -> None:
    """Other cards of the same deck come instead, again and again: on average such luck is nothing."""
    match, by, chance = played(game, 6), playouts(game), random.Random(9)
    was, _, row, taken = next(one for one in steps_of(match) if one[3] > 0)
    deck = [int(card) for card in by.to_come(was)]
    lucks = [
        drawing(by, was, action(match, row), chance.sample(deck, taken), seed=number) for number in range(150)
    ]
    assert stdev(lucks) > 0
    assert abs(fmean(lucks)) < 4 * stdev(lucks) / len(lucks) ** 0.5


def drawing(by: Any, was: Any, answer: int, cards: list[int], seed: int) -> float:
    """What the first seat gains where these cards come instead of any."""
    seat = int(was["deciding"][0])
    values = by._play(was, seat, NOBODY, [answer, answer], 10, seed, cards=np.array(cards, np.int16))
    return float((values[0, :, 0] - values[1, :, 0]).mean())


def steps_of(match: Match) -> Any:
    """Every answer: the states around it as the twin has them, its row, and how many came from the deck."""
    by, states = playouts(match.game.NAME), [match.first]
    for row in match.log:
        states.append(fold(match.game, states[-1], (row,)))
    for (before, after), row in zip(pairwise(states), match.log, strict=True):
        if row.seat != HOUSE:
            was, now = by.state(before, before.options), by.state(after, after.options)
            was["deciding"] = row.seat
            yield was, now, row, len(by.to_come(was)) - len(by.to_come(now))


def action(match: Match, row: Any) -> int:
    state = fold(match.game, match.first, match.log[: row.number - 1])
    found: int = playouts(match.game.NAME).twin.action_of(match.game.canonical(state, row.intent))
    return found


@every_game
def test_what_a_bot_could_as_well_have_answered_is_noted_and_its_luck_is_nought_on_average(game: str) -> None:
    contest, lots = contest_of(game, 7, ("beginner",)), Lots()
    match, entrants = open_bout(contest, 0, (0,) * 2)
    for _ in play_out(match, chooser(match, entrants, 7, 0, lots), order_of(contest, 0)):
        pass
    rows = {row.number: row for row in match.log}
    assert lots
    work, by = _Luck(match, playouts(game), LuckEffort(8, 20), 1), playouts(game)
    number = next(number for number, others in lots.items() if len({*others, rows[number].intent}) > 2)
    state = fold(match.game, match.first, match.log[: number - 1])
    assert all(intent in match.game.legal(state, rows[number].seat) for intent in lots[number])
    was = by.state(state, state.options)
    was["deciding"] = rows[number].seat
    answers = [work._action(state, one) for one in (rows[number].intent, *lots[number])]
    lots_of = [work._lot(was, answers[at:] + answers[:at], 3) for at in range(len(answers))]
    turned = [given - usual for given, usual in lots_of]
    assert np.abs(turned).max() > 0
    assert np.sum(turned, axis=0) == pytest.approx(0)


def test_asking_again_changes_no_game() -> None:
    contest = contest_of("upturn", 3, ("beginner", "player"))
    plain, told = (play(contest, 0, (0, 1), adjust=adjust, effort=(20, 20)) for adjust in (False, True))
    assert (plain.winners, plain.rows) == (told.winners, told.rows)


def test_a_known_luck_that_is_taken_off_leaves_the_mean_and_narrows_the_interval() -> None:
    chance = random.Random(7)
    luck = [chance.gauss(0, 0.3) for _ in range(400)]
    won = [0.55 + 0.5 * one + chance.gauss(0, 0.05) for one in luck]
    found = adjusted(won, luck)
    assert found is not None
    assert found.low < 0.55 < found.high
    assert found.strength == pytest.approx(0.5, abs=0.05)
    assert found.variance < 0.2


def test_luck_that_says_nothing_changes_little() -> None:
    chance = random.Random(8)
    won = [float(chance.random() < 0.6) for _ in range(400)]
    found = adjusted(won, [chance.gauss(0, 0.3) for _ in won])
    assert found is not None
    assert found.win_share == pytest.approx(fmean(won), abs=stdev(won) / 20)
    assert found.variance == pytest.approx(1, abs=0.1)


def test_few_deals_take_luck_off_as_it_is_and_one_says_nothing() -> None:
    found = adjusted([1.0, 0.0, 0.5], [0.5, -0.5, 0.0])
    assert found is not None
    assert (found.win_share, found.strength, found.variance) == (0.5, 1.0, 0.0)
    assert adjusted([1.0], [0.2]) is None


def test_an_arena_tells_both_shares() -> None:
    contest = contest_of("etazhiki")
    found = standing(contest, play_all(contest, 6, 1, adjust=True, effort=(100, 60)))
    for place in found.places:
        assert place.adjusted is not None
    shares = [place.adjusted.win_share for place in found.places if place.adjusted]
    assert sum(shares) == pytest.approx(1)


def test_without_being_asked_an_arena_tells_no_luck() -> None:
    contest = contest_of("etazhiki")
    assert play(contest, 0, (0, 1)).luck is None
    assert all(place.adjusted is None for place in standing(contest, play_all(contest, 2, 1)).places)


def test_the_command_shows_both_shares_and_writes_both(tmp_path: Path) -> None:
    file = tmp_path / "arena.json"
    asked = ("arena", "--game", "etazhiki", "--bots", "player,beginner", "--seats", "2", "--games", "4")
    options = ("--processes", "1", "--playouts", "100x60", "--adjust", "luck")
    done = igroteka(*asked, *options, "--json", str(file))
    assert done.returncode == 0, done.stderr
    assert "without luck" in done.stdout
    assert "of the variance over deals is left" in done.stdout
    told = json.loads(file.read_bytes())
    for place in told["standing"]["places"]:
        assert place["adjusted"]["low"] < place["adjusted"]["win_share"] < place["adjusted"]["high"]
    assert all(sum(bout["luck"]) == pytest.approx(0) for bout in told["games"])


def test_only_luck_can_be_taken_off() -> None:
    done = igroteka("arena", "--game", "etazhiki", "--adjust", "skill")
    assert done.returncode == 2
    assert "skill" in done.stderr


def test_no_deal_decides_how_much_is_taken_off_it() -> None:
    """Where luck and results hang together crookedly, a strength fitted on the same deals moves the mean."""
    chance, means = np.random.default_rng(3), []
    for _ in range(1000):
        parts = chance.normal(0, 1, (40, 2))
        luck = parts.sum(axis=1)
        won = 0.5 + 0.1 * luck + 0.05 * (luck**2 - 2)
        found = adjusted(won.tolist(), luck.tolist(), parts.tolist())
        assert found is not None
        means.append(found.win_share)
    assert fmean(means) == pytest.approx(0.5, abs=4 * stdev(means) / len(means) ** 0.5)
    assert stdev(means) / len(means) ** 0.5 < 0.001


def test_parts_of_luck_that_show_differently_are_taken_off_differently() -> None:
    chance = np.random.default_rng(4)
    parts = chance.normal(0, 0.3, (400, 3))
    won = 0.5 + parts @ (1.0, 0.5, 0.0) + chance.normal(0, 0.05, 400)
    together = adjusted(won.tolist(), parts.sum(axis=1).tolist())
    apart = adjusted(won.tolist(), parts.sum(axis=1).tolist(), parts.tolist())
    assert together is not None
    assert apart is not None
    assert apart.variance < 0.1 < together.variance
    assert apart.low < 0.5 < apart.high


@every_game
def test_playouts_know_who_sees_too_late_that_it_could_act(game: str) -> None:
    """Where Beginner sees something late, a seat that always does so wins less; elsewhere nobody is late."""
    has_late = bool(sense_of(game).LATE)
    assert (Entrant.of("beginner").lapses(game)[2] > 0) == has_late
    assert Entrant.of("player").lapses(game) == (0.0, 0.0, 0.0)
    if has_late:
        match, _ = open_bout(contest_of(game), 0, (0, 1))
        state, sound = playouts(game).state(match.state, match.state.options), (0.0, 0.0, 0.0)
        other = playouts(game).value(state, 400, 1, lapses=(sound, (0.0, 0.0, 1.0)))
        alike = playouts(game).value(state, 400, 1, lapses=(sound, sound))
        assert other[:, 0].mean() > alike[:, 0].mean() + 0.1


def test_the_page_has_a_script_that_runs(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "review.md").read_text("utf-8")
    (code,) = (code for code in re.findall(r"```python\n(.*?)```", page, re.S) if "play_all" in code)
    (tmp_path / "script.py").write_text(code.replace("master:200x", "beginner").replace("2000", "8"))
    command = [sys.executable, "script.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    assert "win_share=" in done.stdout
