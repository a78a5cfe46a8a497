"""A bot's question in the numbers of environments, and policies in ONNX files that somebody else wrote."""

import random

import numpy as np
import pytest

from envs.small_onnx import BOOL, FLOAT, INT64, UINT8, write
from igroteka.bots import make
from igroteka.core import Refused, Seeded
from igroteka.envs import as_numbers, egocentric, raw_env
from igroteka.envs.readable_table import ReadableTable
from igroteka.games import SHELF
from igroteka.games import game as on_shelf
from igroteka.table import Match, play_out
from igroteka.turbo import NOBODY, WAIT, twin, twins

every_game = pytest.mark.parametrize("game", SHELF)
every_twin = pytest.mark.parametrize("game", twins())


@every_game
@pytest.mark.parametrize("relative", [False, True])
def test_a_bot_is_asked_in_the_numbers_that_an_environment_shows(game, relative):
    env = raw_env(game, SHELF[game].SEATS[-1], relative=relative)
    env.reset(seed=5)
    chooser, compared = random.Random(5), 0
    for _ in range(150):
        table = env.table
        if table.seat == NOBODY:
            break
        there = env.observe(env.agent_selection)
        offers, may_wait = tuple(table.offers.values()), bool(WAIT in table.answers())
        if offers:
            here, answers = as_numbers(table.view(table.seat), offers, may_wait, relative=relative)
            assert env.observation_space(env.agent_selection).contains(here)
            for part in ("observation", "action_mask"):
                assert (here[part] == there[part]).all()
            assert sorted(answers) == table.answers().tolist()
            assert {number: one for number, one in answers.items() if one is not None} == table.offers
            compared += 1
        env.step(int(chooser.choice(table.answers())))
    assert compared > 20


def test_a_game_without_a_twin_has_its_numbers_too(monkeypatch):
    monkeypatch.setattr("igroteka.envs.numbers.twins", lambda: ())
    table = ReadableTable("etazhiki", 3)
    table.deal(4)
    seen, answers = as_numbers(table.view(table.seat), tuple(table.offers.values()), WAIT in table.answers())
    assert (seen["observation"] == table.observe(table.seat)).all()
    assert (seen["action_mask"] == table.mask()).all()
    assert sorted(answers) == table.answers().tolist()


def choices(bot, game, seats, rows=60):
    """Views with offers, whether it could wait, and what the bot chose."""
    match, found = Match(on_shelf(game), seats, seed=3), []

    def choose(seat, look, offers, may_wait):
        chosen = bot.choose(look(), offers, may_wait, Seeded(1))
        found.append((look(), offers, may_wait, chosen))
        return chosen

    for _, _row in zip(range(rows), play_out(match, choose, Seeded(2)), strict=False):
        pass
    return found


@every_twin
@pytest.mark.parametrize("kind", [UINT8, FLOAT])
@pytest.mark.parametrize("relative", [False, True])
def test_a_file_of_any_trainer_is_a_bot_also_one_that_looks_from_its_own_seat(game, relative, kind, tmp_path):
    fast = twin(game)
    weights = np.random.default_rng(1).normal(size=(fast.OBSERVED, fast.ACTIONS)).astype(np.float32)
    inputs = {"observation": kind, "action_mask": BOOL} if relative else {"observation": kind}
    about = {"game": game, **({"relative": "1"} if relative else {})}
    path = write(tmp_path / "mine.onnx", weights, about, inputs)
    told = choices(make(str(path)), game, 3)
    for view, offers, may_wait, chosen in told:
        seen, answers = as_numbers(view, offers, may_wait)
        shown = egocentric(game, seen["observation"]) if relative else seen["observation"]
        logits = shown.astype(np.float32) @ weights
        assert chosen == answers[max(answers, key=lambda action: logits[action])]
    assert len(told) > 40


@pytest.mark.parametrize(
    ("about", "inputs", "output", "problem"),
    [
        ({}, {"observation": UINT8}, "logits", "which game"),
        ({"game": "chess"}, {"observation": UINT8}, "logits", "no game 'chess' has a twin"),
        ({"game": "etazhiki"}, {"obs": UINT8}, "logits", "`obs` is neither"),
        ({"game": "etazhiki"}, {"observation": UINT8}, "actions", "no output `logits`"),
        ({"game": "etazhiki"}, {"observation": INT64}, "logits", "tensor\\(int64\\)"),
        ({"game": "upturn"}, {"observation": UINT8}, "logits", "not rows of 451 numbers"),
    ],
)
def test_what_a_file_lacks_is_told_before_it_plays(about, inputs, output, problem, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    fast = twin("etazhiki")
    write(tmp_path / "mine.onnx", np.zeros((fast.OBSERVED, fast.ACTIONS), np.float32), about, inputs, output)
    with pytest.raises(Refused, match=problem) as refused:
        make("mine.onnx")
    assert refused.value.parameters["bot"] == "mine.onnx"


def test_a_network_that_went_astray_is_told_so_instead_of_choosing_anything(tmp_path):
    fast = twin("etazhiki")
    weights = np.full((fast.OBSERVED, fast.ACTIONS), np.nan, np.float32)
    bot = make(str(write(tmp_path / "lost.onnx", weights, {"game": "etazhiki"})))
    with pytest.raises(ValueError, match="NaN"):
        choices(bot, "etazhiki", 2)
