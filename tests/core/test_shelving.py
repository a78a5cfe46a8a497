"""The shelf: a package that offers the required names is a game; others are named in one line."""

from types import SimpleNamespace
from typing import Any, Literal

import msgspec
import pytest

from igroteka.core import AnyGame, NotAGame, Seat, Stop, fields_by_seat, rotates, seat_fields, shelved, teams
from igroteka.core.shelving import DEFAULTS
from igroteka.games import SHELF, upturn
from igroteka.games.texts import seat_names

REQUIRED = (
    "NAME", "SEATS", "Options", "Intent", "Event", "View", "start", "legal", "decide", "evolve", "view",
    "redact", "outcome", "turn", "imagine", "position", "from_position",
)  # fmt: skip

every_game = pytest.mark.parametrize("game", SHELF.values(), ids=SHELF)


def bare(**others: Any) -> SimpleNamespace:
    """UpTurn with the required names alone, and these."""
    names = {name: getattr(upturn, name) for name in REQUIRED}
    return SimpleNamespace(**{"__name__": "somebody.upturn", **names, **others})


def without(name: str) -> SimpleNamespace:
    package = bare()
    delattr(package, name)
    return package


def test_what_a_package_leaves_out_gets_a_default() -> None:
    game = shelved(bare())
    state = game.start(3, game.Options())
    assert game.sides(state) == ((0,), (1,), (2,)) == game.sides(game.view(state, None))
    assert game.progress(state, 0) == 0.0
    assert (game.CLAUSES, game.HONOUR, game.WINDOWS, game.sense, game.screen) == ("", (), (), None, None)
    assert game.rematch(game.Options(), 3, 1) == game.Options()
    assert not rotates(game)
    assert not game.is_quiet(state)
    game.need_manners(state, 0, None, {1})
    assert game.asking_tells(game.Options())
    assert game.taking(game.Options()) == ()
    assert not game.is_gentle(game.Options())
    view = game.view(state, 0)
    reasons = [game.explain(view, intent).reason for intent in (Stop(), None)]
    assert reasons == ["good-move", "better-wait"]
    assert game.__name__ == "somebody.upturn"


def test_what_a_package_offers_is_kept_as_it_is() -> None:
    game = shelved(upturn)
    assert all(getattr(game, name) is getattr(upturn, name) for name in REQUIRED)
    assert game.progress is upturn.progress
    assert rotates(game)
    assert shelved(game) is game


@pytest.mark.parametrize("name", REQUIRED)
def test_a_missing_name_is_told_in_one_line_with_the_package(name: str) -> None:
    with pytest.raises(NotAGame, match=rf"^somebody\.upturn is not a game: it has no {name}$"):
        shelved(without(name))


class Untagged(msgspec.Struct):
    seat: int


class Open(msgspec.Struct, kw_only=True):
    nil: bool = True
    goal: Literal[100, 250]


class Wrong(msgspec.Struct):
    goal: Literal[100, 250] = 1000  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"NAME": "Up Turn"}, "NAME must be"),
        ({"SEATS": 4}, "SEATS must be"),
        ({"SEATS": ()}, "SEATS must be"),
        ({"SEATS": (2, 0)}, "SEATS must be"),
        ({"SEATS": (2, "3")}, "SEATS must be"),
        ({"View": dict}, "View is not a msgspec.Struct"),
        ({"Options": None}, "Options is not a msgspec.Struct"),
        ({"Options": Open}, "Options has no default for goal"),
        (
            {"Options": Wrong},
            "a default of Options is none that it allows: not-one-of (possible=100, 250, at=goal)",
        ),
        ({"View": Untagged}, "View does not tell legal, options, outcome, seats, turn"),
        ({"NAME": "downturn"}, 'View must be tagged tag_field="game", tag="downturn"'),
        ({"decide": None}, "decide is not a function"),
        ({"sides": 2}, "sides is not a function"),
        ({"CLAUSES": 7}, "CLAUSES is not a text"),
        ({"MINUTES": "ten"}, "MINUTES must be a whole number, not 'ten'"),
        ({"MINUTES": -1}, "MINUTES must be a whole number, not -1"),
        ({"HONOUR": ("lay",)}, "HONOUR must be a tuple of intent types"),
        ({"WINDOWS": Untagged}, "WINDOWS must be a tuple of intent types"),
    ],
)
def test_a_wrong_name_is_told_in_one_line_with_the_package(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(NotAGame) as caught:
        shelved(bare(**wrong))
    assert str(caught.value).startswith("somebody.upturn is not a game: " + said)
    assert "\n" not in str(caught.value)


def test_what_is_no_package_at_all_is_no_game() -> None:
    with pytest.raises(NotAGame, match="it has no NAME"):
        shelved(7)


@every_game
def test_a_game_on_the_shelf_has_every_name(game: AnyGame) -> None:
    assert not [name for name in (*REQUIRED, *DEFAULTS) if not hasattr(game, name)]


@every_game
def test_every_seat_belongs_to_one_side_and_progress_is_from_0_to_1(game: AnyGame) -> None:
    for seats in game.SEATS:
        state = game.start(seats, game.Options())
        sides = game.sides(state)
        assert sorted(seat for side in sides for seat in side) == list(range(seats))
        assert sides == game.sides(game.view(state, None))
        assert all(0.0 <= game.progress(state, seat) <= 1.0 for seat in range(seats))


@every_game
def test_a_name_is_that_of_a_seat_in_all_words_of_a_game_or_in_none(game: AnyGame) -> None:
    seats = seat_names(game.NAME)
    for word in (*game.Intent.__args__, *game.Event.__args__):
        told = {field.name for field in msgspec.structs.fields(word)}
        assert seats & told == seat_fields(word), word


def test_seats_are_found_alone_optional_and_in_tuples() -> None:
    class Told(msgspec.Struct):
        who: Seat
        maybe: Seat | None
        several: tuple[Seat, ...]
        count: int
        card: str

    assert seat_fields(Told) == {"who", "maybe", "several"}


def test_what_may_be_untold_of_a_seat_is_found() -> None:
    class Told(msgspec.Struct):
        votes: tuple[Seat | None, ...]
        bids: tuple[int | None, ...] | None
        ready: list[bool | None]
        points: tuple[int, ...]
        hand: tuple[str | None, ...]
        mixed: tuple[int | str | None, ...]
        who: Seat | None

    assert fields_by_seat(Told) == {"votes", "bids", "ready"}
    assert seat_fields(Told) == {"votes", "who"}


def test_sides_are_told_where_seats_play_together() -> None:
    game = SHELF["sequence"]
    assert teams(game, game.start(4, game.Options())) == ((0, 2), (1, 3))
    assert teams(game, game.start(3, game.Options())) == ()
    assert teams(SHELF["upturn"], upturn.start(4, upturn.Options())) == ()
