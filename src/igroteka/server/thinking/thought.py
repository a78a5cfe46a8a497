"""What a thinking process is asked and what it answers: one seat's view, and nothing else of the table."""

from typing import Any, Final, Protocol

import msgspec

from igroteka.core import Chance

LEAST: Final = 0.03
"""The share of its time that a thought has, however many wait."""
MOST_WAITING: Final = 32
"""Thoughts that may wait for each process; with more of them the shares would be smaller than the least."""
GRACE: Final = 4.0
"""Seconds beyond its time after which a process that thinks counts as hung."""
TRIES: Final = 2
"""How often a thought is begun where the process that has it dies or hangs."""


class Thought(msgspec.Struct, frozen=True):
    """A choice to be made, as it travels; `share` of the `seconds` are set when it begins."""

    game: str
    level: str
    seconds: float
    view: msgspec.Raw
    past: tuple[msgspec.Raw, ...]
    """Earlier views of the same seat, as far as the search reads them."""
    offers: msgspec.Raw
    may_wait: bool
    seed: str
    share: float = 1.0


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """The place of the chosen offer, None where the bot lets it be; `failed` says why there is no choice."""

    at: int | None = None
    failed: str = ""


class Chosen(msgspec.Struct, frozen=True):
    """A choice, in which share of the time it was made, and how many seconds it had waited before."""

    at: int | None
    share: float
    waited: float


class NoThought(Exception):  # noqa: N818 - nothing is broken: somebody simpler chooses
    """Nobody has thought about it: too many wait, or who thought about it is gone."""


class Thinking(Protocol):
    """A place where thoughts are thought."""

    @property
    def processes(self) -> int:
        """Those that think, or could."""

    @property
    def waiting(self) -> int:
        """Thoughts that have not begun."""

    @property
    def lost(self) -> int:
        """Thoughts whose process has died or hung, since the start."""

    @property
    def share(self) -> float:
        """The part of its time that a thought would have now."""

    async def start(self) -> None: ...

    async def think(self, table: str, thought: Thought) -> Chosen:
        """The choice, or NoThought; who gives up waiting is forgotten."""

    def tidy(self) -> None:
        """Once in a while: what is not needed any more is given back."""

    async def close(self) -> None: ...


def part(processes: int, wanted: int) -> float:
    """The share of its time that each of so many thoughts has."""
    return max(LEAST, min(1.0, processes / max(1, wanted)))


def thought(
    game: str,
    level: str,
    seconds: float,
    view: Any,
    past: tuple[Any, ...],
    offers: tuple[Any, ...],
    may_wait: bool,
    chance: Chance,
) -> Thought:
    """A thought ready to travel; whoever thinks it draws from a stream of its own."""
    seed = bytes(chance.below(256) for _ in range(32)).hex()
    return Thought(game, level, seconds, _raw(view), tuple(map(_raw, past)), _raw(offers), may_wait, seed)


def _raw(value: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))
