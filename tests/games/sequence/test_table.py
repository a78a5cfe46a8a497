"""Who may sit down, in which sides, who deals and who begins."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec
import pytest

from games.sequence.picture import after, empty
from igroteka.core import HOUSE, Deal, Refused, Seeded, Stop, read, read_json
from igroteka.games.sequence import SEATS, Options, decide, evolve, legal, outcome, position, start, turn
from igroteka.games.sequence.moves import Dealt, Draw, Place, TurnedUp
from igroteka.games.sequence.parts import BOX
from igroteka.games.sequence.state import State, members, side_of

T = TypeVar("T")

TABLES = [(2, 2), (3, 3), (4, 2), (6, 2), (6, 3), (8, 2), (9, 3), (10, 2), (12, 2), (12, 3)]
EACH = {2: 7, 3: 6, 4: 6, 6: 5, 8: 4, 9: 4, 10: 3, 12: 3}


class Stacked:
    """A dealer's helper: every shuffle comes out with the named cards on top."""

    def __init__(self, *tops: str) -> None:
        self._tops = [top.split() for top in tops]

    def shuffled(self, parts: Iterable[T]) -> tuple[T, ...]:
        top = self._tops.pop(0) if self._tops else []
        rest = list(parts)
        chosen = [rest.pop(rest.index(card)) for card in top]  # type: ignore[arg-type]
        return (*chosen, *rest)

    def below(self, limit: int) -> int:
        raise AssertionError("a deal only shuffles")

    def pick(self, parts: Sequence[T]) -> T:
        raise AssertionError("a deal only shuffles")


def deal(seats: int, *tops: str, options: Options | None = None) -> tuple[list[TurnedUp], Dealt, State]:
    """The cards turned up, the deal, and the table after it."""
    state = start(seats, options or Options())
    *turned, dealt = decide(state, HOUSE, Deal(), Stacked(*tops) if tops else Seeded(1))
    assert isinstance(dealt, Dealt)
    for event in (*turned, dealt):
        state = evolve(state, event)
    return [event for event in turned if isinstance(event, TurnedUp)], dealt, state


def refused_table(seats: int, options: Options | None = None) -> str:
    with pytest.raises(Refused) as refused:
        start(seats, options or Options())
    return f"{refused.value.reason} {refused.value.clause}"


def test_the_seats_are_those_that_two_or_three_divide_but_never_more_than_twelve() -> None:  # SQ-02
    assert sorted(SEATS) == [n for n in range(2, 13) if n % 2 == 0 or n % 3 == 0]


@pytest.mark.parametrize("seats", [-2, 0, 1, 5, 7, 11, 13, 14, 24])
def test_no_other_number_of_seats_can_sit_down(seats: int) -> None:  # SQ-02
    assert refused_table(seats) == "seats-do-not-fit SQ-02"


@pytest.mark.parametrize("seats", [2, 3])
def test_two_or_three_play_as_individuals(seats: int) -> None:  # SQ-03
    state = start(seats, Options())
    assert [len(members(state, side_of(state, seat))) for seat in range(seats)] == [1] * seats


@pytest.mark.parametrize("seats", [4, 6, 8, 9, 10, 12])
def test_more_than_three_always_form_teams(seats: int) -> None:  # SQ-A05
    state = start(seats, Options())
    assert all(len(members(state, side_of(state, seat))) > 1 for seat in range(seats))
    assert refused_table(seats, Options(sides=seats)) == "too-many-sides SQ-04"


@pytest.mark.parametrize("sides", [4, 5, 6, 1000])
def test_there_are_never_more_than_three_sides(sides: int) -> None:  # SQ-04
    assert refused_table(12, Options(sides=sides)) == "too-many-sides SQ-04"


@pytest.mark.parametrize(
    ("seats", "sides"),
    [(2, 3), (3, 2), (4, 3), (8, 3), (9, 2), (10, 3), (2, 1), (6, 1), (6, 0), (6, -2), (12, 1)],
)
def test_sides_that_do_not_fit_are_refused(seats: int, sides: int) -> None:  # SQ-A04
    assert refused_table(seats, Options(sides=sides)) == "sides-do-not-fit SQ-A04"


