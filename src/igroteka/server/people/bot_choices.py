"""What a host may choose about bots: how they take the turn of a person, and how fast they play."""

from typing import Literal, TypeAlias

Taking: TypeAlias = Literal["unhurried", "quick", "never"]
Pace: TypeAlias = Literal["slow", "usual"]
