"""Setting up: the decks of the variants, the deal, the new deal, the centre, who begins."""

from collections import Counter

import pytest

from igroteka.core import HOUSE, NO_CHANCE, Deal, Refused, read
from igroteka.games import etazhiki
from igroteka.games.etazhiki import Options, State, redact
from igroteka.games.etazhiki.cards import is_ball, is_floor, is_night, is_numbered
from igroteka.games.etazhiki.moves import Dealt, Misdealt
from igroteka.games.etazhiki.options import box_of
from igroteka.table import Match

ALL_BALLS = 4
"""A seed with which seat 1 of five is dealt balls alone by the medium rules."""


def dealt(seats: int, seed: int = 0, **options: object) -> State:
    match = Match(etazhiki, seats, read(options, Options), seed)
    match.deal()
    state = match.state
    assert isinstance(state, State)
    return state


@pytest.mark.parametrize(("variant", "cards"), [("full", 92), ("medium", 70), ("beginner", 40)])
def test_so_many_cards_take_part(variant: str, cards: int) -> None:  # ET-06, ET-51, ET-61
    assert len(box_of(read({"variant": variant}, Options))) == cards


def test_the_full_deck_has_lost_its_six_blue_balls() -> None:  # ET-06
    full = Counter(box_of(Options()))
    assert [full[f"B{number}"] for number in range(1, 6)] == [4, 4, 4, 4, 4]
    assert (full["NEAR"], full["EVEN"], full["ODD"], full["SKIP"]) == (4, 2, 2, 4)


def test_the_medium_deck_keeps_the_blue_balls_and_has_neither_night_nor_sums_above_three() -> None:  # ET-A36
    medium = Counter(box_of(Options(variant="medium")))
    assert [medium[f"B{number}"] for number in range(1, 6)] == [6, 6, 6, 0, 0]
    assert not any(map(is_night, medium))
    assert medium["SKIP"] == 4


def test_the_beginners_deck_is_day_floors_alone() -> None:  # ET-61
    beginner = box_of(Options(variant="beginner"))
    assert all(is_floor(card) and not is_night(card) for card in beginner)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", ["full", "medium", "beginner"])
def test_everyone_has_six_cards_and_the_centre_two(seats: int, variant: str) -> None:  # ET-07, ET-09, ET-62
    state = dealt(seats, variant=variant)
    assert [len(hand) for hand in state.hands] == [6] * seats
    assert [len(pile) for pile in state.floors] == ([1, 1] if variant == "beginner" else [1])
    assert len(state.balls) == (variant != "beginner")
    assert len(state.deck) == len(box_of(state.options)) - 6 * seats - 2


def test_the_ball_in_the_centre_has_a_number_and_a_night_floor_may_lie_there() -> None:  # ET-09, ET-A06
    states = [dealt(2, seed) for seed in range(60)]
    assert all(is_numbered(state.balls[0]) for state in states)
    assert any(is_night(state.floors[0][0]) for state in states)
    assert any(not is_night(state.floors[0][0]) for state in states)


def test_a_hand_without_floors_means_a_new_deal_for_everyone() -> None:  # ET-08, ET-A03
    match = Match(etazhiki, 5, Options(variant="medium"), ALL_BALLS)
    first, second = match.deal().events
    assert isinstance(first, Misdealt)
    assert isinstance(second, Dealt)
    assert first.seats == (1,)
    assert all(is_ball(card) for card in first.hands[1] or ())
    assert all(was != now for was, now in zip(first.hands, second.hands, strict=True))
    assert all(any(map(is_floor, hand or ())) for hand in second.hands)
    assert match.state.hands == second.hands


def test_no_hand_without_a_floor_is_ever_played() -> None:  # ET-08
    for seed in range(150):
        for hand in dealt(5, seed, variant="medium").hands:
            assert any(map(is_floor, hand))


def test_a_new_deal_is_public_but_its_hands_are_their_owners() -> None:  # ET-08, ET-A43
    first = Match(etazhiki, 5, Options(variant="medium"), ALL_BALLS).deal().events[0]
    assert isinstance(first, Misdealt)
    assert redact(first, None) == Misdealt((1,), (None,) * 5)
    assert redact(first, 3) == Misdealt((1,), (None, None, None, first.hands[3], None))


def test_the_named_starter_begins() -> None:  # ET-10, ET-63, ET-A07
    for seat in range(3):
        assert dealt(3, starter=seat).turn == seat
        assert dealt(3, starter=seat, variant="beginner").turn == seat


def test_otherwise_chance_decides() -> None:  # ET-A07
    assert {dealt(3, seed).turn for seed in range(30)} == {0, 1, 2}


@pytest.mark.parametrize("starter", [3, -1, 17])
def test_a_starter_outside_the_seats_is_refused(starter: int) -> None:  # ET-A07
    with pytest.raises(Refused) as refused:
        etazhiki.start(3, Options(starter=starter))
    assert (refused.value.reason, refused.value.clause) == ("starter-not-seated", "ET-A07")


@pytest.mark.parametrize(
    "wrong", [{"starter": True}, {"starter": "first"}, {"starter": 1.5}, {"starter": None}]
)
def test_a_starter_of_a_wrong_type_is_refused(wrong: dict[str, object]) -> None:  # ET-A07
    with pytest.raises(Refused):
        read(wrong, Options)


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_fewer_than_two_or_more_than_five_cannot_play(seats: int) -> None:  # ET-01
    with pytest.raises(Refused) as refused:
        etazhiki.start(seats, Options())
    assert (refused.value.reason, refused.value.clause) == ("seats-do-not-fit", "ET-01")


def test_one_game_has_three_sets_of_rules() -> None:  # ET-04
    for variant in ("full", "medium", "beginner"):
        assert read({"variant": variant}, Options).variant == variant
    with pytest.raises(Refused):
        read({"variant": "hard"}, Options)


def test_only_the_house_deals() -> None:  # ET-07
    state = etazhiki.start(2, Options())
    assert etazhiki.legal(state, HOUSE) == (Deal(),)
    with pytest.raises(Refused):
        etazhiki.decide(state, 0, Deal(), NO_CHANCE)
