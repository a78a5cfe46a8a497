"""What each seat is told: its own hand, the open cards, counts; and nothing of who could intercept."""

from collections import Counter

import msgspec
import pytest

from games.etazhiki.picture import after, draw
from igroteka.core import Refused, Seeded
from igroteka.games import etazhiki
from igroteka.games.etazhiki import Options, State, decide, imagine, redact, view
from igroteka.games.etazhiki.cards import is_ball, is_floor
from igroteka.games.etazhiki.guess import disagreements
from igroteka.games.etazhiki.moves import Ball, Draw, Drew, Floor, Intercept, Rebuilt
from igroteka.table import Match, play_out, random_chooser

encode = msgspec.json.encode


def test_a_seat_sees_its_own_hand_and_the_sizes_of_the_others() -> None:  # ET-A43
    state = draw("F1 F5 | B1 B3", "F2 F9", "N8 F0 F0")
    assert (view(state, 1).hand, view(state, 1).hand_sizes) == (("N8", "F0", "F0"), (2, 3))
    assert view(state, None).hand is None


def test_of_the_piles_the_open_cards_and_the_heights_are_told() -> None:  # ET-A43
    seen = view(draw("F1 F5 | B1 B2 B3", "F2", "N8"), None)
    assert (seen.floors, seen.floor_sizes, seen.ball, seen.ball_size) == (("F5",), (2,), "B3", 3)


def test_drawn_cards_are_told_to_the_one_who_drew_them() -> None:  # ET-A43
    drew = Drew(0, "unable", 2, ("F8", "B2"))
    assert redact(drew, 0) == drew
    assert redact(drew, 1) == redact(drew, None) == Drew(0, "unable", 2, None)
    assert redact(Rebuilt(2, ("F1", "F2")), 0) == Rebuilt(2, None)


def test_whether_another_could_intercept_changes_nothing_that_one_is_told() -> None:  # ET-41, ET-A43
    able, unable = draw("F5 | B3", "F2 F9", "N8 F0", "F1"), draw("F5 | B3", "F2 F9", "F7 F0", "F1")
    for seat in (0, 2, None):
        assert encode(view(able, seat)) == encode(view(unable, seat))
    for intent in (Floor("F9"), Ball("B1"), Draw(), Intercept("N8")):
        refusals = []
        for state in (able, unable):
            with pytest.raises(Refused) as refused:
                decide(state, 0, intent, Seeded(1))
            refusals.append(encode(refused.value.told()))
        assert refusals[0] == refusals[1]
    for state in (able, unable):
        assert decide(state, 0, Floor("F2"), Seeded(1)) == decide(able, 0, Floor("F2"), Seeded(1))


def test_a_refusal_to_draw_tells_only_of_ones_own_hand() -> None:  # ET-A08
    with pytest.raises(Refused) as refused:
        decide(draw("F5 | B3", "F2 F9", "N8"), 1, Draw(), Seeded(1))
    assert refused.value.parameters == {"turn": 0}


def test_the_buried_cards_of_a_position_are_never_told_not_even_when_they_come_back() -> (
    None
):  # ET-16, ET-A43
    state = after(draw("F1 F2 F5 | B3", "F9", "N8", deck=""), (0, Draw()), chance=Seeded(1))
    assert view(state, 1).pool is None


def test_after_a_real_deal_everyone_knows_what_went_back_into_the_deck() -> None:  # ET-16
    match, chance = Match(etazhiki, 2, seed=2), Seeded(2).row(9)
    for row in play_out(match, random_chooser(chance), chance):
        before = [e for e in row.events if isinstance(e, Rebuilt)]
        if before:
            pool = match.view(None).pool
            assert pool is not None
            assert pool.went_in == tuple(sorted(before[-1].deck or ()))
            assert len(pool.kept) == 2
            return
    raise AssertionError("the deck was never rebuilt")


def imagined(state: State, seat: int | None, seed: int) -> State:
    seen = view(state, seat)
    other = imagine(seen, Seeded(seed))
    assert encode(view(other, seat)) == encode(seen)
    return other


def test_an_imagined_seat_that_sheds_holds_balls_of_several_kinds() -> None:  # ET-26
    state = after(draw("F5 | B3", "F2 B1 B4 SKIP", "N2 F0"), (0, Floor("F2")))
    for seed in range(20):
        hand = imagined(state, 1, seed).hands[0]
        assert all(map(is_ball, hand))
        assert len(set(hand)) > 1


def test_an_imagined_seat_that_goes_on_holds_a_floor() -> None:  # ET-A13
    state = after(draw("F5 | B3", "F2 F1", "N2 F0"), (0, Floor("F2")))
    for seed in range(20):
        assert is_floor(imagined(state, 1, seed).hands[0][0])


def test_an_imagined_seat_that_began_with_a_ball_can_lay_a_floor() -> None:  # ET-A11
    state = after(draw("F5 | B3", "F4 F0 B1", "N2 F0"), (0, Ball("B1")))
    for seed in range(20):
        other = imagined(state, 1, seed)
        assert etazhiki.legal(other, 0)


@pytest.mark.parametrize("variant", ["full", "medium", "beginner"])
def test_imagined_tables_hold_the_whole_box_and_agree_with_the_turn(variant: str) -> None:  # ET-A43
    options = Options(variant=variant)  # type: ignore[arg-type]
    match, chance = Match(etazhiki, 3, options, seed=5), Seeded(5).row(9)
    box = None
    for row in play_out(match, random_chooser(chance), chance):
        for seat in (None, *match.seats):
            other = imagined(match.state, seat, row.number)
            cards = Counter(
                c for part in (*other.hands, *other.floors, other.balls, other.deck) for c in part
            )
            box = box or cards
            assert cards == box
            assert not disagreements(other, other.hands[other.turn])
