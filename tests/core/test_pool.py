"""Unseen parts are dealt to unseen places so that nothing contradicts what the table has seen."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.core import Pool, Refused, Seeded, deal_unseen

BOX = tuple("aabbccddeeff")


def test_before_anything_was_laid_every_unseen_part_may_be_anywhere() -> None:
    pool = Pool.filled(BOX, 2).take(0, 3).take(1, 3)
    found = set()
    for seed in range(60):
        hands, deck = deal_unseen(BOX, [("a", "a", "b"), 3], 6, (), pool, Seeded(seed))
        assert hands[0] == ("a", "a", "b")
        assert Counter((*hands[0], *hands[1], *deck)) == Counter(BOX)
        found.add("".join(sorted(hands[1])))
    assert len(found) > 10
    assert not any("a" in hand for hand in found)


def test_after_a_refill_a_hand_that_took_nothing_holds_only_older_parts() -> None:
    """A seat that saw tiles go back into the bag knows that nobody holds them who has not drawn since."""
    pool = Pool.filled("aabbcc", 2)
    for seed in range(30):
        hands, deck = deal_unseen(BOX, [("d", "d", "e"), 3], 6, (), pool, Seeded(seed))
        assert Counter(deck) == Counter("aabbcc")
        assert Counter(hands[1]) == Counter("eff")


def test_a_part_laid_since_may_be_a_new_or_an_old_copy() -> None:
    box = "aabbcc"
    pool = Pool.filled("abc", 2).take(1).lay(1, "a")  # seat 1 had two, took one, laid an a
    hidden = set()
    for seed in range(60):
        hands, deck = deal_unseen(box, [("b",), 2], 2, (), pool, Seeded(seed))
        assert Counter((*hands[0], *hands[1], *deck, "a")) == Counter(box)
        hidden.add((tuple(sorted(hands[1])), tuple(sorted(deck))))
    assert (("a", "c"), ("b", "c")) in hidden  # the new a was laid, the old one is held
    assert (("b", "c"), ("a", "c")) in hidden or (("c", "c"), ("a", "b")) in hidden  # the old one was laid


def test_parts_that_stayed_open_are_in_nobodys_hand() -> None:
    pool = Pool.filled("aabbccdde", 2, kept="f").take(0, 2)
    for seed in range(20):
        hands, deck = deal_unseen(BOX, [2, 2], 7, (), pool, Seeded(seed))
        assert Counter((*hands[0], *hands[1], *deck, "f")) == Counter(BOX)
        assert Counter(hands[1]) == Counter("ef")


def test_of_a_position_it_is_known_that_what_lies_open_or_in_ones_own_hand_is_nowhere_else() -> None:
    table = ("a", "b", "b", "c", "c")
    for seed in range(20):
        hands, deck = deal_unseen(BOX, [("a",), 2], 4, table, None, Seeded(seed))
        assert hands[0] == ("a",)
        assert Counter((*table, *hands[0], *hands[1], *deck)) == Counter(BOX)


def test_a_position_may_hold_more_parts_than_the_box() -> None:
    hands, deck = deal_unseen(BOX, [("a",), 3], 2, BOX, None, Seeded(1))
    assert (hands[0], len(hands[1]), len(deck)) == (("a",), 3, 2)
    assert {*hands[1], *deck} <= {*BOX}


@given(st.data())
def test_whatever_happened_at_the_table_can_be_imagined(data: st.DataObject) -> None:
    """A little game of taking, laying and refilling; every seat imagines it at its end."""
    seats, chance = 3, Seeded(data.draw(st.integers(0, 10**6)))
    deck = list(chance.shuffled(BOX * 2))
    hands: list[list[str]] = [[], [], []]
    table: list[str] = []
    pool = Pool.filled(BOX * 2, seats)
    for _ in range(data.draw(st.integers(0, 60))):
        seat = chance.below(seats)
        if hands[seat] and chance.below(2):
            part = hands[seat].pop(chance.below(len(hands[seat])))
            table.append(part)
            pool = pool.lay(seat, part)
        else:
            if not deck and len(table) > 1:
                deck, table = list(chance.shuffled(table[:-1])), table[-1:]
                pool = Pool.filled(deck, seats, kept=table)
            if deck:
                hands[seat].append(deck.pop())
                pool = pool.take(seat)
    for viewer in range(seats):
        told = [tuple(hand) if seat == viewer else len(hand) for seat, hand in enumerate(hands)]
        imagined, rest = deal_unseen(BOX * 2, told, len(deck), table, pool, chance)
        assert [len(hand) for hand in imagined] == [len(hand) for hand in hands]
        assert imagined[viewer] == tuple(hands[viewer])
        everything = Counter((*rest, *table, *(part for hand in imagined for part in hand)))
        assert everything == Counter(BOX * 2)
        assert not Counter(rest) - Counter(pool.went_in)


@pytest.mark.parametrize(
    ("taken", "hands", "deck"),
    [
        pytest.param(1, [("a", "a"), 0], 2, id="more of the filling in a hand than it has taken"),
        pytest.param(0, [(), 0], 4, id="older parts in nobody's hand"),
        pytest.param(0, [(), 2], 3, id="a deck that lacks a part of the filling"),
    ],
)
def test_a_view_that_could_not_be_is_refused(
    taken: int, hands: list[tuple[str, ...] | int], deck: int
) -> None:
    pool = Pool.filled("aabb", 2).take(0, taken)
    with pytest.raises(Refused, match="view-impossible"):
        deal_unseen("aabbcc", hands, deck, (), pool, Seeded(1))


def test_without_a_pool_what_is_open_or_known_is_not_dealt_again() -> None:
    hands, deck = deal_unseen("abcdef", [("a",), 2], 2, ("b",), None, Seeded(3))
    assert Counter((*hands[1], *deck)) == Counter("cdef")
    assert len(hands[1]) == 2


def test_a_position_with_more_parts_than_the_box_is_filled_up() -> None:
    hands, deck = deal_unseen("ab", [("a", "b"), 3], 1, (), None, Seeded(3))
    assert len(hands[1]) == 3
    assert {*hands[1], *deck} <= {"a", "b"}
