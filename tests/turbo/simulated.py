"""Plays a few tables on Numba's simulated card beside the processor: `python simulated.py GAME`, no pytest.

The simulator runs what each thread does in Python and the twin's kernels on the processor, so that launches,
shared memory, and what goes to and from the card are tested without one.
"""

import os
import sys

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"

import numpy as np

from igroteka.envs import VectorEnv
from igroteka.lab.school.house_player import HousePlayer
from igroteka.turbo import Batch, twin
from igroteka.turbo.card.batch import on_card
from igroteka.turbo.card.lockstep import Both, _host


def batches(name: str) -> None:
    fast = twin(name)
    both = Both(fast, 11, 2, None, seed=5, honour=False)  # more than a block, and not two
    both.compare()
    steps = sum(both.answer() for _ in range(3))
    both.imagine(1)
    steps += both.play_on(20)
    state = fast.blank(2, fast.GAME.Options())
    fast.KERNELS["deal"](state[0], both.cpu.rngs[:1].copy())
    for batch in (both.cpu, both.card):
        batch.put(state)
    both.compare()
    states, rngs = both.card.kept()
    both.card.deal()
    both.card.restore(states, rngs)
    both.compare()
    both.card.deal()
    refuses_odd_actions(both.card)
    print(f"{name}: {steps} steps agree")


def refuses_odd_actions(batch: Batch) -> None:
    before = batch.kept()[0]
    masks, actions = _host(batch.masks()), _host(batch.random()).copy()
    for action in (int(masks[7].argmin()), -1, batch.twin.ACTIONS):
        actions[7] = actions[9] = action
        assert refusal(batch, actions).startswith(f"table 7: {action} is not one of the answers of seat")
    assert np.array_equal(before, batch.kept()[0])


def refusal(batch: Batch, actions: np.ndarray) -> str:
    try:
        batch.step(actions)
    except ValueError as said:
        return str(said)
    return "none"


def environments(name: str) -> None:
    envs = [VectorEnv(name, 5, max_steps=7, device=device) for device in ("cpu", "cuda")]
    for env in envs:
        env.reset(seed=3)
    for _ in range(9):
        seen, other = ([_plain(part) for part in env.step(env.sample())] for env in envs)
        assert seen == other
    together, other = (_plain(env.state()) for env in envs)
    assert together == other
    # two seats again: every other size is another record, and compiled anew
    relative = [VectorEnv(name, 5, relative=True, device=device) for device in ("cpu", "cuda")]
    for env in relative:
        env.reset(seed=4)
    for _ in range(3):
        seen, other = ([_plain(part) for part in env.step(env.sample())] for env in relative)
        assert seen == other
    together, other = (_plain(env.state()) for env in relative)
    assert together == other
    print(f"{name}: environments agree")


def player(name: str) -> None:
    """What Player would answer is the same at tables of the card."""
    said = []
    for device in ("cpu", "cuda"):
        batch = Batch(name, 9, 2, seed=6, wide=True, device=device)
        try:
            house = HousePlayer(batch)
        except ValueError as no_player:
            print(no_player)
            return
        out = np.full(9, -2, np.int16)
        there = on_card(out) if device == "cuda" else out
        for _ in range(12):
            house.look(there)
            said.append(_host(there).tolist())
            batch.step(batch.random())
    assert said[:12] == said[12:]
    assert max(map(max, said)) > 0
    print(f"{name}: Player agrees")


def _plain(part):
    if isinstance(part, dict):
        return {key: _host(value).tolist() for key, value in part.items()}
    return _host(part).tolist()


if __name__ == "__main__":
    batches(sys.argv[1])
    environments(sys.argv[1])
    player(sys.argv[1])
