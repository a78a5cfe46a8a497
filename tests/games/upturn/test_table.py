"""Who may sit down, the deal, who begins, and what the doorway tells."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

import pytest

from games.upturn.table import after, lies, told, why_not
from igroteka.core import HOUSE, Deal, Outcome, Refused, Seeded, Stop, read, read_json
from igroteka.games.upturn import (
    SEATS,
    Intent,
    Options,
    State,
    decide,
    evolve,
    from_position,
    legal,
    outcome,
    position,
    redact,
    start,
    turn,
    view,
)
from igroteka.games.upturn.moves import (
    Announce,
    Dealt,
    Draw,
    Drew,
    Fined,
    Gave,
    Lay,
    PutBack,
    Recycled,
)
from igroteka.games.upturn.state import Public, Tucking
from igroteka.games.upturn.tiles import is_number

T = TypeVar("T")


class Stacked:
    """A mixer's helper: every shuffle comes out with the named tiles in front."""

    def __init__(self, *fronts: str) -> None:
        self._fronts = [front.split() for front in fronts]

    def shuffled(self, parts: Iterable[T]) -> tuple[T, ...]:
        front = self._fronts.pop(0) if self._fronts else []
        rest = list(parts)
        chosen = [rest.pop(rest.index(tile)) for tile in front]  # type: ignore[arg-type]
        return (*chosen, *rest)

    def below(self, limit: int) -> int:
        return limit - 1

    def pick(self, parts: Sequence[T]) -> T:
        raise AssertionError("a deal only shuffles and finds who begins")


def dealt(seats: int, *fronts: str, options: Options | None = None) -> tuple[list[str], State]:
    """The tiles put back, and the table after the deal."""
    state = start(seats, options or Options())
    events = decide(state, HOUSE, Deal(), Stacked(*fronts) if fronts else Seeded(1))
    for event in events:
        state = evolve(state, event)
    return [event.tile for event in events if isinstance(event, PutBack)], state


def test_two_to_four_sit_down() -> None:  # UT-01
    assert SEATS == (2, 3, 4)
    for seats in (0, 1, 5, -2):
        with pytest.raises(Refused, match=r"seats-do-not-fit .*UT-01"):
            start(seats, Options())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everyone_gets_seven_tiles_of_a_mixed_bag(seats: int) -> None:  # UT-07, UT-08, UT-09
    _, state = dealt(seats)
    assert [len(rack) for rack in state.racks] == [7] * seats
    assert [len(row) for row in state.rows] == [1]
    assert len(state.bag) == 106 - 7 * seats - 1


def test_the_mix_is_not_the_same_twice() -> None:  # UT-07
    tables = {decide(start(2, Options()), HOUSE, Deal(), Seeded(seed))[-1] for seed in range(5)}
    assert len(tables) == 5


def test_an_action_tile_goes_back_until_a_number_comes() -> None:  # UT-10, UT-A03
    racks = "2 3 4 6 8 9 12 13 14 16 18 20 23 24"
    put_back, state = dealt(2, f"{racks} U", "J 40", "41h")
    assert put_back == ["U", "J"]
    assert state.rows == (("41h",),)
    assert len(state.bag) == 91
    assert state.bag.count("U") == 6
    assert state.bag.count("J") == 2


@pytest.mark.parametrize("seed", range(20))
def test_the_start_tile_is_a_number(seed: int) -> None:  # UT-10
    event = decide(start(4, Options()), HOUSE, Deal(), Seeded(seed))[-1]
    assert isinstance(event, Dealt)
    assert is_number(event.start)


def test_a_twin_as_start_tile_does_nothing() -> None:  # UT-A04
    _, state = dealt(2, "2 3 4 6 8 9 12 13 14 16 18 20 23 24 44t")
    assert (state.gifts, state.tucking, state.trend) == (0, None, None)


def test_chance_decides_who_begins_unless_the_table_names_a_seat() -> None:  # UT-11, UT-A05
    begins = {decide(start(3, Options()), HOUSE, Deal(), Seeded(seed))[-1].turn for seed in range(30)}  # type: ignore[union-attr]
    assert begins == {0, 1, 2}
    for seat in range(3):
        assert turn(dealt(3, options=Options(starter=seat))[1]) == seat


@pytest.mark.parametrize(
    "options", ['{"starter":true}', '{"starter":"first"}', '{"starter":null}', '{"wild":1}']
)
def test_options_of_a_wrong_sort_are_refused(options: str) -> None:  # UT-A05
    with pytest.raises(Refused):
        read_json(options, Options)


@pytest.mark.parametrize("starter", [-1, 2, 99])
def test_nobody_begins_who_does_not_sit_there(starter: int) -> None:  # UT-A05
    with pytest.raises(Refused, match=r"starter-not-seated .*UT-A05"):
        start(2, Options(starter=starter))


def test_the_house_stops_a_game_and_the_position_remembers() -> None:  # UT-32
    state = after(lies("20", "40 50", "30 60"), (HOUSE, Stop()))
    assert outcome(state) == Outcome("stopped")
    data = position(state)
    assert data is not None
    assert (data["stopped"], data["winner"]) == (True, None)
    assert outcome(from_position(data, Options())) == Outcome("stopped")
    assert "stopped" not in (position(lies("20", "40 50", "30 60")) or {})


