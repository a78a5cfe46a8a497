"""Master: finds what wins, in and out of turn, and knows no more than its view."""

import copy
import subprocess
import sys
import time
from typing import Any

import pytest

from bots.playing import IDS, TABLES, rows
from igroteka.bots.compiled_search import searcher, think
from igroteka.bots.master import MasterBot, answers, game_of, warm_up
from igroteka.bots.readable_search import Bounds
from igroteka.bots.sense import weigh
from igroteka.core import Seat, Seeded, read
from igroteka.games import SHELF, etazhiki, sequence, upturn
from igroteka.games.etazhiki.moves import Floor, Intercept
from igroteka.games.sequence.moves import Draw, Place, Remove
from igroteka.games.upturn.moves import Announce, Give, Lay
from igroteka.games.upturn.parts import box
from igroteka.games.upturn.tiles import is_number, value
from igroteka.table import Match
from igroteka.turbo.chance import streams

ITERATIONS = 2000


def choice(game: Any, position: dict[str, Any], seat: Seat, may_wait: bool = False, **options: Any) -> Any:
    """What Master chooses in a position."""
    state = game.from_position(position, read(options, game.Options))
    view = game.view(state, seat)
    offers = tuple(one for one in view.legal if not isinstance(one, game.HONOUR))
    return MasterBot(iterations=ITERATIONS).choose(view, offers, may_wait, Seeded(1))


BLUE_ROW = {"side": "blue", "cells": ["b1", "c1", "d1", "e1", "f1"]}
FOUR = ["c3", "d3", "e3", "f3"]
PACKS = [f"{rank}{suit}" for rank in (2, 3, 4, 8, 9, 10) for suit in "SHC"]


def board(seats: int, hand: list[str], side: str = "blue", four: list[str] = FOUR) -> dict[str, Any]:
    """A side that has one sequence and four in a row (2D to 5D, then 6D or AS); the others hold low cards."""
    each = 12 // seats
    hands = [hand] + [PACKS[each * n : each * n + each] for n in range(seats - 1)]
    chips = {"blue": BLUE_ROW["cells"] + four, "green": ["a5", "a6"]}
    if side != "blue":
        chips = {side: BLUE_ROW["cells"] + four, "blue": ["a5", "a6"]}
    lines = [{**BLUE_ROW, "side": side}]
    return {"hands": hands, "chips": chips, "lines": lines, "deck": ["KH", "KD", "QC", "2C", "3C", "4C"]}


def test_a_fifth_chip_that_wins_is_placed() -> None:
    hand = ["6D", "KC", "QH", "10D"]
    assert choice(sequence, board(2, hand), 0) == Place("6D", "g3")


def test_in_a_team_too() -> None:
    hand = ["KC", "6D", "QH"]
    assert choice(sequence, board(4, hand), 0) == Place("6D", "g3")


def test_a_jack_wins_where_no_card_does() -> None:
    hand = ["KC", "JC", "QH", "10D"]
    chosen = choice(sequence, board(2, hand), 0)
    assert isinstance(chosen, Place)
    assert chosen.card == "JC"
    assert chosen.cell in ("b3", "g3")


def test_four_of_an_opponent_that_would_win_are_stopped() -> None:
    hand = ["JS", "KC", "10D", "QC"]
    chosen = choice(sequence, board(2, hand, side="green"), 0)
    assert isinstance(chosen, Remove)
    assert chosen.cell in FOUR


def test_of_three_sides_one_five_is_enough() -> None:
    position = {
        "hands": [["KC", "6D", "QH"], ["2S", "3S", "4S"], ["2H", "3H", "4H"]],
        "chips": {"blue": FOUR, "green": ["a5"], "red": ["a6"]},
        "deck": ["KH", "KD", "QC", "2C", "3C", "4C"],
    }
    assert choice(sequence, position, 0) == Place("6D", "g3")


def test_an_owed_card_is_taken_out_of_turn() -> None:
    position = {"hands": [["6D", "KC"], ["2S", "3S"]], "deck": ["KH", "KD", "QC"], "turn": 1, "owed": [0]}
    assert choice(sequence, position, 0, may_wait=True) == Draw()


def test_the_last_tile_is_laid_when_it_fits() -> None:
    position = {"racks": [["50"], ["1h", "2", "3"]], "rows": [["20", "40"]], "trend": "up", "turn": 0,
                "announced": [0], "bag": ["60", "61h", "62"]}  # fmt: skip
    assert choice(upturn, position, 0) == Lay("50")


