"""Bots for free: a game that brings nothing but its rules has all levels, advice and an arena."""

import sys
import time
from types import SimpleNamespace
from typing import Any

import pytest

from igroteka.bots import LEVELS, Bot, RandomBot, make
from igroteka.bots.advise import advise
from igroteka.bots.master import MasterBot, warm_up
from igroteka.bots.sense import has_own, sense_of, weigh
from igroteka.core import AnyGame, Seeded, shelved
from igroteka.envs import AgainstBots, env
from igroteka.games import SHELF
from igroteka.games.shelf import Found
from igroteka.lab.arena import Contest, play
from igroteka.lab.entrant import Entrant
from igroteka.table import Match, play_out
from sites import EIGHTS

KINDS = {"rules alone": ("sense", "progress"), "rules and progress": ("sense",)}
"""What the guest leaves out."""


@pytest.fixture(params=KINDS.values(), ids=KINDS)
def guest(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """Crazy Eights on the shelf for one test, without a sense of its own."""
    monkeypatch.syspath_prepend(str(EIGHTS / "src"))
    package: Any = __import__("igroteka_eights")
    left_out = {*request.param}
    names = {name: getattr(package, name) for name in package.__all__ if name not in left_out}
    game = shelved(SimpleNamespace(**names, __name__=package.__name__))
    games = {**dict(SHELF), game.NAME: game}
    monkeypatch.setitem(SHELF.__dict__, "_found", Found(games, ()))
    sense_of.cache_clear()
    yield game
    sense_of.cache_clear()
    for name in [name for name in sys.modules if name.startswith("igroteka_eights")]:
        del sys.modules[name]


def winners(game: AnyGame, seed: int, *bots: Any) -> tuple[int, ...]:
    """Who wins when these bots play a whole game."""
    match, chance = Match(game, len(bots), seed=seed), Seeded(seed)
    for _ in play_out(match, lambda at, look, *asked: bots[at].choose(look(), *asked, chance), chance):
        assert len(match.log) < 3000
    assert match.outcome is not None
    return match.outcome.winners


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_whole_games(guest: AnyGame, level: str) -> None:
    assert not has_own(guest.NAME)
    assert winners(guest, 2, *(unhurried(level) for _ in range(3)))


def unhurried(level: str) -> Bot:
    """Master by the time of its thread: by the clock nothing but lots is left to it on a busy machine."""
    return MasterBot(0.03, patience=None) if level == "master" else make(level)


def test_a_master_of_a_game_without_a_twin_keeps_to_its_time(guest: AnyGame) -> None:
    assert not warm_up(guest.NAME)
    match = Match(guest, 4, seed=5)
    match.deal()
    seat = guest.turn(match.state)
    view = match.view(seat)
    begun = time.thread_time()
    assert MasterBot(0.2).choose(view, view.legal, False, Seeded(1)) in view.legal
    assert time.thread_time() - begun < 1.0
    again = [MasterBot(iterations=40).choose(view, view.legal, False, Seeded(1)) for _ in range(2)]
    assert again[0] == again[1]


def test_advice_is_given_and_the_same_view_weighs_the_same(guest: AnyGame) -> None:
    match = Match(guest, 2, seed=3)
    match.deal()
    view = match.view(guest.turn(match.state))
    assert weigh(view, view.legal) == weigh(view, view.legal)
    advice = advise(view, iterations=30)
    assert advice
    assert all(one.intent in view.legal and 0 <= one.chance <= 1 for one in advice)


def test_an_arena_lets_them_play(guest: AnyGame) -> None:
    entrants = tuple(Entrant.of(name, 0.003) for name in ("player", "beginner"))
    bout = play(Contest(guest.NAME, 2, {}, entrants), 0, (0, 1))
    assert bout.rows > 5
    assert isinstance(make("random"), RandomBot)


def test_player_wins_against_chance_whatever_the_game_tells_of_itself(guest: AnyGame) -> None:
    """Where points come late, or nothing is told before the end, one step ahead was as good as chance."""
    won = [0 in winners(guest, seed, make("player"), make("random")) for seed in range(12)]
    assert sum(won) >= 9


def test_what_player_spends_is_bounded_and_only_the_view_and_the_chance_decide(guest: AnyGame) -> None:
    match = Match(guest, 3, seed=4)
    match.deal()
    view = match.view(guest.turn(match.state))
    decided = 0

    def decide(*asked: Any) -> Any:
        nonlocal decided
        decided += 1
        return rules(*asked)

    rules, guest.__dict__["decide"] = guest.decide, decide
    chosen = [make("player").choose(view, view.legal, False, Seeded(1)) for _ in range(2)]
    guest.__dict__["decide"] = rules
    assert chosen[0] == chosen[1]
    assert 300 < decided < 2 * 1000


def test_a_game_that_two_cannot_play_is_an_environment_for_the_fewest_that_can(
    guest: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guest, "SEATS", (3, 4, 5))
    assert len(env(guest.NAME).possible_agents) == 3
    assert AgainstBots(guest.NAME, "random").table.seats == 3