def test_one_seat_wins_and_the_others_are_not_ranked() -> None:  # UT-06, UT-32, UT-A40
    state = after(lies("20", "40", "30 60", "2 3", announced=[0]), (0, Lay("40")))
    assert outcome(state) == Outcome("all-laid", "UT-32", (0,))
    assert turn(state) is None
    assert [legal(state, seat) for seat in (HOUSE, 0, 1, 2)] == [()] * 4


def test_others_see_how_many_tiles_but_not_which() -> None:  # UT-A41
    state = lies("20 / U 41h", "40 50 9", "30 60", bag="2 3 4", trend="up", order="ccw", announced=[])
    seen = view(state, 1)
    assert seen.rack == ("30", "60")
    assert (seen.rack_sizes, seen.bag_size) == ((3, 2), 3)
    assert (seen.rows, seen.trend, seen.order) == ((("20",), ("U", "41h")), "up", "ccw")
    assert view(state, None).rack is None
    other = lies("20 / U 41h", "2 J 44t", "30 60", bag="50 40 9", trend="up", order="ccw", announced=[])
    assert view(other, 1) == seen


def test_only_its_new_owner_sees_a_tile_from_the_bag() -> None:  # UT-A25, UT-A41
    secret = {
        Drew(0, "44t"): (0, Drew(0, None)),
        Fined(0, "44t"): (0, Fined(0, None)),
        Gave(1, 0, "44t"): (0, Gave(1, 0, None)),
    }
    for event, (owner, hidden) in secret.items():
        assert redact(event, owner) == event
        assert [redact(event, seat) for seat in (1, 2, None)] == [hidden] * 3


def test_nobody_sees_the_order_of_the_bag() -> None:  # UT-A41
    assert [redact(Recycled(2, ("9", "8")), seat) for seat in (0, None)] == [Recycled(2, None)] * 2
    event = Dealt((("2",), ("3",)), "40", ("8", "9"), 0)
    assert redact(event, 1) == Dealt((None, ("3",)), "40", None, 0)
    assert redact(event, None) == Dealt((None, None), "40", None, 0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"turn": 2},
        {"silent": [-1]},
        {"announced": [7]},
        {"winner": 2},
        {"winner": [0, 2]},
        {"winner": []},
        {"announced": [1], "silent": [0, 1]},
        {"racks": [["40", "x"], []]},
        {"rows": [["040"]]},
        {"bag": ["44T"]},
        {"gifts": -1},
        {"idle": -1},
        {"tucking": {"from": 9, "to": 44}},
        {"rows": [], "tucking": {"from": 9, "to": 44}},
        {"rows": [["20", "44t", "60"]], "tucking": {"from": 20, "to": 44}},
        {"rows": [["20", "44t"], ["60"]], "tucking": {"from": 20, "to": 44}},
        {"rows": [["20", "44t"]], "tucking": {"from": 20, "to": 44}, "extra": True},
    ],
)
def test_a_position_that_cannot_be_is_refused(wrong: dict[str, object]) -> None:  # UT-A01
    with pytest.raises(Refused, match="position-impossible"):
        from_position({"racks": [["40"], ["50"]], "rows": [["20"]], **wrong}, Options())


@pytest.mark.parametrize(
    ("said", "told"), [([1, 0], [0, 1]), ([0, 1, 0], [0, 1]), ([1], 1), ([1, 1], 1), (0, 0), (None, None)]
)
def test_who_shares_a_win_is_listed_upwards_and_one_alone_is_no_list(said: object, told: object) -> None:
    data = {"racks": [["40"], ["50"]], "rows": [["20"]], "winner": said}  # UT-B10
    assert (position(from_position(data, Options())) or {})["winner"] == told


def test_a_position_takes_any_value_and_the_suffix_alone_decides_the_kind() -> None:  # UT-A01
    state = lies("20", "250t 45t 30 30", "44h 7")
    assert after(state, (0, Lay("45t"))).tucking is not None
    assert legal(state, 0).count(Lay("30")) == 1


def test_an_intent_reads_from_json_and_null_is_no_default() -> None:  # UT-A13
    assert read_json(b'{"kind":"lay","tile":"U"}', Intent) == Lay("U")
    assert read({"kind": "announce"}, Intent) == Announce()  # type: ignore[arg-type]
    for text in ('{"kind":"lay","tile":"U","row":null}', '{"kind":"give","to":true}', '{"kind":"lay"}'):
        with pytest.raises(Refused):
            read_json(text, Intent)


def test_off_turn_and_out_of_range_seats_get_a_reason() -> None:  # UT-15
    state = lies("20 40", "50 60", "70 80", bag="2")
    assert why_not(state, 1, Draw()) == "not-your-turn UT-15"
    assert why_not(state, 2, Draw()) == "no-such-seat None"
    assert why_not(state, HOUSE, Draw()) == "house-does-not-play None"
    assert told(state, 0, Draw()) == (Drew(0, "2"),)


def test_everyone_sees_all_that_lies_open() -> None:
    state = State(
        seats=2,
        options=Options(),
        racks=(("40",), ("41h",)),
        rows=(("5", "9"),),
        trend="up",
        order="ccw",
        turn=1,
        drawn=True,
        announced=(0,),
        silent=(1,),
        gifts=2,
        tucking=Tucking(5, 9),
        extra=True,
        idle=1,
        winner=0,
    )
    before = start(2, Options())
    for seat in (None, 0, 1):
        seen = view(state, seat)
        for name in Public.__struct_fields__:
            assert getattr(state, name) != getattr(before, name), f"at first {name} is the same"
            assert getattr(seen, name) == getattr(state, name), name
