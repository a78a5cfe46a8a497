"""What Master makes of others in Etazhiki: where they stopped, and what that tells of their hands."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from bots.playing import rows
from igroteka.bots.compiled_search import searcher
from igroteka.core import Seat, Seeded
from igroteka.games.etazhiki import memory
from igroteka.games.etazhiki.cards import Card, fitting, is_floor, is_night, neighbours, number_of
from igroteka.games.etazhiki.piles import followed
from igroteka.games.etazhiki.state import State
from igroteka.games.etazhiki.view import View
from igroteka.table import Match
from igroteka.turbo.etazhiki.state import CARD_BITS
from igroteka.turbo.etazhiki.tables import CARDS, KINDS

Table = tuple[str, int, dict[str, Any]]
TABLES: list[Table] = [
    ("etazhiki", 2, {}),
    ("etazhiki", 2, {"variant": "medium"}),
    ("etazhiki", 2, {"variant": "beginner"}),
    ("etazhiki", 4, {"variant": "medium", "skip": "repeats"}),
    ("etazhiki", 3, {}),
    ("etazhiki", 4, {"variant": "beginner"}),
]


def watch(table: Table, games: int, look: Callable[[State, tuple[View, ...]], None]) -> None:
    """Some games of Player; at every choice the truth, and the views that the seat remembers."""
    for seed in range(games):
        kept: dict[Seat, tuple[View, ...]] = dict.fromkeys(range(table[1]), ())

        def asked(match: Match, seat: Seat, *_: Any, kept: dict[Seat, Any] = kept) -> None:
            look(match.state, (*kept[seat], match.view(seat)))
            kept[seat] = memory.remember(kept[seat], match.view(seat))

        for _ in rows(table, ["player"] * table[1], seed, asked):
            pass


def fits(stop: memory.Stop) -> set[int]:
    found: set[int] = set()
    for top in map(number_of, stop.floors):
        found |= neighbours(top) if stop.ball is None else fitting(top, stop.ball, strict=False)
    return found


class Share:
    """How many floors were counted, and how many of them have such a number."""

    def __init__(self) -> None:
        self.floors = self.found = 0

    def count(self, cards: tuple[Card, ...] | list[Card], numbers: set[int]) -> None:
        floors = [card for card in cards if is_floor(card)]
        self.floors += len(floors)
        self.found += sum(number_of(card) in numbers for card in floors)

    def __float__(self) -> float:
        return self.found / self.floors


@pytest.mark.parametrize("table", TABLES)
def test_what_a_seat_holds_did_not_fit_where_it_stopped(table: Table) -> None:
    held, coming = Share(), Share()

    def look(state: State, views: tuple[View, ...]) -> None:
        for seat, its in memory.stops(views).items():
            if seat != views[-1].seat and its and not its[-1].taken:
                held.count(state.hands[seat], fits(its[-1]))
                coming.count(state.deck, fits(its[-1]))

    watch(table, 6, look)
    assert held.floors > 100
    assert float(held) < 0.05
    assert float(coming) > 0.1


@pytest.mark.parametrize("table", TABLES)
def test_likely_worlds_have_such_hands_and_leave_the_own_one_alone(table: Table) -> None:
    of = searcher("etazhiki")
    likely, even = Share(), Share()
    looked = 0

    def look(state: State, views: tuple[View, ...]) -> None:
        nonlocal looked
        now, stops = views[-1], memory.stops(views)
        told = [seat for seat, its in stops.items() if seat != now.seat and its and not its[-1].taken]
        if now.turn != now.seat or not told or looked == 20:
            return
        looked += 1
        root = of.root(now, False, Seeded(looked))
        worlds = of.likely_worlds(root, of.belief(views, Seeded(looked)), 64, Seeded(looked))
        plain = of.likely_worlds(root, np.zeros((5, memory.DEEP + 1, KINDS)), 64, Seeded(looked))
        assert worlds is not None
        assert plain is not None
        assert (worlds["held"][:, now.seat] == root["held"][0, now.seat]).all()
        for seat in told:
            sizes = worlds["held"][:, seat].sum(axis=1)
            assert (sizes == now.hand_sizes[seat]).all()
            for world, other in zip(worlds, plain, strict=True):
                likely.count(_hand(world, seat), fits(stops[seat][-1]))
                even.count(_hand(other, seat), fits(stops[seat][-1]))

    watch(table, 4, look)
    assert looked > 5
    assert float(likely) < float(even) / 2


@pytest.mark.parametrize("seats", [2, 3])
def test_who_lets_a_turn_be_hardly_holds_a_night_floor_that_would_have_taken_it(seats: int) -> None:
    held, coming = Share(), Share()

    def look(state: State, views: tuple[View, ...]) -> None:
        for seat, its in memory.read(views)[1].items():
            shown = [fits(one) for one in its if not one.taken]
            if seat != views[-1].seat and shown and views[-1].turn == views[-1].seat:
                held.count([card for card in state.hands[seat] if is_night(card)], set().union(*shown))
                coming.count([card for card in state.deck if is_night(card)], set().union(*shown))

    watch(("etazhiki", seats, {}), 6, look)
    assert held.floors > 100
    assert float(held) < float(coming) / 2


def test_piles_of_beginners_are_followed_as_far_as_it_is_sure() -> None:
    """F4 fits on one pile alone, F6 on both, and how it ended says on which it went."""
    assert followed(("F3", "F6"), ["F4"], ("F4", "F6")) == [("F3", "F6"), ("F4", "F6")]
    assert followed(("F5", "F6"), ["F6", "F7"], ("F7", "F6"))[1:] == [("F6", "F6"), ("F7", "F6")]
    assert followed(("F5", "F5"), ["F5", "F6"], ("F6", "F5"))[1] == ("F5", "F5")
    assert followed(("F5", "F6"), ["F5", "F6"], ("F5", "F6"))[1] is None, "on either pile first"
    assert followed(("F5", "F6"), ["F9"], ("F9", "F6")) == [None, None], "it cannot have been so"


def test_one_view_tells_nothing_of_hands() -> None:
    """Advice has no other, and its chances were held to who won with even deals."""
    of = searcher("etazhiki")

    def look(_: State, views: tuple[View, ...]) -> None:
        assert not of.belief(views[-1:], Seeded(1)).any()

    watch(TABLES[4], 1, look)


@pytest.mark.parametrize("table", TABLES)
def test_no_card_comes_or_goes_in_a_likely_world(table: Table) -> None:
    of = searcher("etazhiki")
    looked = 0

    def look(_: State, views: tuple[View, ...]) -> None:
        nonlocal looked
        looked += 1
        if looked % 9:
            return
        root = of.root(views[-1], False, Seeded(looked))
        worlds = of.likely_worlds(root, of.belief(views, Seeded(looked)), 8, Seeded(looked))
        assert worlds is not None
        for world in (*worlds, root[0]):
            gone = int(world["top"])  # taken cards stay before the deck, in the order of the box
            assert list(world["deck"][:gone]) == sorted(world["deck"][:gone])
            everywhere = world["held"].sum(axis=0) + np.bincount(
                world["deck"][gone : world["bottom"]], minlength=KINDS
            )
            everywhere += np.bincount(world["laid"][: world["lying"]] & CARD_BITS, minlength=KINDS)
            assert (everywhere == world["box"]).all()

    watch(table, 3, look)
    assert looked > 100


def _hand(world: Any, seat: Seat) -> list[Card]:
    return [CARDS[card] for card in np.repeat(np.arange(len(CARDS)), world["held"][seat])]


def test_few_views_are_kept_and_a_new_hand_tells_nothing() -> None:
    most = 0

    def look(state: State, views: tuple[View, ...]) -> None:
        nonlocal most
        most = max(most, len(views))
        for earlier, later in pairwise(views):
            for seat in range(later.seats):
                if later.stars[seat] > earlier.stars[seat] and later is views[-1]:
                    assert not memory.stops(views)[seat]

    watch(("etazhiki", 2, {"variant": "medium"}), 4, look)
    assert 4 < most <= memory.KEPT + 1