def test_two_numbers_go_out_together_under_a_twin() -> None:
    position = {"racks": [["50", "55t"], ["1h", "2", "3"]], "rows": [["20", "40"]], "trend": "up", "turn": 0,
                "bag": ["60", "61h", "62", "63"]}  # fmt: skip
    assert choice(upturn, position, 0) == Lay("55t")


def test_a_last_tile_is_announced_out_of_turn() -> None:
    position = {"racks": [["50"], ["1h", "2", "3"]], "rows": [["20", "40"]], "trend": "up", "turn": 1,
                "silent": [0], "bag": ["60", "61h", "62"]}  # fmt: skip
    assert choice(upturn, position, 0, may_wait=True) == Announce()


def test_a_gift_goes_to_the_seat_that_is_nearest_to_its_end() -> None:
    position = {"racks": [["50", "60", "70"], ["2"], ["3", "4", "6", "8", "9", "12", "13"]],
                "rows": [["20", "41h"]], "trend": "up", "turn": 0, "gifts": 1, "announced": [1],
                "bag": ["61h", "62", "63", "64"]}  # fmt: skip
    assert choice(upturn, position, 0) == Give(1)


STARS = {"stars": [4, 4], "deck": ["F1", "F2", "B1", "F3", "B2", "F4"]}


def test_the_last_floor_wins_the_last_star() -> None:
    position = {"hands": [["F8", "B1"], ["F2", "N4"]], "floors": ["F5"], "balls": ["B3"], "turn": 0, **STARS}
    assert choice(etazhiki, position, 0) == Floor("F8")


def test_a_turn_is_taken_when_that_wins() -> None:
    position = {"hands": [["N8"], ["F2", "F6", "B2"]], "floors": ["F5"], "balls": ["B3"], "turn": 1, **STARS}
    assert choice(etazhiki, position, 0, may_wait=True) == Intercept("N8")


def test_a_beginner_wins_on_either_pile() -> None:
    position = {"hands": [["F3"], ["F9", "F8"]], "floors": [["F7"], ["F4"]], "balls": [], "turn": 0,
                "stars": [4, 4], "deck": ["F1", "F2"]}  # fmt: skip
    assert choice(etazhiki, position, 0, variant="beginner") == Floor("F3", 1)


def test_a_position_beyond_the_box_is_played_on_the_readable_rules() -> None:
    hand = ["6D", "KC", "KC", "KC"]
    assert choice(sequence, board(2, hand), 0) == Place("6D", "g3")


class Twofold(MasterBot):
    """Can be asked again, with the memory that it had."""

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Any) -> Any:
        self.before, self.seed = copy.copy(self), chance.below(2**32)
        return super().choose(view, offers, may_wait, Seeded(self.seed))

    def again(self, view: Any, offers: tuple[Any, ...], may_wait: bool) -> Any:
        return MasterBot.choose(self.before, view, offers, may_wait, Seeded(self.seed))


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_a_choice_does_not_change_when_only_hidden_things_change(
    table: tuple[str, int, dict[str, Any]],
) -> None:
    asked = compared = 0
    bots = [Twofold(iterations=60) for _ in range(table[1])]

    def again(match: Match, seat: Seat, offers: tuple[Any, ...], may_wait: bool, chosen: Any) -> None:
        nonlocal asked, compared
        asked += 1
        if asked % 7 or (len(offers) == 1 and not may_wait):
            return
        view, game = match.view(seat), match.game
        other = game.view(game.imagine(view, Seeded(asked + 1)), seat)
        assert other == view
        assert bots[seat].again(other, offers, may_wait) == chosen
        assert chosen in offers or (chosen is None and may_wait)
        compared += 1

    for match in rows(table, bots, 3, again):
        if len(match.log) > 120:
            break
    assert compared


@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_view_chance_and_iterations_give_the_same_thoughts(threads: int) -> None:
    match = Match(upturn, 3, upturn.Options(), 5)
    match.deal()
    view = match.view(upturn.turn(match.state))
    bounds = Bounds(iterations=500, hurry=False)
    first, second = (think("upturn", view, False, Seeded(9), bounds, threads) for _ in range(2))
    assert first == second
    assert sum(one.visits for one in first) == 500 * threads


@pytest.mark.parametrize("name", SHELF)
def test_a_choice_keeps_to_its_cpu_time(name: str) -> None:
    game = SHELF[name]
    warm_up(name)
    match = Match(game, game.SEATS[-1], game.Options(), 2)
    match.deal()
    seat = game.turn(match.state)
    assert seat is not None
    view = match.view(seat)
    begun = time.thread_time()
    MasterBot(0.1).choose(view, view.legal, False, Seeded(1))
    assert time.thread_time() - begun < 0.3