def test_six_and_twelve_may_choose_two_or_three_sides_and_two_is_the_default() -> None:  # SQ-A04
    for seats in (6, 12):
        assert [start(seats, Options(sides=sides)).sides for sides in (2, 3)] == [2, 3]
        assert start(seats, Options()).sides == 2


def test_the_default_is_three_sides_where_only_three_fit() -> None:  # SQ-A04
    assert [start(seats, Options()).sides for seats in (2, 3, 4, 8, 9, 10)] == [2, 3, 2, 2, 3, 2]


@pytest.mark.parametrize(("seats", "sides"), TABLES)
def test_all_sides_are_of_equal_size(seats: int, sides: int) -> None:  # SQ-08
    state = start(seats, Options(sides=sides))
    assert set(Counter(side_of(state, seat) for seat in range(seats)).values()) == {seats // sides}


@pytest.mark.parametrize(("seats", "sides"), TABLES)
def test_the_members_of_the_sides_alternate_round_the_table(seats: int, sides: int) -> None:  # SQ-09
    state = start(seats, Options(sides=sides))
    names = ["blue", "green", "red"][:sides]
    assert [side_of(state, seat) for seat in range(seats)] == names * (seats // sides)


def test_with_three_sides_every_third_seat_is_of_one_side() -> None:  # SQ-39
    state = start(12, Options(sides=3))
    assert members(state, "red") == (2, 5, 8, 11)


@pytest.mark.parametrize(("seats", "sides"), TABLES)
def test_only_the_colours_in_play_have_chips(seats: int, sides: int) -> None:  # SQ-07
    _, _, state = deal(seats, options=Options(sides=sides))
    told = position(state)
    assert told is not None
    assert list(told["chips"]) == ["blue", "green", "red"][:sides]


def test_with_three_sides_all_three_colours_are_in_play() -> None:  # SQ-A35
    _, _, state = deal(9)
    assert {side_of(state, seat) for seat in range(9)} == {"blue", "green", "red"}


@pytest.mark.parametrize(("seats", "sides"), TABLES)
def test_everyone_gets_as_many_cards_as_the_table_says(seats: int, sides: int) -> None:  # SQ-11
    _, _, state = deal(seats, options=Options(sides=sides))
    assert [len(hand) for hand in state.hands] == [EACH[seats]] * seats


@pytest.mark.parametrize("seats", sorted(EACH))
def test_the_rest_is_the_deck_and_no_card_is_missing(seats: int) -> None:  # SQ-12
    _, _, state = deal(seats)
    assert len(state.deck) == 104 - seats * EACH[seats]
    assert Counter((*state.deck, *(card for hand in state.hands for card in hand))) == Counter(BOX)


@pytest.mark.parametrize("seats", sorted(EACH))
def test_every_seat_has_a_pile_of_its_own(seats: int) -> None:  # SQ-14
    _, _, state = deal(seats)
    assert state.piles == ((),) * seats


def test_the_lowest_card_deals() -> None:  # SQ-10
    turned, dealt, _ = deal(4, "KS 9H 3D 10C")
    assert turned == [TurnedUp((0, 1, 2, 3), ("KS", "9H", "3D", "10C"))]
    assert dealt.dealer == 2


def test_an_ace_is_the_highest_card() -> None:  # SQ-10
    _, dealt, _ = deal(3, "AS KD AC")
    assert dealt.dealer == 1


def test_a_jack_lies_between_ten_and_queen() -> None:  # SQ-A06
    assert deal(2, "JS QD")[1].dealer == 0
    assert deal(2, "JS 10D")[1].dealer == 1


def test_only_those_tied_for_the_lowest_card_turn_up_another() -> None:  # SQ-A06
    turned, dealt, _ = deal(4, "3S 9H 3D 10C KS QH")
    assert turned == [
        TurnedUp((0, 1, 2, 3), ("3S", "9H", "3D", "10C")),
        TurnedUp((0, 2), ("KS", "QH")),
    ]
    assert dealt.dealer == 2


def test_suits_do_not_break_a_tie() -> None:  # SQ-A06
    turned, dealt, _ = deal(2, "5S 5H 5D 5C 5S 5H 8S 7S")
    assert [event.seats for event in turned] == [(0, 1)] * 4
    assert dealt.dealer == 1


def test_a_tie_above_the_lowest_card_is_no_tie() -> None:  # SQ-A06
    turned, dealt, _ = deal(3, "KS 4D KD")
    assert len(turned) == 1
    assert dealt.dealer == 1


def test_a_second_tie_narrows_the_circle_further() -> None:  # SQ-A06
    turned, dealt, _ = deal(6, "2S 2H 2D 9C 9S 9H AS 7D 7C QS 8H")
    assert [event.seats for event in turned] == [(0, 1, 2, 3, 4, 5), (0, 1, 2), (1, 2)]
    assert dealt.dealer == 2


def test_a_pack_used_up_by_ties_is_shuffled_anew() -> None:  # SQ-A06
    pairs = " ".join(BOX)
    turned, dealt, _ = deal(2, pairs, "KS 3H")
    assert len(turned) == 53
    assert dealt.dealer == 1


def test_the_cards_turned_up_go_back_before_the_deal() -> None:  # SQ-A06
    _, dealt, _ = deal(2, "2S 3S", "2S 3S")
    assert dealt.deck is not None
    assert {"2S", "3S"} <= {card for hand in dealt.hands for card in hand or ()}


def test_the_seat_on_the_dealers_left_begins_and_the_last_deals_to_the_first() -> None:  # SQ-15
    assert deal(4, "KS 9H 3D 10C")[1].turn == 3
    assert deal(4, "KS 9H 4D 2C")[1].turn == 0


def test_cards_are_dealt_one_by_one_from_the_dealers_left() -> None:  # SQ-15
    _, dealt, _ = deal(3, "KS 3H QD", "2S 3S 4S 5S 6S 7S")
    assert dealt.dealer == 1
    assert [(hand or ())[:2] for hand in dealt.hands] == [("3S", "6S"), ("4S", "7S"), ("2S", "5S")]


def test_turns_go_clockwise_round_the_whole_table() -> None:  # SQ-15
    state = empty([["2S", "KH"], ["3S", "KH"], ["4S", "KH"], ["6S", "KH"]], turn=2)
    seen = []
    for seat, card, cell in ((2, "4S", "d1"), (3, "6S", "f1"), (0, "2S", "b1"), (1, "3S", "c1")):
        assert state.turn == seat
        state = after(state, (seat, Place(card, cell)))
        seen.append(state.turn)
    assert seen == [3, 0, 1, 2]


def test_before_the_deal_only_the_house_can_do_anything() -> None:  # SQ-11
    state = start(2, Options())
    assert position(state) is None
    assert turn(state) is None
    assert legal(state, HOUSE) == (Deal(),)
    assert legal(state, 0) == ()
    with pytest.raises(Refused, match="not-dealt-yet"):
        decide(state, 0, Draw(), Seeded(1))


def test_the_house_deals_once_and_may_stop_the_game() -> None:  # SQ-11
    _, _, state = deal(2)
    assert legal(state, HOUSE) == (Stop(),)
    with pytest.raises(Refused, match="already-dealt"):
        decide(state, HOUSE, Deal(), Seeded(1))
    for event in decide(state, HOUSE, Stop(), Seeded(1)):
        state = evolve(state, event)
    ended, told = outcome(state), position(state)
    assert ended is not None
    assert told is not None
    assert (ended.reason, ended.winners, told["winner"], told["stopped"]) == ("stopped", (), None, True)


@pytest.mark.parametrize(
    "said",
    [
        {"side": 2},
        {"sides": "2"},
        {"sides": 2.5},
        {"sides": True},
        {"sides": None},
        {"draw": "by-hand"},
        {"draw": True},
        {"hard": 1},
        {"hard": "yes"},
        {"table_talk": None},
        {"Hard": True},
        [],
        None,
        "hard",
    ],
)
def test_unknown_options_and_values_of_a_wrong_type_are_refused(said: object) -> None:  # SQ-A04
    with pytest.raises(Refused):
        read(said, Options)
    with pytest.raises(Refused):
        read_json(msgspec.json.encode(said), Options)


def test_options_left_out_are_as_printed() -> None:  # SQ-A19
    assert read({}, Options) == Options(draw="by_hand", hard=False, table_talk=True)


def test_table_talk_for_individuals_is_accepted_and_ignored() -> None:  # SQ-A24
    for talk in (True, False):
        assert start(3, Options(table_talk=talk)).sides == 3
