"""Beginner: knows the rules and learns with you; overlooks things, forgets things, reacts late."""

from typing import Any, Final

from igroteka.bots.sense import Sense, game_of, sense_of
from igroteka.core import Chance
from igroteka.games import game as on_shelf

_FORGETS: Final = 8
"""One in so many of what may be forgotten is forgotten."""
SEES: Final = 4
"""Of so many offers one is overlooked."""
TRIES: Final = 4
"""One in so many choices is made for no reason at all."""
_NOTICES: Final = 3
"""One in so many of what is seen late is not seen at all."""


class BeginnerBot:
    """What it has missed once does not come back to it while it lasts."""

    def __init__(self) -> None:
        self._remembers: bool | None = None
        """Whether it thinks of what it may easily forget; None while there is nothing."""
        self._hesitates = True
        self._notices: bool | None = None
        """Whether it sees at all what is seen late; None while there is nothing."""

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance) -> Any | None:
        name = game_of(view)
        sense = sense_of(name)
        if not may_wait and on_shelf(name).is_gentle(view.options) and sense.is_ahead(view):
            return _kindly(offers, sense, chance)
        seen = self._thought_of(offers, sense, chance)
        if may_wait:
            return self._off_turn(view, seen, sense, chance)
        plays = any(not isinstance(offer, sense.LETTING_GO) for offer in seen)
        return _on_turn(view, seen if plays else offers, sense, chance)

    def _thought_of(self, offers: tuple[Any, ...], sense: Sense, chance: Chance) -> tuple[Any, ...]:
        """The offers without those that it has forgotten."""
        if not any(isinstance(offer, sense.FORGOTTEN) for offer in offers):
            self._remembers = None
            return offers
        if self._remembers is None:
            self._remembers = chance.below(_FORGETS) > 0
        if self._remembers:
            return offers
        return tuple(offer for offer in offers if not isinstance(offer, sense.FORGOTTEN))

    def _off_turn(self, view: Any, offers: tuple[Any, ...], sense: Sense, chance: Chance) -> Any | None:
        """What is better let be it lets be. What is seen late is never seen at the first look, then by
        chance, and now and then not at all.
        """
        late = [offer for offer in offers if isinstance(offer, sense.LATE)]
        others = tuple(offer for offer in offers if not isinstance(offer, sense.LATE))
        self._hesitates, hesitated = not late, self._hesitates
        if not late:
            self._notices = None
        elif self._notices is None:
            self._notices = chance.below(_NOTICES) > 0
        good = [
            offer for offer, weight in zip(others, _weighed(view, others, sense), strict=True) if weight > 0
        ]
        if good:
            return chance.pick(good)
        if not late or hesitated or not self._notices or chance.below(2):
            return None
        return chance.pick(late)


def _weighed(view: Any, offers: tuple[Any, ...], sense: Sense) -> list[float]:
    return sense.weigh(view, offers) if offers else []


def _kindly(offers: tuple[Any, ...], sense: Sense, chance: Chance) -> Any:
    """Among small children, if none is ahead of it: one step, whichever comes to mind."""
    enough = [offer for offer in offers if isinstance(offer, sense.ENOUGH)]
    plays = [offer for offer in offers if not isinstance(offer, sense.LETTING_GO)]
    return chance.pick(enough or plays or list(offers))


def _on_turn(view: Any, offers: tuple[Any, ...], sense: Sense, chance: Chance) -> Any:
    """The best of what it sees, or now and then whatever comes to mind."""
    seen = tuple(offer for offer in offers if chance.below(SEES)) or offers
    plays = [offer for offer in seen if not isinstance(offer, sense.LETTING_GO)]
    if plays and not chance.below(TRIES):
        return chance.pick(plays)
    weights = sense.weigh(view, seen)
    best = max(weights)
    return chance.pick([offer for offer, weight in zip(seen, weights, strict=True) if weight == best])
