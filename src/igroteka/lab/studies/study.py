"""What a study is: a question, the trials that answer it, and what is found in their games."""

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, Final, TypeAlias

import msgspec

from igroteka.bots.answer import kept_in
from igroteka.core import Refused
from igroteka.games import SHELF
from igroteka.lab.studies.plots import Plot
from igroteka.lab.studies.trial import Game, Trial

Row: TypeAlias = dict[str, Any]
"""A line of a table: column and value."""


_FEWEST: Final = 4
"""Of so many deals an interval can be told."""


class Scale(msgspec.Struct, frozen=True):
    """How much is played: games of each trial, from which seed, of which games on the shelf."""

    games: int
    seed: int
    shelf: tuple[str, ...]


class Findings(msgspec.Struct, frozen=True):
    """What the games say: a table of figures, plots of it, and sentences with intervals."""

    rows: list[Row]
    plots: list[Plot]
    words: list[str]


class Results(msgspec.Struct, frozen=True):
    """The games of a study by trial."""

    trials: list[Trial]
    games: dict[str, list[Game]]

    def each(self) -> Iterator[tuple[Trial, list[Game]]]:
        """The trials with their games in the order of deals; those with too few to speak of are left out."""
        for one in self.trials:
            played = self.games.get(one.name, [])
            if len({game.deal for game in played}) >= _FEWEST:
                yield one, sorted(played, key=lambda game: (game.deal, game.lineup, game.again))


class Study(msgspec.Struct, frozen=True):
    """A question, what is played to answer it, and how the games are read."""

    name: str
    question: str
    design: str
    """What is played, what is counted, and what an interval means; a paragraph or two of Markdown."""
    trials: Callable[[Scale], list[Trial]]
    read: Callable[[Results], Findings]
    games: int = 1000
    """Games of each trial, unless somebody wants another number."""


_OURS: Final = ("first_seat", "length", "luck", "variants", "reconstruction", "worth")


def shipped() -> dict[str, Study]:
    """Our own studies by name."""
    found = [import_module(f"{__package__}.{name}").STUDY for name in _OURS]
    return {study.name: study for study in found}


def study_of(name: str) -> Study:
    """A shipped study, or one's own (`mymodule:STUDY`); Refused if there is none."""
    if found := shipped().get(name):
        return found
    module, _, inside = name.partition(":")
    try:
        own = getattr(kept_in(lambda: import_module(module)), inside or "STUDY")
    except Exception as error:  # somebody else's code may do anything
        known = isinstance(error, ImportError | AttributeError | ValueError)
        problem = str(error) if known else f"{type(error).__name__}: {error}"
        said = ", ".join(shipped())
        raise Refused("study-not-found", None, study=name, studies=said, problem=problem) from None
    if not isinstance(own, Study):
        raise Refused("study-not-found", None, study=name, studies=", ".join(shipped()), problem="no Study")
    return own


def wanted(shelf: Sequence[str]) -> tuple[str, ...]:
    """The games that were asked for, or all."""
    return tuple(shelf) or tuple(SHELF)
