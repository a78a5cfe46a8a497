"""What Master makes of others in UpTurn: what they did in their turns, and what that tells of their racks."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
import pytest

from bots.playing import rows
from igroteka.bots.compiled_search import searcher, think
from igroteka.bots.habits import FIRST, Habits
from igroteka.bots.readable_search import Bounds
from igroteka.core import Pool, Seat, Seeded
from igroteka.games import upturn
from igroteka.games.upturn import memory
from igroteka.games.upturn.parts import box
from igroteka.games.upturn.state import State
from igroteka.games.upturn.tiles import Tile, is_between, is_beyond, is_number, is_penalty, value
from igroteka.games.upturn.view import View
from igroteka.table import Match
from igroteka.turbo.upturn.search.belief import deal_hidden

SEATS = (2, 3, 4)
Views = tuple[View, ...]


def watch(seats: int, games: int, look: Callable[[State, Views], None]) -> None:
    """Some games of Player; at every choice the truth, and the views that the seat remembers."""
    for seed in range(games):
        kept: dict[Seat, Views] = dict.fromkeys(range(seats), ())

        def asked(match: Match, seat: Seat, *_: Any, kept: dict[Seat, Any] = kept) -> None:
            look(match.state, (*kept[seat], match.view(seat)))
            kept[seat] = memory.remember(kept[seat], match.view(seat))

        for _ in rows(("upturn", seats, {}), ["player"] * seats, seed, asked):
            pass


def told(views: Views) -> dict[Seat, memory.Turn]:
    """The last turn of each other seat, where it took a tile then and none since."""
    now = views[-1]
    last = {seat: its[-1] for seat, its in memory.turns(views).items() if its and seat != now.seat}
    return {seat: turn for seat, turn in last.items() if not turn.taken and turn.number is None}


def could_lie(tile: Tile, turn: memory.Turn) -> bool:
    return not is_number(tile) or is_beyond(value(tile), turn.ref, turn.trend)


class Share:
    """How many tiles were counted, and how many of them could have been laid."""

    def __init__(self) -> None:
        self.tiles = self.found = 0

    def count(self, tiles: Any, turn: memory.Turn) -> None:
        self.tiles += len(tiles)
        self.found += sum(could_lie(tile, turn) for tile in tiles)

    def __float__(self) -> float:
        return self.found / self.tiles


@pytest.mark.parametrize("seats", SEATS)
def test_who_takes_a_tile_has_no_number_that_fits_and_no_action_tile(seats: int) -> None:
    held, coming = Share(), Share()

    def look(state: State, views: Views) -> None:
        for seat, turn in told(views).items():
            held.count(state.racks[seat], turn)
            coming.count(state.bag, turn)

    watch(seats, 8, look)
    assert held.tiles > 500
    assert float(held) < 0.06
    assert float(coming) > 0.25


def test_who_lays_a_plain_number_has_few_that_lie_nearer_and_few_penalty_tiles() -> None:
    held: Counter[str] = Counter()
    coming: Counter[str] = Counter()

    def look(state: State, views: Views) -> None:
        for seat, its in memory.turns(views).items():
            if seat != views[-1].seat and its and its[-1].number is not None and not its[-1].taken:
                for tiles, count in ((state.racks[seat], held), (state.bag, coming)):
                    count["tiles"] += len(tiles)
                    for tile in filter(is_number, tiles):
                        nearer = is_between(value(tile), its[-1].ref, its[-1].number)
                        fits = is_beyond(value(tile), its[-1].ref, its[-1].trend)
                        count["nearer"] += nearer
                        count["penalty"] += fits and is_penalty(tile)

    watch(3, 12, look)
    for kind in ("nearer", "penalty"):
        assert held[kind] / held["tiles"] < 0.7 * coming[kind] / coming["tiles"]


@pytest.mark.parametrize("seats", SEATS)
def test_racks_are_dealt_so_and_the_seat_sees_the_same_table(seats: int) -> None:
    of = searcher("upturn")
    likely, even = Share(), Share()
    looked = 0

    def look(state: State, views: Views) -> None:
        nonlocal looked
        now = views[-1]
        if now.turn != now.seat or not told(views) or looked == 60:
            return
        looked += 1
        root, belief = of.root(now, False, Seeded(looked)), of.belief(views, Seeded(looked))
        rng = np.array([looked], np.uint64)
        for weights, share in ((belief, likely), (np.ones((1, 1, 1)), even)):
            for _ in range(8):
                dealt = root[:1].copy()
                deal_hidden(dealt[0], now.seat, rng, weights)
                other = _readable(dealt, now)
                assert _seen(upturn.view(other, now.seat)) == _seen(now)
                assert _parts(other) == _parts(state)
                upturn.imagine(upturn.view(other, now.seat), Seeded(1))  # a table that can be
                for seat, turn in told(views).items():
                    share.count(other.racks[seat], turn)

    watch(seats, 3, look)
    assert looked > 20
    assert float(likely) < float(even) / 2


def _readable(states: Any, view: View) -> State:
    twin = searcher("upturn").twin
    state: State = upturn.from_position(twin.decode(states), view.options)
    return msgspec.structs.replace(state, pool=twin.pool_of(states))


def _seen(view: View) -> Any:
    assert view.rack is not None
    assert view.pool is not None
    laid = tuple(tuple(sorted(its)) for its in view.pool.laid)  # in which order is seen in no state of a twin
    pool = msgspec.structs.replace(view.pool, went_in=tuple(sorted(view.pool.went_in)), laid=laid)
    return msgspec.structs.replace(view, rack=tuple(sorted(view.rack)), legal=(), pool=pool)


def _parts(state: State) -> Counter[Tile]:
    return Counter([*(tile for rack in state.racks for tile in rack), *state.bag])


def test_no_tile_is_ruled_out() -> None:
    of = searcher("upturn")

    def look(state: State, views: Views) -> None:
        assert of.belief(views, Seeded(1)).min() > 0

    watch(3, 1, look)


def test_one_view_tells_nothing_and_racks_are_dealt_as_before() -> None:
    of = searcher("upturn")
    looked = 0

    def look(state: State, views: Views) -> None:
        nonlocal looked
        if views[-1].turn == views[-1].seat and looked < 20:
            looked += 1
            root, belief = of.root(views[-1], False, Seeded(3)), of.belief(views[-1:], Seeded(3))
            one, other = root[:1].copy(), root[:1].copy()
            deal_hidden(one[0], views[-1].seat, np.array([7], np.uint64), belief)
            of.twin.KERNELS["determinize"](other[0], views[-1].seat, np.array([7], np.uint64))
            assert one.tobytes() == other.tobytes()

    watch(2, 1, look)
    assert looked


def test_master_thinks_otherwise_for_it_and_the_first_master_does_not() -> None:
    compared = 0

    def thoughts(views: Views, past: Views, habits: Habits | None) -> Any:
        bounds = Bounds(iterations=40, hurry=False)
        return think("upturn", views[-1], False, Seeded(3), bounds, past=past, habits=habits)

    def look(state: State, views: Views) -> None:
        nonlocal compared
        now = views[-1]
        if compared < 3 and now.turn == now.seat and len(told(views)) == 2 and len(now.legal) > 2:
            compared += 1
            assert thoughts(views, views[:-1], None) != thoughts(views, (), None)
            assert thoughts(views, views[:-1], FIRST) == thoughts(views, (), FIRST)

    watch(3, 3, look)
    assert compared == 3


def table(rows_: list[list[str]], laid: list[list[str]], taken: list[int], **more: Any) -> View:
    """What seat 0 sees at the beginning of its turn."""
    position = {
        "racks": [["1", "2"], ["3", "5"], ["7", "9"]],
        "rows": rows_,
        "trend": "up",
        "order": "cw",
        "turn": 0,
        "bag": ["11t", "12"],
        **more,
    }
    seen = upturn.view(upturn.from_position(position, upturn.Options()), 0)
    went_in = tuple(tile for tile in box(None) if tile != rows_[0][0])
    pool = {"went_in": went_in, "kept": (), "taken": tuple(taken), "laid": tuple(map(tuple, laid))}
    return msgspec.structs.replace(seen, pool=Pool(**pool))


def test_the_turns_in_between_are_followed_seat_by_seat() -> None:
    before = table([["30"]], [[], [], []], [7, 7, 7])
    # seat 0 laid 40, seat 1 took a tile and laid it, 50; seat 2 took one and laid nothing
    after = table([["30", "40", "50"]], [["40"], ["50"], []], [7, 8, 8])
    found = memory.turns((before, after))
    assert found[1] == [memory.Turn(40, "up")]
    assert found[2] == [memory.Turn(50, "up")]
    assert found[0] == []


def test_who_may_have_been_given_a_tile_has_not_taken_it() -> None:
    before = table([["30"]], [[], [], []], [7, 7, 7])
    penalty = next(tile for tile in box(None) if tile.endswith("h") and value(tile) > 30)
    beyond = next(tile for tile in box(None) if is_number(tile) and value(tile) > value(penalty))
    after = table([["30", penalty, beyond]], [[penalty], [beyond], []], [7, 8, 8])
    found = memory.turns((before, after))
    assert found[1] == [memory.Turn(value(penalty), "up", number=value(beyond))]
    assert found[2] == [memory.Turn(value(beyond), "up")]  # it laid nothing: it had to take one
    twice = table([["30", penalty, beyond]], [[penalty], [beyond], []], [7, 9, 8])  # one was not given
    assert memory.turns((before, twice))[1] == [memory.Turn(value(penalty), "up")]


def test_an_arrow_of_another_tells_the_order_only_where_it_is_the_last() -> None:
    before = table([["30"]], [[], [], []], [7, 7, 7])
    # seat 1 turns the trend with an arrow, seat 2 takes a tile: nothing below 30 and no action tile
    after = table([["30", "D"]], [[], ["D"], []], [8, 7, 8], trend="down")
    assert memory.turns((before, after))[2] == [memory.Turn(30, "down")]
    # the order was turned: it was seat 0's turn again, and seat 2 had none
    turned = table([["30", "D"]], [[], ["D"], []], [8, 7, 7], trend="down", order="ccw")
    assert memory.turns((before, turned))[2] == []


def test_a_skipped_seat_tells_nothing() -> None:
    before = table([["30"]], [[], [], []], [7, 7, 7])
    after = table([["30", "S1"]], [["S1"], [], []], [7, 7, 8])
    found = memory.turns((before, after))
    assert (found[1], found[2]) == ([], [memory.Turn(30, "up")])


def test_what_was_taken_and_laid_since_is_counted_and_a_filled_bag_ends_it() -> None:
    first = table([["30"]], [[], [], []], [7, 7, 7])
    second = table([["30", "40"]], [["40"], [], []], [7, 8, 8])
    third = table([["30", "40", "60", "70"]], [["40", "60"], [], ["70"]], [7, 9, 8])
    assert memory.turns((first, second, third))[1] == [memory.Turn(40, "up", 1, 0), memory.Turn(60, "up")]
    assert memory.turns((first, second, third))[2] == [
        memory.Turn(40, "up", 0, 1),
        memory.Turn(60, "up", number=70),
    ]
    assert third.pool is not None
    filled = msgspec.structs.replace(third, pool=msgspec.structs.replace(third.pool, went_in=("1",)))
    assert not any(memory.turns((first, second, third, filled)).values())


def test_of_a_turn_only_its_beginning_is_kept() -> None:
    view = table([["30"]], [[], [], []], [7, 7, 7])
    kept = memory.remember((), view)
    assert [one.legal for one in kept] == [()]
    assert memory.remember(kept, msgspec.structs.replace(view, drawn=True)) == kept
    assert memory.remember(kept, msgspec.structs.replace(view, turn=1)) == kept
    for _ in range(2 * memory.KEPT):
        kept = memory.remember(kept, view)
    assert len(kept) == memory.KEPT
