"""How a pupil gets better by what it has lived through: PPO, held back by a magnet."""

from importlib import import_module
from typing import Any, Final

import msgspec

from igroteka.lab.school.tables import Experience

torch: Any = import_module("torch")

_PASSES: Final = 2
_FEWEST, _LOTS = 1024, 24
"""Rows of a lot, at least; lots of a pass, about."""
_CLIP: Final = 0.2


class Method(msgspec.Struct, frozen=True):
    """How to learn.

    With `magnet` above 0 it is magnetic mirror descent in the clothes of PPO: a policy is paid for staying
    near a slowly moving earlier one, which keeps it from going round in circles where information is hidden.
    """

    rate: float = 6e-4
    magnet: float = 0.05
    entropy: float = 0.005
    trust: float = 0.92
    """1 trusts results, 0 trusts the critic."""
    pull: int = 20
    """The magnet moves to where the pupil is, after so many rounds."""


class Losses(msgspec.Struct, frozen=True):
    entropy: float
    critic: float
    standing: float
    """Of the pupil's own judgement, without the hands."""
    away: float
    """How far the pupil is from its magnet, in nats."""


def learn(
    pupil: Any, critic: Any, magnet: Any, optimizer: Any, lived: Experience, method: Method, generator: Any
) -> Losses:
    """A few passes over the decisions, in lots; no answer may become much likelier at once."""
    count = len(lived.action)
    gained = (lived.advantage - lived.advantage.mean()) / (lived.advantage.std() + 1e-6)
    told: list[list[Any]] = []
    for _ in range(_PASSES):
        order = torch.randperm(count, generator=generator).to(lived.action.device)
        for lot in order.split(max(_FEWEST, count // _LOTS)):
            observation, mask, hands = lived.observation[lot], lived.mask[lot], lived.hands[lot]
            chances, standing = pupil(observation, mask)
            judged = critic(pupil.features(observation, mask), hands)
            with torch.no_grad():
                pole = magnet(observation, mask)[0]
            likely = chances.exp()
            ratio = (chances.gather(1, lived.action[lot][:, None])[:, 0] - lived.log_prob[lot]).exp()
            gain = torch.min(ratio * gained[lot], ratio.clamp(1 - _CLIP, 1 + _CLIP) * gained[lot]).mean()
            spread = -(likely * chances.clamp(min=-20)).sum(1).mean()
            away = (likely * (chances - pole).clamp(-20, 20)).sum(1).mean()
            critic_loss = (judged - lived.target[lot]).square().mean()
            standing_loss = (standing - lived.target[lot]).square().mean()
            loss = -gain + 0.5 * (critic_loss + standing_loss)
            loss = loss - method.entropy * spread + method.magnet * away
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_([p for g in optimizer.param_groups for p in g["params"]], 0.5)
            optimizer.step()
            told.append([part.detach() for part in (spread, critic_loss, standing_loss, away)])
    return Losses(*torch.tensor(told).mean(0).tolist())
