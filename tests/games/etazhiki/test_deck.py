"""Draws from short decks, the rebuilt deck, and the circle of passes that ends a game."""

from collections import Counter

from games.etazhiki.picture import BEGINNER, after, draw, told
from igroteka.core import Outcome, Seeded
from igroteka.games import etazhiki
from igroteka.games.etazhiki import outcome
from igroteka.games.etazhiki.moves import Draw, Drew, End, Floor, Pass, Passed, Rebuilt, Stuck
from igroteka.games.etazhiki.options import box_of
from igroteka.table import Match, play_out, random_chooser

CHANCE = Seeded(1)


def test_in_the_middle_of_a_draw_the_deck_is_rebuilt_from_under_the_open_cards() -> None:  # ET-16, ET-A33
    state = draw("F1 F2 F5 | B1 B3", "F9", "F1", deck="F6")
    first, rebuilt, second = told(state, 0, Draw(), CHANCE)
    assert first == Drew(0, "unable", 1, ("F6",))
    assert isinstance(rebuilt, Rebuilt)
    assert rebuilt.count == 3
    assert Counter(rebuilt.deck) == Counter(("F1", "F2", "B1"))
    assert isinstance(second, Drew)
    assert second.count == 1
    done = after(state, (0, Draw()), chance=CHANCE)
    assert (done.floors, done.balls, len(done.deck)) == ((("F5",),), ("B3",), 2)


def test_it_is_not_rebuilt_before_a_card_is_needed() -> None:  # ET-A33
    state = after(draw("F1 F5 | B1 B3", "F9", "F1", deck="F6 F0"), (0, Draw()), (0, Pass()))
    assert (state.deck, state.floors) == ((), (("F1", "F5"),))


def test_a_new_hand_is_smaller_when_there_is_no_more() -> None:  # ET-A33
    done = after(draw("F1 F5 | B3", "F2", "F1", deck="F6"), (0, Floor("F2")), chance=CHANCE)
    assert Counter(done.hands[0]) == Counter(("F6", "F1", "F5"))
    assert done.turn == 1


def test_a_skipped_seat_takes_fewer_too() -> None:  # ET-A33
    state = draw("F5 | B3 SKIP", "F5 F0", "F1", "F1", deck="", skip_armed=True, floors_laid=1)
    done = after(state, (0, End()), chance=CHANCE)
    assert (done.hands[1], done.turn) == (("F1", "B3"), 2)


def test_a_full_circle_of_passes_ends_the_game_and_most_stars_win() -> None:  # ET-A42, ET-B4
    state = draw("F5 | B3", "F9", "F1", deck="", stars=[1, 2], idle=1, drew=True)
    assert told(state, 0, Pass()) == (Passed(0), Stuck((1,)))
    assert outcome(after(state, (0, Pass()))) == Outcome("stuck", "ET-A42", (1,))


def test_a_card_laid_or_drawn_begins_the_circle_anew() -> None:  # ET-B4
    assert after(draw("F5 | B3", "F2 F0", "F1", idle=1), (0, Floor("F2"))).idle == 0
    assert after(draw("F5 | B3", "F9", "F1", idle=1), (0, Draw())).idle == 0
    assert after(draw("F5 | B3", "F9", "F1", deck="", idle=1), (0, Draw())).idle == 1


def test_a_beginners_pass_counts_only_when_it_brings_no_card() -> None:  # ET-A42, ET-B4
    state = draw("F5 | F5", "F9", "F1", options=BEGINNER, deck="F0", idle=1)
    assert after(state, (0, Pass())).idle == 0
    empty = draw("F5 | F5", "F9", "F1", options=BEGINNER, deck="", idle=1)
    assert told(empty, 0, Pass()) == (Passed(0), Stuck((0, 1)))


def test_no_card_is_lost_or_doubled_over_a_game_with_rebuilt_decks() -> None:  # ET-16, ET-70
    for variant in ("full", "medium", "beginner"):
        options = etazhiki.Options(variant=variant)
        match, chance = Match(etazhiki, 2, options, seed=2), Seeded(2).row(9)
        rebuilt = 0
        for row in play_out(match, random_chooser(chance), chance):
            rebuilt += any(isinstance(event, Rebuilt) for event in row.events)
            state = match.state
            cards = Counter(
                c for part in (*state.hands, *state.floors, state.balls, state.deck) for c in part
            )
            assert cards == Counter(box_of(options))
        assert rebuilt
