"""What a test of promises is about: a game on the shelf, and the project that it comes from."""

import inspect
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from igroteka.core import AnyGame, Seat
from igroteka.games import SHELF
from igroteka.games import game as on_shelf
from igroteka.lab.random_games import Table, tables
from igroteka.testing.hiding import Hidden, hidden

PROMISED: Final = settings(
    deadline=None,
    derandomize=True,
    database=None,
    print_blob=True,
    phases=(Phase.explicit, Phase.generate),  # a game with a smaller seed is no simpler game
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.differing_executors,  # one test serves many games
    ],
)
"""Examples take the time they need, are the same in every run, and say how to repeat a failure."""

seeds: Final = st.integers(0, 10**9)


class Base:
    """What a subclass sets: `game`, and the rest only where the defaults do not fit."""

    game: ClassVar[str]
    """The name of the game on the shelf."""
    places: ClassVar[tuple[str, ...]] = ()
    """The fields of a position in which parts lie, `trick.card` where they lie in structs; () means every
    list of texts, also of lists of them.
    """
    has_parts: ClassVar[bool] = True
    """Whether there is a box of cards, tiles or the like; dice alone are none, nor are discs without end."""
    hands: ClassVar[str | None] = None
    """The field of a position that holds the hidden hands; None: guessed, since no view tells it."""
    turned: ClassVar[str | None] = None
    """The same in its place where everyone sees the hands of the others and nobody their own."""
    stock: ClassVar[str | None] = None
    """The field of a position that holds the face-down deck or bag, or a face-down pile before each seat that
    nobody knows, not even its owner; None: guessed in the same way, one deck or bag.
    """
    secrets: ClassVar[tuple[str, ...] | None] = None
    """Further fields of a position with one entry a seat which others must not know, a card chosen face down
    for instance; None: guessed, lists of one text or nothing a seat that no view tells by their name.
    """
    reveals: ClassVar[tuple[type, ...]] = ()
    """Events that rightly tell what was hidden, as hands are laid open, or name a part in a question."""
    looks: ClassVar[tuple[type, ...]] = ()
    """Events that rightly show what is hidden to the seat that asked and to those that they name, and to no
    other: a look at the deck, a card that is offered to a neighbour.
    """
    unseen: ClassVar[tuple[str, ...]] = ()
    """Options that the rules do not look at: only people, bots or the page notice them."""
    longest: ClassVar[int] = 20_000
    """Rows after which a random game is told off for not ending."""

    def shows(self, position: dict[str, Any], field: str, owner: Seat, viewer: Seat | None) -> bool:
        """Whether the viewer rightly sees what another seat has there: spies know one another's `roles`."""
        return False

    @property
    def on_shelf(self) -> AnyGame:
        if self.game not in SHELF and SHELF.left_out:
            pytest.fail("\n".join(SHELF.left_out), pytrace=False)
        return on_shelf(self.game)

    def hidden_in(self, state: Any) -> Hidden:
        """Where the position of a state keeps what is hidden."""
        return self.hidden_at(self.on_shelf.position(state) or {})

    def hidden_at(self, position: dict[str, Any]) -> Hidden:
        guess = hidden(self.on_shelf, position)
        secrets = guess.secrets if self.secrets is None else self.secrets
        hands = self.turned or self.hands or (None if guess.hands in (*secrets, self.stock) else guess.hands)
        stock = self.stock or (None if guess.stock in secrets else guess.stock)
        shows = None if type(self).shows is Base.shows else partial(self.shows, position)
        return Hidden(hands, stock, secrets, self.turned is not None, shows)

    @property
    def project(self) -> Path:
        """The folder with pyproject.toml above the test file: scenarios, tests and documents lie below it."""
        here = Path(inspect.getfile(type(self))).resolve()
        return next((up for up in here.parents if (up / "pyproject.toml").is_file()), here.parent)

    @property
    def package(self) -> Path:
        """The folder of the game's own package."""
        source = inspect.getfile(__import__(self.on_shelf.__name__, fromlist=["_"]))
        return Path(source).resolve().parent

    def kinds(self) -> st.SearchStrategy[Table]:
        """Any table size, with the default options or one of them changed."""
        return st.sampled_from(list(tables(self.on_shelf)))
