"""The networks that learn: a pupil, who knows what its seat may know, and a critic, who sees all hands."""

from importlib import import_module
from typing import Any

import numpy as np

from igroteka.lab.school.shape import OTHERS, Shape, own_places
from igroteka.lab.school.turning import turned

torch: Any = import_module("torch")
nn: Any = torch.nn


class Pupil(nn.Module):  # type: ignore[misc]
    """Observation and mask in; how much it likes every action, and how well its seat stands, out."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.register_buffer("shown", torch.tensor(shape.shown))
        self.register_buffer("allowed", torch.tensor(shape.allowed))
        place = np.full(shape.actions, len(shape.allowed))
        place[shape.allowed] = np.arange(len(shape.allowed))
        self.register_buffer("place", torch.from_numpy(place))
        self.body = _body(shape.inputs, shape.hidden)
        self.liking = nn.Linear(shape.hidden, len(shape.allowed) + 1)
        self.standing = nn.Linear(shape.hidden, 1)
        nn.init.zeros_(self.liking.weight)
        nn.init.zeros_(self.liking.bias)

    def features(self, observation: Any, mask: Any) -> Any:
        """Amounts as logarithms, names as one of many, the mask as it is; seats counted from one's own."""
        observation = turned(self.shape.game, observation)
        parts = [torch.log1p(observation[:, self.shown].float())]
        for at, count in self.shape.names:
            name = torch.arange(count, device=observation.device, dtype=observation.dtype)
            parts.append((observation[:, at : at + 1] == name).float())
        parts.append(mask[:, self.allowed].float())
        return torch.cat(parts, dim=1)

    def forward(self, observation: Any, mask: Any) -> tuple[Any, Any]:
        inside = self.body(self.features(observation, mask))
        logits = self.liking(inside)[:, self.place].masked_fill(~mask, -1e9)
        return torch.log_softmax(logits, dim=1), torch.tanh(self.standing(inside)[:, 0])


class Critic(nn.Module):  # type: ignore[misc]
    """How well a seat stands, judged with the hands of the following seats open."""

    def __init__(self, pupil: Pupil) -> None:
        super().__init__()
        self.own = len(own_places(pupil.shape.game))
        self.body = _body(pupil.shape.inputs + OTHERS * self.own, pupil.shape.hidden)
        self.standing = nn.Linear(pupil.shape.hidden, 1)

    def forward(self, features: Any, hands: Any) -> Any:
        return torch.tanh(
            self.standing(self.body(torch.cat([features, torch.log1p(hands.float())], 1)))[:, 0]
        )


def _body(inputs: int, hidden: int) -> Any:
    return nn.Sequential(nn.Linear(inputs, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