def test_a_rack_of_forty_tiles_leaves_time_to_search() -> None:
    """Player thinks such a rack through for a quarter of a second."""
    warm_up("upturn")
    tiles = sorted(box(None), key=lambda tile: (is_number(tile), is_number(tile) and -value(tile)))
    low = tiles.pop()
    position = {
        "racks": [tiles[16:56], tiles[56:63]],
        "rows": [[low]],
        "trend": "up",
        "order": "cw",
        "turn": 0,
        "bag": [*tiles[:16], *tiles[63:]],
    }
    view = upturn.view(upturn.from_position(position, upturn.Options()), 0)
    begun = time.thread_time()
    weigh(view, view.legal)
    alone = time.thread_time() - begun
    begun = time.thread_time()
    think("upturn", view, False, Seeded(1), Bounds(iterations=8))
    assert time.thread_time() - begun < alone / 4


def test_a_person_does_not_wait_longer_than_the_bound() -> None:
    match = Match(sequence, 2, sequence.Options(), 2)
    match.deal()
    seat = sequence.turn(match.state)
    view = match.view(seat)
    warm_up("sequence")
    begun = time.perf_counter()
    answers(view, view.legal, False, Seeded(1), Bounds(cpu=60, wall=0.1))
    assert time.perf_counter() - begun < 30  # and not the minute of CPU time that it was given


def test_a_tile_that_went_back_into_the_bag_is_imagined_there_or_with_those_who_took_one() -> None:
    """UT-A35: the bag was filled from the table; whatever is imagined keeps to what everyone saw go in."""
    match = next(
        match
        for match in rows(("upturn", 2, {}), ["random", "random"], 1)
        if match.state.pool and len(match.state.pool.went_in) < 80 and sum(match.state.pool.taken) > 2
    )
    view = match.view(0)
    of = searcher("upturn")
    recycled = set(view.pool.went_in) - {tile for row in view.rows for tile in row} - set(view.rack)
    assert recycled
    for seed in range(100):
        states = of.root(view, False, Seeded(seed))
        of.twin.KERNELS["determinize"](states[0], 0, streams(seed))
        told = of.twin.decode(states)
        assert set(told["bag"]) <= set(view.pool.went_in)
        assert recycled <= {*told["bag"], *told["racks"][1]}
        others = [tile for tile in told["racks"][1] if tile in recycled and tile not in view.pool.kept]
        assert len(others) <= view.pool.taken[1]


WITHOUT = """
import sys
sys.modules["numba"] = None
from igroteka.bots.master import MasterBot, answers, warm_up
from igroteka.core import Seeded
from igroteka.games import SHELF
from igroteka.table import Match, play_out
assert not warm_up("upturn")
bot = MasterBot(iterations=12)
for name, game in SHELF.items():
    match = Match(game, 2, game.Options(), 4)
    chance = Seeded(4).row(2**63)
    def choose(seat, look, offers, may_wait):
        chosen = bot.choose(look(), offers, may_wait, chance)
        assert chosen in offers or (chosen is None and may_wait)
        return chosen
    for _ in zip(range(12), play_out(match, choose, chance)):
        pass
    print(name, len(match.log))
assert "numba" not in {name for name, module in sys.modules.items() if module}
"""


def test_without_numba_it_still_plays() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(SHELF)


def test_on_the_readable_rules_it_finds_what_wins_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "igroteka.bots.compiled_search", None)
    position = {"hands": [["F8", "B1"], ["F2", "N4"]], "floors": ["F5"], "balls": ["B3"], "turn": 0, **STARS}
    assert choice(etazhiki, position, 0) == Floor("F8")
    assert choice(sequence, board(2, ["6D", "KC", "QH", "10D"]), 0) == Place("6D", "g3")


def test_every_view_tells_its_game() -> None:
    for name, game in SHELF.items():
        match = Match(game, 2, game.Options(), 4)
        match.deal()
        assert game_of(match.view(0)) == name


def test_several_threads_grow_a_tree_each_and_what_they_found_is_added_up() -> None:
    hand = ["F8", "F2", "F7", "B1", "B3"]
    position = {"hands": [hand, ["N4", "F1"]], "floors": ["F5"], "balls": ["B3"], "turn": 0, **STARS}
    view = etazhiki.view(etazhiki.from_position(position, etazhiki.Options()), 0)
    looks = []
    for threads in (1, 3):
        found = [think("etazhiki", view, False, Seeded(1), Bounds(iterations=200), threads) for _ in range(2)]
        assert found[0] == found[1], "the same chance, the same answers"
        looks.append(sum(answer.visits for answer in found[0]))
    assert looks[1] == 3 * looks[0] > 0
