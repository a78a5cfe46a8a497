"""Seats are numbered from 0 and sit clockwise; the house is a seat too."""

from typing import Final, TypeAlias

Seat: TypeAlias = int

HOUSE: Final = -1
"""Deals, and may stop a game; nobody sits there."""
