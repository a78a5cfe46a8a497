"""How a pupil gets better by what it has lived through: PPO, held back by a magnet."""

from importlib import import_module
from typing import Any, Final

import msgspec

from igroteka.lab.school.replayed import Replayed
from igroteka.lab.school.tables import Lived

torch: Any = import_module("torch")

_PASSES: Final = 2
_CLIP: Final = 0.2


class Method(msgspec.Struct, frozen=True):
    """How to learn.

    With `magnet` above 0 it is magnetic mirror descent in the clothes of PPO: a policy is paid for staying
    near a slowly moving earlier one, which keeps it from going round in circles where information is hidden.
    """

    rate: float = 6e-4
    magnet: float = 0.05
    entropy: float = 0.005
    """What variety is paid at the beginning; it falls with the rate."""
    trust: float = 0.92
    """1 trusts results, 0 trusts the critic."""
    patience: float = 1.0
    """How much a result counts one decision earlier; below 1 winning soon is better than winning late."""
    pull: int = 20
    """The magnet moves to where the pupil is, after so many rounds."""
    lot: int = 2048
    """Decisions that are learned from at once."""


class Losses(msgspec.Struct, frozen=True):
    entropy: float
    critic: float
    standing: float
    """Of the pupil's own judgement, without the hands."""
    away: float
    """How far the pupil is from its magnet, in nats."""


class Lessons:
    """A few passes over the decisions of a round, in lots; no answer may become much likelier at once."""

    def __init__(self, pupil: Any, critic: Any, magnet: Any, lived: Lived, method: Method) -> None:
        self.pupil, self.critic, self.magnet, self.lived, self.method = pupil, critic, magnet, lived, method
        self.device = lived.value.device
        self._parameters = [*pupil.parameters(), *critic.parameters()]
        on_card = self.device.type == "cuda"
        rate = torch.tensor(method.rate, device=self.device) if on_card else method.rate
        self.optimizer = torch.optim.Adam(self._parameters, rate, capturable=on_card)
        self._rows = torch.zeros(min(method.lot, lived.value.numel()), dtype=torch.long, device=self.device)
        self._gained = torch.zeros_like(lived.value)
        self._told = torch.zeros(len(Losses.__struct_fields__), device=self.device)
        self._variety = torch.tensor(method.entropy, device=self.device)
        self._step = Replayed(self._learn, self.device.type)

    def slow_down(self, share: float) -> None:
        """To this share of the learning rate, and of what variety is paid."""
        self._variety.fill_(self.method.entropy * share)
        for group in self.optimizer.param_groups:
            if self.device.type == "cuda":
                group["lr"].fill_(self.method.rate * share)
            else:
                group["lr"] = self.method.rate * share

    def learn(self, generator: Any) -> tuple[Losses, int]:
        """What is said of the losses, and from how many decisions something was learned."""
        lived, size = self.lived, len(self._rows)
        gained = (lived.target - lived.value)[lived.mine]
        self._gained.copy_((lived.target - lived.value - gained.mean()) / (gained.std(correction=0) + 1e-6))
        self._told.zero_()
        mine = lived.mine.flatten().nonzero()[:, 0]
        lots = -(-len(mine) // size)
        for _ in range(_PASSES):
            order = mine[torch.randperm(len(mine), generator=generator).to(self.device)]
            whole = torch.cat([order, order.repeat(-(-size // max(1, len(order))))])  # the last lot is full
            for start in range(0, lots * size, size):
                self._rows.copy_(whole[start : start + size])
                self._step()
        return Losses(*(self._told / max(1, _PASSES * lots)).tolist()), len(gained)

    def are_numbers(self) -> bool:
        """Whether all that was learned is: what the last step of a round has made shows in no loss yet."""
        return bool(torch.stack([part.isfinite().all() for part in self._parameters]).all())

    def _learn(self) -> None:
        rows, row = self._rows, self.lived.row
        observation, mask = row("observation", rows), row("mask", rows)
        features = self.pupil.features(observation, mask)
        chances, standing = self.pupil(features, mask)
        judged = self.critic(features, row("hands", rows))
        with torch.no_grad():
            pole = self.magnet(features, mask)[0]
        target, gained = row("target", rows), self._gained.flatten()[rows]
        likely = chances.exp()
        ratio = (chances.gather(1, row("action", rows)[:, None])[:, 0] - row("log_prob", rows)).exp()
        gain = torch.min(ratio * gained, ratio.clamp(1 - _CLIP, 1 + _CLIP) * gained)
        spread = -(likely * chances.clamp(min=-20)).sum(1)
        away = (likely * (chances - pole).clamp(-20, 20)).sum(1)
        critic, own = (judged - target).square(), (standing - target).square()
        method = self.method
        each = -gain + 0.5 * (critic + own) - self._variety * spread + method.magnet * away
        self.optimizer.zero_grad(set_to_none=True)
        each.mean().backward()
        torch.nn.utils.clip_grad_norm_(self._parameters, 0.5)
        self.optimizer.step()
        parts = (spread, critic, own, away)
        self._told += torch.stack([part.detach().mean() for part in parts])
