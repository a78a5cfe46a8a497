"""What is learned: looking back, self-play, and a network in a file that plays at tables.

PyTorch is not needed: the file, examples/etazhiki.onnx, was written by examples/learn.py (docs/envs.md).
"""

import importlib.util
from functools import cache
from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from igroteka.bots import make
from igroteka.bots.onnx import PolicyBot, observation
from igroteka.core import Refused, Seeded
from igroteka.envs import VectorEnv
from igroteka.envs.fast_table import FastTable as Table
from igroteka.games import game as on_shelf
from igroteka.lab.arena import Contest, jobs, play
from igroteka.lab.entrant import Entrant
from igroteka.table import Match, play_out, random_chooser

EXAMPLES = Path(__file__).parents[2] / "examples"
FILE = EXAMPLES / "etazhiki.onnx"


def load(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


self_play = load("self_play")


def at_random(observation, mask):
    chooser = np.random.default_rng(len(mask))
    action = (chooser.random(mask.shape) * mask).argmax(axis=1)
    return action, -np.log(mask.sum(axis=1)), np.zeros(len(mask), np.float32)


@cache
def network():
    return onnxruntime.InferenceSession(FILE, providers=["CPUExecutionProvider"])


def as_taught(observation, mask):
    asked = {"observation": observation, "action_mask": mask}
    logits, value = network().run(["logits", "value"], asked)
    assert (logits[~mask] < -1e8).all()
    return logits.argmax(axis=1), np.zeros(len(mask)), value


def test_looking_back_gives_the_winner_its_due_and_the_loser_the_opposite():
    """One table, seats in turn; seat 0 wins at the third step, then a new game begins."""
    value = np.array([[0.5], [-0.5], [0.2], [0.0]], np.float32)
    seat = np.array([[0], [1], [0], [1]], np.int8)
    gain = np.array([[[0, 0]], [[0, 0]], [[1, -1]], [[0, 0]]], np.float32)
    over = gain[:, :, 0].astype(bool)
    last, next_seat = np.array([0.4], np.float32), np.array([0], np.int8)
    full = self_play.look_back(value, seat, gain, over, last, next_seat, gae_lambda=1.0)
    assert full[:, 0].tolist() == pytest.approx([1, -1, 1, -0.4])
    some = self_play.look_back(value, seat, gain, over, last, next_seat, gae_lambda=0.5)
    third, second = 1.0, -(0.5 * 1 + 0.5 * 0.2)
    assert some[:, 0].tolist() == pytest.approx([0.5 * -second + 0.5 * 0.5, second, third, -0.4])
    unknown = np.where(value == -0.5, np.nan, value)
    skipped = self_play.look_back(unknown, seat, gain, over, last, next_seat, gae_lambda=0.5)
    assert skipped[0, 0] == pytest.approx(-second)


def test_looking_back_among_three_and_in_teams():
    """What one seat gains, two others lose by half each; mates gain together."""
    value = np.array([[0.6], [0.0]], np.float32)
    seat = np.array([[0], [1]], np.int8)
    over = np.array([[False], [False]])
    last, next_seat = np.array([0.8], np.float32), np.array([2], np.int8)
    three = self_play.look_back(value, seat, np.zeros((2, 1, 3), np.float32), over, last, next_seat, 1.0, 3)
    assert three[:, 0].tolist() == pytest.approx([-0.4, -0.4])
    teams = self_play.look_back(value, seat, np.zeros((2, 1, 4), np.float32), over, last, next_seat, 1.0, 2)
    assert teams[:, 0].tolist() == pytest.approx([0.8, -0.8])


def test_self_play_goes_for_teams_too():
    env = VectorEnv("sequence", 16, 4, {"draw": "automatic"})
    assert env.parties == 2
    played = self_play.SelfPlay(env).play(at_random, 60)
    assert np.abs(played.target).max() <= 1


def test_self_play_keeps_real_decisions_of_both_seats():
    tables = self_play.SelfPlay(VectorEnv("etazhiki", 32))
    played = tables.play(at_random, 150)
    assert (played.mask.sum(axis=1) > 1).all()
    assert played.mask[np.arange(len(played.action)), played.action].all()
    assert np.abs(played.target).max() <= 1
    assert len({len(part) for part in played}) == 1
    assert set(np.unique(played.observation[:, 404])) == {0, 1}
    again = tables.play(at_random, 5)
    assert len(again.action) > 0


def test_random_play_wins_half_against_random_play():
    assert self_play.share_against_random(VectorEnv("etazhiki", 400), at_random) == pytest.approx(
        0.5, abs=0.1
    )


def test_what_never_shows_is_left_out():
    shown, allowed = self_play.ever_shown(VectorEnv("etazhiki", 64))
    assert shown[:29].all()
    assert not shown[29:123].any()
    assert allowed[4:33].all()
    assert not allowed[127:167].any()  # beginners alone lay on piles


def test_the_taught_network_beats_random_play():
    assert FILE.stat().st_size < 500_000
    assert self_play.share_against_random(VectorEnv("etazhiki", 300), as_taught) > 0.85


def test_it_plays_whole_games_at_a_table_as_a_bot_and_beats_random():
    """The arena holds it to what it was offered; the same deals from both seats."""
    contest = Contest("etazhiki", 2, {}, (Entrant.of(str(FILE)), Entrant.of("random")), seed=1)
    bouts = [play(contest, *job) for job in jobs(contest, 24)]
    assert np.mean([bout.shares()[bout.lineup.index(0)] for bout in bouts]) > 0.7


@pytest.mark.parametrize("options", [{"variant": "beginner"}, {"variant": "medium"}])
def test_it_plays_other_tables_of_its_game_too(options):
    contest = Contest("etazhiki", 4, options, (Entrant.of(str(FILE)), Entrant.of("random")), seed=2)
    assert play(contest, *jobs(contest, 1)[0]).rows > 10


@pytest.mark.parametrize("name", ["sequence", "upturn", "etazhiki"])
def test_a_view_gives_the_observation_of_the_twin(name):
    """So that a network sees at a table what it saw when it was taught."""
    game = on_shelf(name)
    match = Match(game, 3, seed=4)
    compared = 0
    for number, _ in enumerate(play_out(match, random_chooser(Seeded(5)), Seeded(6))):
        if number > 60 or match.outcome:
            break
        table = Table(name, 3)
        table.states = table.twin.encode(game.position(match.state), table.options, match.state.pool)
        for seat in match.seats:
            seen = observation(match.view(seat), name, Seeded(number))
            assert (seen == table.observe(seat)).all(), (number, seat)
            compared += 1
    assert compared > 100


def test_a_file_that_is_no_network_or_of_another_game_is_refused(tmp_path):
    (tmp_path / "odd.onnx").write_bytes(b"no network")
    for name, problem in (("odd", "onnxruntime cannot read it"), ("missing", "there is no such file")):
        with pytest.raises(Refused, match="bot-not-found") as refused:
            make(str(tmp_path / f"{name}.onnx"))
        assert refused.value.parameters["problem"].startswith(problem)
    match = Match(on_shelf("upturn"), 2, seed=1)
    match.deal()
    seat = match.game.turn(match.state)
    with pytest.raises(Refused, match="bot-of-another-game"):
        make(str(FILE), game="upturn")
    with pytest.raises(Refused, match="bot-of-another-game"):
        PolicyBot(FILE).choose(match.view(seat), match.legal(seat), False, Seeded(1))


def test_where_the_twin_has_no_room_it_plays_as_player_does():
    game = on_shelf("etazhiki")
    crowded = {"hands": [["F1", "F2", "F9"] * 90, ["F1"]], "floors": ["F1"] * 250, "balls": ["B1"], "turn": 0}
    view = game.view(game.from_position(crowded, game.Options()), 0)
    with pytest.raises(Refused, match="position-beyond-the-box"):
        observation(view, "etazhiki", Seeded(1))
    chosen = PolicyBot(FILE).choose(view, view.legal, False, Seeded(1))
    assert chosen == make("player").choose(view, view.legal, False, Seeded(1))
    assert chosen in view.legal
