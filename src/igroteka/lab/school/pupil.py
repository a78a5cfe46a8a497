"""The networks that learn: a pupil, who knows what its seat may know, and a critic, who sees all hands."""

from importlib import import_module
from typing import Any

import numpy as np

from igroteka.lab.school.shape import OTHERS, Shape, own_places

torch: Any = import_module("torch")
nn: Any = torch.nn


class Pupil(nn.Module):  # type: ignore[misc]
    """What a seat sees in; how much it likes every action, and how well its seat stands, out."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.register_buffer("shown", torch.tensor(shape.shown, dtype=torch.long))
        self.register_buffer("allowed", torch.tensor(shape.allowed))
        place = np.full(shape.actions, len(shape.allowed))
        place[shape.allowed] = np.arange(len(shape.allowed))
        self.register_buffer("place", torch.from_numpy(place))
        pairs = [(at, name) for at, count in shape.names for name in range(count)]
        self.register_buffer("named", torch.tensor([at for at, _ in pairs], dtype=torch.long))
        self.register_buffer("name", torch.tensor([name for _, name in pairs], dtype=torch.uint8))
        self.body = _body(shape.inputs, shape.hidden)
        self.liking = nn.Linear(shape.hidden[-1], len(shape.allowed) + 1)
        self.standing = nn.Linear(shape.hidden[-1], 1)
        nn.init.zeros_(self.liking.weight)
        nn.init.zeros_(self.liking.bias)

    def features(self, observation: Any, mask: Any) -> Any:
        """Amounts as logarithms, names as one of many, the mask as it is.

        Observations are counted from one's own seat (`turning.turned`, or an environment's `relative`).
        """
        amounts = torch.log1p(observation[:, self.shown].float())
        names = (observation[:, self.named] == self.name).float()
        return torch.cat([amounts, names, mask[:, self.allowed].float()], dim=1)

    def forward(self, features: Any, mask: Any) -> tuple[Any, Any]:
        inside = self.body(features)
        logits = self.liking(inside)[:, self.place].masked_fill(~mask, -1e9)
        return torch.log_softmax(logits, dim=1), torch.tanh(self.standing(inside)[:, 0])


class Critic(nn.Module):  # type: ignore[misc]
    """How well a seat stands, judged with the hands of the following seats open."""

    def __init__(self, pupil: Pupil) -> None:
        super().__init__()
        own = len(own_places(pupil.shape.game))
        self.body = _body(pupil.shape.inputs + OTHERS * own, pupil.shape.hidden)
        self.standing = nn.Linear(pupil.shape.hidden[-1], 1)

    def forward(self, features: Any, hands: Any) -> Any:
        seen = torch.cat([features, torch.log1p(hands.float())], 1)
        return torch.tanh(self.standing(self.body(seen))[:, 0])


def _body(inputs: int, hidden: tuple[int, int]) -> Any:
    first, second = hidden
    return nn.Sequential(nn.Linear(inputs, first), nn.ReLU(), nn.Linear(first, second), nn.ReLU())
