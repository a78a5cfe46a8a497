"""The twins agree with the readable rules, step by step: random games and all scenario files."""

import random
from pathlib import Path

import pytest
import yaml

from igroteka.core import Refused, read
from igroteka.table import Scenario
from igroteka.turbo import HONOUR, twin, twins
from igroteka.turbo.lockstep import Difference, Pair, fresh, play, run

SCENARIOS = Path(__file__).parent.parent / "scenarios"
STEPS = 8_000
"""Of each game; a million in `make soak`."""
SEED = 1

every_twin = pytest.mark.parametrize("name", twins())


@every_twin
def test_random_games_agree_after_every_step(name):
    assert run(twin(name), SEED, STEPS) >= STEPS


def scenarios():
    for name in twins():
        for path in sorted((SCENARIOS / name).glob("*.yaml")):
            for document in yaml.safe_load_all(path.read_text("utf-8")):
                if document and document.get("position"):
                    yield pytest.param(document, id=f"{name}: {document['name']}")


@pytest.mark.parametrize("document", list(scenarios()))
def test_a_scenario_goes_the_same_way_in_both_engines(document):
    scenario = read(document, Scenario)
    played = twin(scenario.game)
    game = played.GAME
    options = read(scenario.options, game.Options)
    try:
        state = game.from_position(scenario.position, options)
    except Refused:
        return
    try:
        pair = Pair(played, state, options, stream=SEED, mode=HONOUR)
    except Refused as refused:
        pytest.skip(f"left to the readable engine: {refused}")
    pair.compare(*pair.seats)
    for step in scenario.steps:
        if step.do:
            seat, said = step.do
            pair.do(seat, game.canonical(pair.state, read(said, game.Intent)))
            pair.compare(*pair.seats)
    for seat in pair.seats:
        pair.check_imagining(seat)
    for _ in play(pair, random.Random(SEED), most=40):
        pass


@every_twin
def test_a_difference_tells_the_seed_and_shows_a_scenario(name):
    pair = fresh(twin(name), twin(name).GAME.SEATS[0], twin(name).GAME.Options(), seed=3)
    pair.states["turn"] = 1 - pair.states["turn"]
    with pytest.raises(Difference, match=r"position differs[\s\S]*\nsteps:[\s\S]*# twin now"):
        pair.compare(0)
