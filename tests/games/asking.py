"""Asking at a table of any game, and what comes of it."""

from typing import Any

from igroteka.core import NO_CHANCE, AnyRules, Chance, Refused, Seat
from igroteka.core.shelving import shelved


class Asking:
    """The rules of one game, asked by tests."""

    def __init__(self, rules: AnyRules) -> None:
        self._game = shelved(rules)

    def told(self, state: Any, seat: Seat, intent: Any, chance: Chance = NO_CHANCE) -> tuple[Any, ...]:
        """The events that come of the intent."""
        return self._game.decide(state, seat, intent, chance)

    def after(self, state: Any, *asked: tuple[Seat, Any], chance: Chance = NO_CHANCE) -> Any:
        """The state after these intents, one by one."""
        for seat, intent in asked:
            for event in self._game.decide(state, seat, intent, chance):
                state = self._game.evolve(state, event)
        return state

    def why_not(self, state: Any, seat: Seat, intent: Any) -> str:
        """Reason and clause of the refusal; an accepted intent is a failure, and so is one that is offered.

        The position must stay as it was.
        """
        game, before = self._game, self._game.position(state)
        try:
            events = game.decide(state, seat, intent, NO_CHANCE)
        except Refused as refused:
            assert game.position(state) == before
            assert game.canonical(state, intent) not in game.legal(state, seat)
            return f"{refused.reason} {refused.clause}"
        raise AssertionError(f"{intent} was not refused but led to {events}")
