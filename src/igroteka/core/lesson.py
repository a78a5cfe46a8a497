"""A lesson as data: positions, what a coach says and asks for at each, and a short game at the end."""

from typing import Annotated, Any, TypeAlias

import msgspec

from igroteka.core.seats import Seat

Said: TypeAlias = dict[str, str]
"""A sentence by language: `ru`, `en`."""
Asked: TypeAlias = tuple[Seat, dict[str, Any]]
"""A seat and its intent, as in scenarios."""


class Wrong(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An intent that newcomers try, and the reason with which the rules refuse it."""

    intent: dict[str, Any]
    reason: str


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to learn; what is said, what is asked for, what follows."""

    say: Said
    clauses: tuple[str, ...] = ()
    position: dict[str, Any] | None = None
    """A new position; without one the step goes on from the step before."""
    options: dict[str, Any] | None = None
    """With a position: options of this table, beside those of the lesson."""
    before: tuple[Asked, ...] = ()
    """What others play before the coach speaks."""
    ask: tuple[dict[str, Any], ...] = ()
    """Patterns, any of which will do: an intent fits that has these values. None: the coach only tells."""
    times: Annotated[int, msgspec.Meta(ge=1, le=10)] = 1
    """How many such intents the step takes."""
    then: tuple[Asked, ...] = ()
    """What others answer."""
    praise: Said | None = None
    """Said after the right tap, until the learner goes on; without it a short word of praise."""
    wrong: tuple[Wrong, ...] = ()
    point: tuple[str, ...] = ()
    """What the hand points at, where that is not told by what is asked."""
    picture: tuple[str, ...] = ()
    """The same without words: written parts, `icon:` names and `bar`."""


class Fewer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shorter game: of each list in the field `part` so many stay, the others go to the field `into`."""

    part: str
    into: str
    keep: int


class Game(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The short game at the end of a lesson: a real deal, maybe shortened, against bots."""

    seats: int
    options: dict[str, Any] = {}
    fewer: Fewer | None = None
    changes: dict[str, Any] = {}
    """Fields of the dealt position that are set to something else."""
    tips: tuple[Said, ...] = ()
    """What the coach says at the learner's first turns, one each."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson of a game, for tables with these options; the learner sits at the first seat."""

    title: Said
    steps: tuple[Step, ...]
    game: Game
    options: dict[str, Any] = {}
