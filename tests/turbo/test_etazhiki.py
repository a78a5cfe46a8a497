"""Etazhiki's twin: families' own boxes, strange tables, the deal, and what a seat may imagine."""

import random

import msgspec
import numpy as np
import pytest

from igroteka.core import HOUSE, Deal, Refused, Seeded
from igroteka.games.etazhiki.cards import DAY, NIGHT, NUMBERED
from igroteka.games.etazhiki.guess import disagreements
from igroteka.games.etazhiki.options import box_of
from igroteka.turbo import NOBODY, twin
from igroteka.turbo.chance import Mirror, streams
from igroteka.turbo.etazhiki.tables import CARDS
from igroteka.turbo.lockstep import Difference, Pair, fresh, play, random_options, tables

TWIN = twin("etazhiki")
GAME = TWIN.GAME
BALLS = [*NUMBERED[:5] * 4, *NUMBERED, "NEAR", "EVEN", "ODD", "SKIP", "SKIP"]
STOCK = [*DAY * 4, *NIGHT * 3, *BALLS]


def own_box(chooser):
    """A family's manifest: any balls up to 99, any numbers of cards, some far from usual."""
    most = chooser.choice([1, 3, 6, 40])

    def lots(kind, values, share, marks):
        for value in values:
            if chooser.random() < share:
                yield {
                    "kind": kind,
                    "value": value,
                    "count": chooser.randint(1, most),
                    "marks": [*marks] if value is not None or chooser.random() < 0.5 else [],
                }

    cards = [
        {"kind": "ball", "value": chooser.randint(1, 3), "count": 6, "marks": ["blue"]},
        {"kind": "floor", "value": chooser.randrange(10), "count": chooser.choice([1, 12, 300])},
        *lots("floor", range(10), chooser.random(), []),
        *lots("night", range(10), chooser.random(), ["red"]),
        *lots("ball", range(1, 6), chooser.random(), ["red"]),
        *lots("ball", range(1, 100), chooser.choice([0.0, 0.02, 0.3]), ["red"]),
        *(lot for kind in ("near", "even", "odd", "skip") for lot in lots(kind, [None], 0.5, ["red"])),
    ]
    return {"cards": cards}


def with_own_box(chooser):
    return {**random_options(TWIN)(chooser), "parts": own_box(chooser)}


def test_own_boxes_agree_after_every_step():
    done = wide = 0
    for seed in range(60):
        chooser = random.Random(seed)
        seats, options = tables(TWIN, chooser, with_own_box)
        step = 0
        try:
            pair = fresh(TWIN, seats, options, seed)
            wide += int(pair.states[0]["wide"])
            for step in play(pair, chooser, most=60, imagine=0.05):  # noqa: B007
                pass
        except Difference as difference:
            raise AssertionError(f"seed {seed}, step {step + 1}: {difference}") from None
        done += step
    assert done > 3000
    assert wide > 15


def strange(chooser, seats, beginner):
    """A table as only a person would set it up: few cards, any cards, any moment of a turn."""
    floor, ball = (lambda: chooser.choice((*DAY, *NIGHT))), (lambda: chooser.choice(BALLS))
    balls = [] if beginner else [ball() for _ in range(chooser.choice([1, 1, 3]))]
    piles = [[floor() for _ in range(chooser.choice([1, 1, 3]))] for _ in range(2)]
    return {
        "hands": [[chooser.choice(STOCK) for _ in range(chooser.randrange(6))] for _ in range(seats)],
        "floors": piles if beginner else piles[0],
        "balls": balls,
        "deck": [chooser.choice(STOCK) for _ in range(chooser.choice([0, 0, 1, 3, 9]))],
        "turn": chooser.randrange(seats),
        "stars": [chooser.randrange(5) for _ in range(seats)],
        "drew": chooser.random() < 0.3,
        "floors_laid": chooser.choice([0, 0, 1, 400]),
        "balls_laid": chooser.choice([0, 0, 1]),
        "shedding": chooser.random() < 0.15 and not beginner,
        "skip_armed": balls[-1:] == ["SKIP"] and chooser.random() < 0.7,
        "idle": chooser.randrange(seats),
    }


def test_strange_tables_agree_after_every_step():
    done = dead = 0
    for seed in range(500):
        chooser = random.Random(seed)
        seats, options = tables(TWIN, chooser, random_options(TWIN))
        state = GAME.from_position(strange(chooser, seats, options.variant == "beginner"), options)
        try:
            pair = Pair(TWIN, state, options, stream=seed)
        except Refused:
            assert not any(GAME.legal(state, seat) for seat in range(seats))
            dead += 1
            continue
        try:
            done += sum(1 for _ in play(pair, chooser, most=25, imagine=0.1))
        except Difference as difference:
            raise AssertionError(f"seed {seed}: {difference}") from None
    assert done > 5000
    assert 0 < dead < 100


def test_a_box_that_is_too_large_is_left_to_the_rules():
    position = {"hands": [["F1"] * 250, ["F1"]], "floors": ["F1"] * 250, "balls": ["B1"]}
    with pytest.raises(Refused, match="position-beyond-the-box"):
        TWIN.encode(position, GAME.Options())


def test_the_deal_is_that_of_the_rules_from_the_same_stream():
    for seed in range(120):
        chooser = random.Random(seed)
        seats, options = tables(TWIN, chooser, with_own_box if seed % 3 == 0 else random_options(TWIN))
        rng, states = streams(seed), TWIN.blank(seats, options)
        mirror, state = Mirror(int(rng[0])), GAME.start(seats, options)
        TWIN.KERNELS["deal"](states[0], rng)
        for event in GAME.decide(state, HOUSE, Deal(), mirror):
            state = GAME.evolve(state, event)
        pair = Pair(TWIN, state, options, mirror.stream)
        pair.states, pair.rng = states, rng
        pair.compare(*pair.seats)


