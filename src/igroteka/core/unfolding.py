"""A decision as it unfolds: every event is applied as soon as it is told."""

from collections.abc import Callable
from typing import Generic, TypeVar

S = TypeVar("S")
E = TypeVar("E")


class Unfolded(tuple[E, ...], Generic[S, E]):
    """The events of a decision, with the state that they lead to: nobody need fold them again."""

    state: S


class Unfolding(Generic[S, E]):
    """Collects the events of a `decide`, and is gone when the decision is made."""

    __slots__ = ("_events", "_evolve", "state")

    def __init__(self, state: S, evolve: Callable[[S, E], S]) -> None:
        self.state = state
        self._evolve = evolve
        self._events: list[E] = []

    def tell(self, *events: E) -> None:
        for event in events:
            self._events.append(event)
            self.state = self._evolve(self.state, event)
            if self.state is None:
                raise TypeError(f"evolve gives no state after {event!r}: every event has to be named there")

    @property
    def events(self) -> Unfolded[S, E]:
        unfolded: Unfolded[S, E] = Unfolded(self._events)
        unfolded.state = self.state
        return unfolded
