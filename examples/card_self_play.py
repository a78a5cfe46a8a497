"""`SelfPlay` with everything on a graphics card: tables, observations, experience, network (docs/envs.md)."""

from collections.abc import Callable
from typing import TypeAlias

import torch
from self_play import Experience

from igroteka.envs import VectorEnv
from igroteka.lab.school.looking_back import look_back

Choose: TypeAlias = Callable[[torch.Tensor, torch.Tensor], tuple[torch.Tensor, torch.Tensor, torch.Tensor]]
"""Observations and masks in; actions, the logarithms of their chances, and how well the seats stand out."""


class CardSelfPlay:
    """All seats of many tables played by one policy; the arrays of the environment are seen as tensors."""

    def __init__(self, env: VectorEnv) -> None:
        self.env = env
        seen, infos = env.reset()
        self.observation = tensor(seen["observation"])
        self.mask = tensor(seen["action_mask"])
        self.seat = tensor(infos["seat"])

    def play(self, choose: Choose, steps: int, gae_lambda: float = 0.95) -> Experience:
        """So many steps at every table."""
        env, count = self.env, self.env.num_envs
        observation = self.observation.new_empty((steps, *self.observation.shape))
        mask = torch.empty((steps, *self.mask.shape), dtype=torch.bool, device="cuda")
        action, seat = (torch.empty((steps, count), dtype=torch.int64, device="cuda") for _ in range(2))
        log_prob, value = (torch.empty((steps, count), device="cuda") for _ in range(2))
        reward = torch.empty((steps, count, env.seats), device="cuda")
        over = torch.empty((steps, count), dtype=torch.bool, device="cuda")
        for t in range(steps):
            observation[t], mask[t], seat[t] = self.observation, self.mask != 0, self.seat
            action[t], log_prob[t], value[t] = choose(observation[t], mask[t])
            _, rewards, ended, cut, _ = env.step(action[t])
            reward[t], over[t] = tensor(rewards), tensor(ended) | tensor(cut)
        *_, last = choose(self.observation, self.mask != 0)
        real = mask.sum(2) > 1
        last_seat = self.seat.long()
        target = look_back(value, real, seat, reward, over, last, last_seat, gae_lambda, env.parties)
        flat = (observation, mask, action, log_prob, target, target - value)
        return Experience(*(part[real] for part in flat))


def tensor(array: object) -> torch.Tensor:
    """An array on the card as a tensor, without a copy."""
    return torch.as_tensor(array, device="cuda")
