"""What decisions led to: gains and losses carried back from where games end, in tensors."""

from importlib import import_module
from typing import Any

torch: Any = import_module("torch")


def look_back(
    value: Any,
    mine: Any,
    seat: Any,
    reward: Any,
    over: Any,
    last_value: Any,
    last_seat: Any,
    trust: float,
    parties: int,
) -> Any:
    """What every decision led to, for the seat that made it: TD(lambda) where gains and losses add up to 0.

    Rows are steps, columns tables. What is ahead is kept for all seats: a seat's value is its mates' value
    too, and the opposite of it is shared by the other parties. Values of what is not `mine` say nothing.
    """
    side = torch.arange(reward.shape[2], device=value.device) % parties
    to_all = torch.where(side[:, None] == side, 1.0, -1 / (parties - 1))
    target = torch.empty_like(value)
    ahead = to_all[last_seat] * last_value[:, None]
    for t in range(len(value) - 1, -1, -1):
        ahead = torch.where(over[t][:, None], reward[t], ahead)
        target[t] = ahead.gather(1, seat[t][:, None])[:, 0]
        looked = trust * ahead + (1 - trust) * to_all[seat[t]] * value[t][:, None]
        ahead = torch.where(mine[t][:, None], looked, ahead)
    return target
