"""How a pupil begins: by what somebody else did, and how that ended."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

from igroteka.lab.school.examples import Examples

torch: Any = import_module("torch")

_PASSES: Final = 10
_LOT: Final = 1024
_RATE: Final = 1e-3


def imitate(pupil: Any, critic: Any, examples: Examples, generator: Any) -> Iterator[tuple[float, float]]:
    """Pass after pass; what is said after each is the loss of the actions, in nats, and of the standing.

    The critic is not shown hands here: it learns what to make of them later.
    """
    device = next(pupil.parameters()).device
    rows = [torch.from_numpy(part).to(device) for part in examples]
    hands = torch.zeros(1, critic.hands, device=device)
    optimizer = torch.optim.Adam([*pupil.parameters(), *critic.parameters()], _RATE)
    for number in range(_PASSES):
        for group in optimizer.param_groups:
            group["lr"] = _RATE * (1 - number / _PASSES)
        told = []
        for lot in torch.randperm(len(examples.action), generator=generator).to(device).split(_LOT):
            observation, mask, action, result = (part[lot] for part in rows)
            features = pupil.features(observation, mask)
            chances, standing = pupil(features, mask)
            judged = critic(features, hands.expand(len(lot), -1))
            said = -chances.gather(1, action[:, None])[:, 0].mean()
            stood = (standing - result).square().mean()
            optimizer.zero_grad()
            (said + stood + (judged - result).square().mean()).backward()
            optimizer.step()
            told.append(torch.stack([said.detach(), stood.detach()]))
        actions, standings = torch.stack(told).mean(0).tolist()
        yield actions, standings
