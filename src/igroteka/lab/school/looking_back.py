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
    parties: Any,
    patience: float = 1.0,
) -> Any:
    """What every decision led to, for the seat that made it: TD(lambda) where gains and losses add up to 0.

    Rows are steps, columns tables; `parties` tells how many there are at each table. What is ahead is kept
    for all seats: a seat's value is its mates' value too, and the opposite of it is shared by the other
    parties. Values of what is not `mine` say nothing. Ahead of a decision a result counts `patience`
    of what it counts after it: who leads gains by making an end.
    """
    target = torch.empty_like(value)
    ahead = to_all(last_seat, parties, reward.shape[2]) * last_value[:, None]
    for t in range(len(value) - 1, -1, -1):
        ahead = torch.where(over[t][:, None], reward[t], ahead)
        target[t] = ahead.gather(1, seat[t][:, None])[:, 0]
        standing = to_all(seat[t], parties, reward.shape[2]) * value[t][:, None]
        before = patience * (trust * ahead + (1 - trust) * standing)
        ahead = torch.where(mine[t][:, None], before, ahead)
    return target


def to_all(seat: Any, parties: Any, seats: int) -> Any:
    """By table what a gain of 1 for this seat is to every seat."""
    side = torch.arange(seats, device=seat.device)[None] % parties[:, None]
    return torch.where(side == (seat % parties)[:, None], 1.0, -1 / (parties - 1)[:, None])


def rewards(scores: Any, seats: Any, parties: Any) -> Any:
    """`envs.table.rewards_of` for tables of different kinds: what the scores of finished games are worth."""
    won = scores.sum(1, keepdim=True) * (parties / seats)[:, None]
    worth = (scores / won.clamp(min=1) * parties[:, None] - 1) / (parties - 1)[:, None]
    return torch.where(won > 0, worth, 0.0)
