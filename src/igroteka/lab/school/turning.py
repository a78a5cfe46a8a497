"""Observations turned to the seat that looks, in tensors: `envs.egocentric` inside a network."""

from importlib import import_module
from typing import Any, Final

from igroteka.lab.school.shape import begins

torch: Any = import_module("torch")

_MOST_SEATS: Final = 8
"""Fields of bits are a byte."""


def turned(game: str, observation: Any) -> Any:
    """Seats and sides counted from the seat that looks, as 32-bit numbers."""
    rows = observation.int()
    places = {field.name: start for start, field in begins(game)}
    seat, seats = rows[:, places["seat"], None], rows[:, places["seats"], None]
    sides = rows[:, places["sides"], None] if "sides" in places else seats
    parts = []
    for start, field in begins(game):
        parts.append(_turned(field.turned, rows[:, start : start + field.length], seat, seats, sides))
    return torch.cat(parts, dim=1)


def _turned(kind: str, part: Any, seat: Any, seats: Any, sides: Any) -> Any:
    if kind == "by seat":
        at = torch.arange(part.shape[1], device=part.device, dtype=part.dtype)[None].expand(part.shape)
        return part.gather(1, torch.where(at < seats, (at + seat) % seats, at).long())
    if kind == "seat":
        return (part - seat + seats) % seats
    if kind == "seat + 1":
        return torch.where(part > 0, (part - 1 - seat + seats) % seats + 1, part)
    if kind == "bits of seats":
        bits = torch.arange(_MOST_SEATS, device=part.device, dtype=part.dtype)[None]
        worth = 2 ** torch.arange(_MOST_SEATS, device=part.device, dtype=torch.int64)  # ONNX has no shifts
        held = torch.div(part, worth[None].int(), rounding_mode="floor") % 2
        moved = worth[((bits - seat + seats) % seats).long()].int()
        return (torch.where(bits < seats, held, 0) * moved).sum(1, keepdim=True).int()
    if kind == "side + 1":
        side = (part % 4 - 1 - seat % sides + sides) % sides
        return torch.where(part % 4 > 0, part - part % 4 + 1 + side, part)
    return part
