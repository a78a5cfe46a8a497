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
    log_prob: Array
    target: Array
    advantage: Array


class SelfPlay:
    """All seats of many tables played by one policy; the tables go on from round to round."""

    def __init__(self, env: VectorEnv) -> None:
        self.env = env
        self.seen, self.infos = env.reset()

    def play(self, policy: Policy, steps: int, gae_lambda: float = 0.95) -> Experience:
        """So many steps at every table."""
        count, env = self.env.num_envs, self.env
        observation = np.empty((steps, count, *self.seen["observation"].shape[1:]), np.uint8)
        mask = np.empty((steps, count, *self.seen["action_mask"].shape[1:]), np.bool_)
        action = np.empty((steps, count), np.int64)
        log_prob, value = (np.zeros((steps, count), np.float32) for _ in range(2))
        reward = np.zeros((steps, count, env.seats), np.float32)
        seat = np.empty((steps, count), np.int8)
        over, real = (np.empty((steps, count), np.bool_) for _ in range(2))
        for t in range(steps):
            observation[t], mask[t] = self.seen["observation"], self.seen["action_mask"]
            seat[t] = self.infos["seat"]
            some = real[t] = mask[t].sum(axis=1) > 1
            action[t] = mask[t].argmax(axis=1)  # the only answer, where there is one
            action[t, some], log_prob[t, some], value[t, some] = policy(observation[t, some], mask[t, some])
            self.seen, reward[t], ended, cut, self.infos = env.step(action[t])
            over[t] = ended | cut
        *_, last = policy(self.seen["observation"], self.seen["action_mask"].astype(np.bool_))
        told = np.where(real, value, np.nan)
        target = look_back(told, seat, reward, over, last, self.infos["seat"], gae_lambda, env.parties)
        flat = (observation, mask, action, log_prob, target, target - value)
        return Experience(*(part[real] for part in flat))


def look_back(
    value: Array,
    seat: npt.NDArray[np.int8],
    reward: Array,
    over: npt.NDArray[np.bool_],
    last_value: Array,
    last_seat: npt.NDArray[np.int8],
    gae_lambda: float,
    parties: int = 2,
) -> Array:
    """What every decision led to, for the seat that made it: TD(lambda) where gains and losses add up to 0.

    Rows are steps, columns tables; rewards have a column for every seat. What is ahead is kept for all
    seats: a seat's value is its mates' value too, and the opposite of it is shared by the other parties. A
    value that is not a number says nothing.
    """
    seats = reward.shape[2]
    side = np.arange(seats) % parties
    to_all = np.where(side[:, None] == side, 1, -1 / (parties - 1)).astype(np.float32)
    target = np.empty_like(value)
    ahead = to_all[last_seat] * last_value[:, None]
    for t in range(len(value) - 1, -1, -1):
        ahead = np.where(over[t][:, None], reward[t], ahead)
        target[t] = np.take_along_axis(ahead, seat[t][:, None].astype(np.int64), axis=1)[:, 0]
        looked = gae_lambda * ahead + (1 - gae_lambda) * to_all[seat[t]] * value[t][:, None]
        ahead = np.where(np.isnan(value[t])[:, None], ahead, looked)
    return target


def share_against_random(env: VectorEnv, policy: Policy, seed: int = 1) -> float:
    """Of the first game at every table, the policy at one seat in turn, how much it wins."""
    seen, infos = env.reset(seed=seed)
    mine = np.arange(env.num_envs) % env.seats
    share = np.full(env.num_envs, np.nan)
    while np.isnan(share).any():
        action, _, _ = policy(seen["observation"], seen["action_mask"].astype(np.bool_))
        action = np.where(infos["seat"] == mine, action, env.sample())
        seen, rewards, ended, cut, infos = env.step(action)
        first = (ended | cut) & np.isnan(share)
        share[first] = (rewards[first, mine[first]] * (env.parties - 1) + 1) / env.parties
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
