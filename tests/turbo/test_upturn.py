"""UpTurn's twin from late and strange tables, and with a family's own tiles."""

import random

import numpy as np
import pytest

from igroteka.core import Refused, read
from igroteka.games.upturn.parts import box
from igroteka.games.upturn.tiles import is_number, value
from igroteka.turbo import Batch, twin
from igroteka.turbo.chance import streams
from igroteka.turbo.lockstep import Difference, Pair, fresh, play, random_options, tables

TWIN = twin("upturn")
TABLES = 300
STEPS = 40
TWINS = [11, 22, 33, 44, 55, 66, 77, 88, 99]


def strange_tiles(chooser):
    """The box; or few kinds of tiles, many of each, some of a value and kind that no box has."""
    tiles = list(box(None))
    if chooser.random() < 0.5:
        return tiles
    some = [f"{chooser.randrange(100)}{chooser.choice(['', 'h', 't'])}" for _ in range(8)]
    some += [f"{chooser.choice([1, 50, 99])}{kind}" for kind in ("", "h", "t")]
    return chooser.choices([*some, "U", "D", "UD", "S1", "S2", "J"], k=60)


def late(chooser, seats):
    """A table late in a strange game: short racks, a bag that is soon empty, anything still to do."""
    tiles = strange_tiles(chooser)
    chooser.shuffle(tiles)
    racks = [[tiles.pop() for _ in range(chooser.choice([1, 1, 2, 2, 3, 5]))] for _ in range(seats)]
    lengths = [chooser.randrange(1, 6) for _ in range(chooser.choice([0, 1, 1, 2, 3]))]
    rows = [[tiles.pop() for _ in range(length)] for length in lengths]
    lone = [seat for seat in range(seats) if len(racks[seat]) == 1]
    silent = [seat for seat in lone if chooser.random() < 0.5]
    announced = [seat for seat in lone if seat not in silent and chooser.random() < 0.5]
    position = {
        "racks": racks,
        "rows": rows,
        "trend": chooser.choice(["up", "down", "up", "down", None]),
        "order": chooser.choice(["cw", "ccw"]),
        "turn": chooser.randrange(seats),
        "bag": [tiles.pop() for _ in range(chooser.choice([0, 0, 1, 3, 8]))],
        "drawn": chooser.random() < 0.3,
        "announced": announced,
        "silent": silent,
        "gifts": chooser.choice([0, 0, 0, 1, 3]),
        "extra": chooser.random() < 0.15,
        "idle": chooser.randrange(seats),
    }
    if rows and is_number(rows[-1][-1]) and chooser.random() < 0.5:
        position["tucking"] = {"from": chooser.randrange(100), "to": value(rows[-1][-1])}
        position["extra"] = False
    return position


def own_parts(chooser):
    """A manifest with other values and kinds than ours, mostly several of a value."""
    others = [n for n in range(1, 100) if n not in TWINS]
    numbers = chooser.sample(others, k=chooser.choice([2, 10, 40, 71]))
    cut = chooser.randrange(len(numbers))
    split = [numbers[:cut], numbers[cut:]]
    while sum(map(len, split)) < 71:
        kind = chooser.choice([kind for kind in split if kind])
        kind.append(chooser.choice(kind))
    actions = {"U": 6, "D": 6, "UD": 6, "S1": 3, "S2": 3, "J": 2}
    return {"numbers": {"plain": split[0], "penalty": split[1], "twins": TWINS}, "actions": actions}


def agree(seed, pair, chooser, most):
    try:
        return sum(1 for _ in play(pair, chooser, most=most, imagine=0.1))
    except Difference as difference:
        raise AssertionError(f"seed {seed}: {difference}") from None