def moments(seed, every):
    """Random games over several decks, looked at now and then: the pair, and a seat."""
    chooser = random.Random(seed)
    seats, options = tables(TWIN, chooser, random_options(TWIN))
    pair = fresh(TWIN, seats, options, seed)
    for step in play(pair, chooser, most=400, imagine=0):
        if pair.game.turn(pair.state) is not None and step % every == 0:
            yield pair, chooser.choice(pair.seats)


def test_what_a_seat_imagines_agrees_with_the_turn_so_far():
    """The hand on turn as `games` would have it, and all cards those of the box."""
    moved = looked = 0
    for seed in range(12):
        for pair, seat in moments(seed, every=3):
            dealt, rng = pair.states.copy(), streams(seed)
            TWIN.KERNELS["determinize"](dealt[0], seat, rng)
            state = GAME.from_position(TWIN.decode(dealt), pair.options)
            if seat != state.turn:
                assert disagreements(state, state.hands[state.turn]) == 0
            cards = [c for cs in (*state.hands, *state.floors, state.balls, state.deck) for c in cs]
            assert sorted(cards) == list(box_of(pair.options))
            pools = (TWIN.pool_of(dealt), TWIN.pool_of(pair.states))
            assert pools[0] == pools[1]
            moved += TWIN.decode(dealt)["hands"] != TWIN.decode(pair.states)["hands"]
            looked += 1
    assert looked > 500
    assert moved > 0.95 * looked


def test_who_sheds_is_imagined_with_balls_of_several_kinds():
    position = {
        "hands": [["F1", "F2", "N3"], ["B1", "SKIP", "B2"]],
        "floors": ["F1"],
        "balls": ["B1"],
        "turn": 1,
        "floors_laid": 1,
        "shedding": True,
    }
    states = TWIN.encode(position, GAME.Options())
    hands = set()
    for seed in range(200):
        dealt = states.copy()
        TWIN.KERNELS["determinize"](dealt[0], 0, streams(seed))
        hands.add(tuple(TWIN.decode(dealt)["hands"][1]))
    assert all(len(set(hand)) > 1 and not set(hand) & {*DAY, *NIGHT} for hand in hands)
    assert len(hands) > 50


def test_a_state_that_the_rules_imagine_can_be_encoded():
    """Piles are then in any order: what is known of the deck stays."""
    for seed in range(6):
        for pair, seat in moments(seed, every=20):
            state = GAME.imagine(GAME.view(pair.state, seat), Seeded(seed))
            states = TWIN.encode(GAME.position(state), pair.options, state.pool)
            again = Pair(TWIN, state, pair.options, stream=seed)
            again.compare(*again.seats)
            pool, wanted = TWIN.pool_of(states), state.pool
            assert sorted(pool.kept) == sorted(wanted.kept)
            assert [sorted(laid) for laid in pool.laid] == [sorted(laid) for laid in wanted.laid]


def test_an_imagined_card_is_as_likely_as_another():
    """The first card of the deck, over all imagined states: by its number among the unseen."""
    pair = fresh(TWIN, 2, GAME.Options(), seed=5)
    seen = TWIN.decode(pair.states)
    known = [*seen["hands"][0], *seen["floors"], *seen["balls"]]
    tries, drawn = 20_000, np.zeros(len(CARDS))
    rng = streams(1)
    for _ in range(tries):
        dealt = pair.states.copy()
        TWIN.KERNELS["determinize"](dealt[0], 0, rng)
        drawn[dealt[0]["deck"][dealt[0]["top"]]] += 1
    unseen = [*box_of(pair.options)]
    for card in known:
        unseen.remove(card)
    wanted = np.array([unseen.count(card) for card in CARDS]) * tries / len(unseen)
    off = (drawn - wanted)[wanted > 0] / np.sqrt(wanted[wanted > 0])
    assert drawn[wanted == 0].sum() == 0
    assert (off**2).sum() < 60  # some 28 are expected


def test_a_playout_in_one_piece_begins_anywhere():
    """From every moment of a game, also while somebody has let it be."""
    run, out = TWIN.KERNELS, np.empty(TWIN.WIDEST, np.int16)
    for seed in range(40):
        chooser = random.Random(seed)
        seats, options = tables(TWIN, chooser, random_options(TWIN))
        states, rng = TWIN.blank(seats, options), streams(seed)
        run["deal"](states[0], rng)
        for _ in range(chooser.randrange(150)):
            seat = run["ask"](states[0], rng)
            if seat == NOBODY:
                break
            may_wait = int(states[0]["may_wait"])
            run["answer"](states[0], run["random_action"](states[0], seat, may_wait, rng, out), rng)
        one, two, again = states.copy(), states.copy(), rng.copy()
        run["playout"](one[0], rng, out)
        while (seat := run["ask"](two[0], again)) != NOBODY:
            action = run["random_action"](two[0], seat, int(two[0]["may_wait"]), again, out)
            run["answer"](two[0], action, again)
        assert TWIN.decode(one) == TWIN.decode(two)
        assert rng == again


def test_a_table_keeps_what_its_options_say():
    options = msgspec.convert({"variant": "medium", "starter": 1, "skip": "repeats"}, GAME.Options)
    states = TWIN.blank(3, options)
    assert (states[0]["full"], states[0]["starter"], states[0]["repeats"]) == (0, 1, 1)
    assert states[0]["box"].sum() == len(box_of(options))
