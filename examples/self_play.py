"""Self-play for learning, without a word about networks: play, look back, count wins (docs/envs.md)."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from igroteka.envs import VectorEnv

Array: TypeAlias = npt.NDArray[np.float32]
Policy: TypeAlias = Callable[[npt.NDArray[np.uint8], npt.NDArray[np.bool_]], tuple[Array, Array, Array]]
"""Observations and masks in; actions, the logarithms of their chances, and how well the seats stand out."""


class Experience(NamedTuple):
    """Decisions that had more than one answer, in no order."""

    observation: npt.NDArray[np.uint8]
    mask: npt.NDArray[np.bool_]
    action: npt.NDArray[np.int64]
    chance: Array
    target: Array
    advantage: Array


class SelfPlay:
    """Both seats of many tables played by one policy; mutable: the tables go on from round to round."""

    def __init__(self, env: VectorEnv) -> None:
        assert env.seats == 2, "what is good for one seat must be as bad for the other"
        self.env = env
        self.seen, self.infos = env.reset()

    def play(self, policy: Policy, steps: int, trust: float = 0.95) -> Experience:
        """So many steps at every table; `trust` is the lambda of looking back."""
        count, env = self.env.num_envs, self.env
        observation = np.empty((steps, count, *self.seen["observation"].shape[1:]), np.uint8)
        mask = np.empty((steps, count, *self.seen["action_mask"].shape[1:]), np.bool_)
        action = np.empty((steps, count), np.int64)
        chance, value, gain = (np.zeros((steps, count), np.float32) for _ in range(3))
        seat = np.empty((steps, count), np.int8)
        over, real = (np.empty((steps, count), np.bool_) for _ in range(2))
        for t in range(steps):
            observation[t], mask[t] = self.seen["observation"], self.seen["action_mask"]
            seat[t] = self.infos["seat"]
            some = real[t] = mask[t].sum(axis=1) > 1
            action[t] = mask[t].argmax(axis=1)  # the only answer, where there is one
            action[t, some], chance[t, some], value[t, some] = policy(observation[t, some], mask[t, some])
            self.seen, rewards, ended, cut, self.infos = env.step(action[t])
            gain[t], over[t] = rewards[:, 0], ended | cut
        *_, last = policy(self.seen["observation"], self.seen["action_mask"].astype(np.bool_))
        target = look_back(np.where(real, value, np.nan), seat, gain, over, last, self.infos["seat"], trust)
        flat = (observation, mask, action, chance, target, target - value)
        return Experience(*(part[real] for part in flat))


def look_back(
    value: Array,
    seat: npt.NDArray[np.int8],
    gain: Array,
    over: npt.NDArray[np.bool_],
    last_value: Array,
    last_seat: npt.NDArray[np.int8],
    trust: float,
) -> Array:
    """What every decision led to, for the seat that made it: TD(lambda) where one's gain is the other's loss.

    Rows are steps, columns tables; `gain` is the reward of seat 0. What is ahead is kept as seat 0 sees it;
    a value that is not a number says nothing of it.
    """
    target = np.empty_like(value)
    ahead = np.where(last_seat == 0, last_value, -last_value)
    for t in range(len(value) - 1, -1, -1):
        ahead = np.where(over[t], gain[t], ahead)
        sign = np.where(seat[t] == 0, 1, -1)
        target[t] = sign * ahead
        looked = trust * ahead + (1 - trust) * sign * value[t]
        ahead = np.where(np.isnan(value[t]), ahead, looked)
    return target


def share_against_random(env: VectorEnv, policy: Policy, seed: int = 1) -> float:
    """Of the first game at every table, the policy at seat 0 of half of them, how much it wins."""
    seen, infos = env.reset(seed=seed)
    mine = np.arange(env.num_envs) % 2
    share = np.full(env.num_envs, np.nan)
    while np.isnan(share).any():
        action, _, _ = policy(seen["observation"], seen["action_mask"].astype(np.bool_))
        action = np.where(infos["seat"] == mine, action, env.sample())
        seen, rewards, ended, cut, infos = env.step(action)
        first = (ended | cut) & np.isnan(share)
        share[first] = (rewards[first, mine[first]] + 1) / 2
    return float(share.mean())


def ever_shown(env: VectorEnv, steps: int = 300) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Which numbers of an observation, and of a mask, are not always zero, as far as random play shows."""
    seen, _ = env.reset(seed=1)
    shown = {name: np.zeros(rows.shape[1], np.bool_) for name, rows in seen.items()}
    for _ in range(steps):
        for name, rows in seen.items():
            shown[name] |= rows.any(axis=0)
        seen, *_ = env.step(env.sample())
    return shown["observation"], shown["action_mask"]