def test_late_tables_agree_after_every_step():
    steps = ends = 0
    for seed in range(TABLES):
        chooser = random.Random(seed)
        seats, options = tables(TWIN, chooser, random_options(TWIN))
        state = TWIN.GAME.from_position(late(chooser, seats), options)
        pair = Pair(TWIN, state, options, stream=seed)
        steps += agree(seed, pair, chooser, STEPS)
        ends += TWIN.GAME.outcome(pair.state) is not None
    assert steps > 10 * TABLES
    assert ends > TABLES / 10


def test_games_with_other_tiles_agree_after_every_step():
    for seed in range(12):
        chooser = random.Random(seed)
        seats, options = tables(TWIN, chooser, lambda c: {**random_options(TWIN)(c), "parts": own_parts(c)})
        agree(seed, fresh(TWIN, seats, options, seed), chooser, 300)


def test_its_own_deal_of_other_tiles_is_the_whole_box():
    for seed in range(12):
        options = read({"parts": own_parts(random.Random(seed))}, TWIN.GAME.Options)
        position = TWIN.decode(Batch(TWIN, 1, 3, options, seed=seed).states)
        dealt = [tile for group in (*position["racks"], *position["rows"], position["bag"]) for tile in group]
        assert sorted(dealt) == sorted(box(options.parts))


@pytest.mark.parametrize(
    "change",
    [{"racks": [["100"], ["2"]]}, {"rows": [[], ["3"]]}, {"silent": [1, 0]}, {"racks": [["2"] * 130, ["3"]]}],
)
def test_what_has_no_room_is_left_to_the_rules(change):
    position = {"racks": [["2"], ["3"]], "rows": [["4"]], "trend": "up", **change}
    TWIN.GAME.from_position(position, TWIN.GAME.Options())
    with pytest.raises(Refused, match="position-beyond-the-box"):
        TWIN.encode(position, TWIN.GAME.Options())


def test_a_long_row_with_many_gifts_has_room():
    tiles = sorted(filter(is_number, box(None)), key=value)
    position = {"racks": [tiles[:3], tiles[3:6]], "rows": [tiles[6:54]], "bag": tiles[54:], "trend": "up"}
    options = TWIN.GAME.Options()
    for gifts, fits in ((40, True), (250, False)):
        given = {**position, "gifts": gifts}
        if fits:
            assert TWIN.decode(TWIN.encode(given, options))["gifts"] == gifts
        else:
            with pytest.raises(Refused, match="position-beyond-the-box"):
                TWIN.encode(given, options)


def test_imagined_racks_hold_only_what_they_may():
    """What was on a rack when the bag was filled is not in it; every unseen tile turns up somewhere."""
    pair = fresh(TWIN, 3, TWIN.GAME.Options(), seed=1)
    chooser = random.Random(1)
    for _ in play(pair, chooser, most=2000, imagine=0):
        pool = pair.state.pool
        if len(pool.went_in) < 90 and sum(pool.taken) > 20:
            break
    seen, rng = [set(), set(), set()], streams(5)
    for _ in range(400):
        state = pair.states.copy()
        TWIN.KERNELS["determinize"](state[0], 0, rng)
        position = TWIN.decode(state)
        assert set(position["bag"]) <= set(pool.went_in)
        assert TWIN.pool_of(state).went_in == pool.went_in
        for where, tiles in zip(
            seen, (position["racks"][1], position["racks"][2], position["bag"]), strict=True
        ):
            where.update(tiles)
    hidden = {tile for tiles in (*pair.state.racks[1:], pair.state.bag) for tile in tiles}
    assert set.union(*seen) == hidden
    assert seen[2] == hidden & set(pool.went_in)


def test_random_play_is_even_over_the_list():
    """Chances that differ would show: a fresh table, many first moves."""
    batch = Batch("upturn", 4000, 2, seed=3)
    batch.put(batch.states[:1].copy())
    lists, counts = batch.legal()
    found = np.bincount(batch.random(), minlength=TWIN.ACTIONS)[lists[0, : counts[0]]]
    even = 4000 / counts[0]
    assert (abs(found - even) < 5 * even**0.5).all()
