"""What Master makes of others in Sequence: what they would play, what they played, and what that tells."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
import pytest

from bots.playing import rows
from igroteka.bots.compiled_search import searcher
from igroteka.core import Seat, Seeded, read
from igroteka.games.sequence import memory
from igroteka.games.sequence.moves import Place, Remove
from igroteka.games.sequence.parts import BOX, GRID
from igroteka.games.sequence.sense import weigh
from igroteka.games.sequence.view import View
from igroteka.lab import gains
from igroteka.table import Match
from igroteka.turbo.chance import streams
from igroteka.turbo.sequence.search import belief as belief_of_hands
from igroteka.turbo.sequence.search import player
from igroteka.turbo.sequence.tables import CARD

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("sequence", 2, {}),
    ("sequence", 3, {"draw": "automatic"}),
    ("sequence", 4, {}),
    ("sequence", 6, {"sides": 3}),
    ("sequence", 12, {}),
]


class Seen:
    """One choice in a game of Player: what was chosen, and what a seat had seen until then."""

    def __init__(self, match: Match, seat: Seat, chosen: Any, views: dict[Seat, list[View]]) -> None:
        self.seat, self.chosen, self.state = seat, chosen, match.state
        self.view = match.view(seat)
        self.views = {who: tuple(its) for who, its in views.items()}


def games(table: tuple[str, int, dict[str, Any]], count: int) -> Iterator[list[Seen]]:
    """The moves on the board of some games, each with the views that every seat had been given before."""
    for seed in range(count):
        found: list[Seen] = []
        views: dict[Seat, list[View]] = {seat: [] for seat in range(table[1])}

        def asked(
            match: Match,
            seat: Seat,
            offers: tuple[Any, ...],
            may_wait: bool,
            chosen: Any,
            found: list[Seen] = found,
            views: dict[Seat, list[View]] = views,
        ) -> None:
            views[seat].append(match.view(seat))
            if isinstance(chosen, Place | Remove):
                found.append(Seen(match, seat, chosen, views))

        for _ in rows(table, ["player"] * table[1], seed, asked):
            pass
        yield found


@pytest.mark.parametrize("table", TABLES)
def test_the_compiled_player_judges_as_the_readable_one(table: tuple[str, int, dict[str, Any]]) -> None:
    of = searcher("sequence")
    compared = chosen = same = 0
    out, worths = np.empty(player.MOST_MOVES, np.int16), np.empty(player.MOST_MOVES)
    for found in games(table, 2):
        for seen in found:
            state = of.root(seen.view, False, Seeded(1))[0]
            count = player.weigh(state, seen.seat, state["hand"][seen.seat], out, worths)
            intents = [of.twin.intent_of(int(action)) for action in out[:count]]
            for compiled, readable in zip(worths[:count], weigh(seen.view, tuple(intents)), strict=True):
                assert compiled == pytest.approx(readable, rel=1e-6)
                compared += 1
            like_it = of.twin.intent_of(int(player.chosen(state, seen.seat)))
            worth, best = weigh(seen.view, (like_it, seen.chosen))
            same += worth == pytest.approx(best, rel=1e-6)
            chosen += 1
    assert compared > 200
    assert same >= 0.98 * chosen


@pytest.mark.parametrize("table", TABLES)
def test_moves_of_others_are_read_from_ones_own_views(table: tuple[str, int, dict[str, Any]]) -> None:
    told = made = 0
    for found in games(table, 3):
        done = {(seen.seat, len(seen.state.piles[seen.seat])): seen for seen in found}
        for seen in found:
            for seat, moves in memory.moves(seen.views[seen.seat], 1).items():
                made += len(seen.state.piles[seat]) > 0
                for move in moves:
                    real = done[seat, len(move.before.piles[seat])]
                    assert move.intent == real.chosen
                    assert dict(move.before.chips) == dict(real.state.chips)
                    assert move.before.turn == seat
                    told += 1
    assert told > 0.7 * made


def test_after_a_reshuffle_and_in_another_game_older_moves_are_forgotten() -> None:
    first, second = games(("sequence", 2, {}), 2)
    mine = [seen.view for seen in first if seen.seat == 0]
    other = next(seen.view for seen in second if seen.seat == 0)
    assert all(memory.moves(mine[:5], 8).values())
    assert not any(memory.moves((*mine, other), 8).values())
    shuffled = msgspec.structs.replace(mine[-1], piles=((), ()))
    assert not any(memory.moves((*mine[:-1], shuffled), 8).values())


def test_only_the_last_turns_are_kept_without_their_offers() -> None:
    (found,) = games(("sequence", 2, {}), 1)
    kept: tuple[View, ...] = ()
    for view in found[-1].views[0]:
        kept = memory.remember(kept, view)
        assert memory.remember(kept, view) == kept, "nothing new"
    assert len(kept) == memory.DEEP + 1
    assert all(view.turn == 0 and not view.legal for view in kept)
    whole, brief = (memory.moves(views, 8)[1] for views in (found[-1].views[0], kept))
    assert [move.intent for move in brief] == [move.intent for move in whole][: len(brief)]
    assert len(brief) >= 7


def believed(seen: Seen, seat: Seat, times: int) -> Counter[str]:
    """How often each card was dealt to the seat on turn, as another seat believes."""
    of = searcher("sequence")
    views = seen.views[seat]
    belief = of.belief(views, Seeded(1))
    states = of.root(views[-1], False, Seeded(2))
    rng, dealt = streams(3), Counter[str]()
    own = states["hand"][0][seat]
    for _ in range(times):
        states[1] = states[0]
        belief_of_hands.deal_hidden(states[1], seat, rng, belief)
        told = of.twin.decode(states[1:])
        assert states["hand"][1][seat] == own
        cards = [
            *told["deck"],
            *(c for hand in told["hands"] for c in hand),
            *(c for p in told["piles"] for c in p),
        ]
        assert Counter(cards) == Counter(BOX)
        dealt.update(set(told["hands"][seen.seat]))
    return dealt


def test_what_is_believed_of_a_hand_is_nearer_to_it_than_even_chances() -> None:
    """Of cards that are thought half as likely as evenly dealt ones, far fewer are really there."""
    doubted = held = 0
    even = 0.0
    gained = []
    for found in games(("sequence", 2, {}), 3):
        for seen in found[12:60:4]:
            other = 1 - seen.seat
            hand = set(seen.state.hands[seen.seat])
            unseen = Counter(BOX) - Counter(seen.state.hands[other])
            unseen -= Counter(card for pile in seen.state.piles for card in pile)
            dealt = believed(seen, other, 60)
            gain = 0.0
            for card, count in unseen.items():
                evenly = 1 - (1 - 7 / unseen.total()) ** count
                thought = min(0.99, max(0.01, dealt[card] / 60))
                there = card in hand
                gain += np.log(thought / evenly) if there else np.log((1 - thought) / (1 - evenly))
                if thought < evenly / 2:
                    doubted, held, even = doubted + 1, held + there, even + evenly
            gained.append(gain)
    assert doubted > 200
    assert held < 0.55 * even
    assert np.mean(gained) > 0.4, "nats a hand"


def test_who_did_not_complete_four_in_a_row_does_not_hold_the_fifth_card_unless_just_drawn() -> None:
    of = searcher("sequence")
    game = of.twin.GAME
    position = {
        "hands": [["KC", "QH", "10D", "9S", "8S", "7C", "2H"], ["2S", "3S", "4S", "5S", "6S", "7S", "8C"]],
        "chips": {"green": ["c3", "d3", "e3", "f3"], "blue": ["b3", "a5", "a6"]},  # 6D on g3 completes it
        "deck": ["2C", "3C", "4C", "5C", "9C", "10C", "AC", "KD"],
    }
    state = game.from_position(position, read({"draw": "automatic"}, game.Options))
    views = []
    for turn in range(6):
        views += [game.view(state, 0)] * (turn % 2 == 0)
        place = next(one for one in game.legal(state, turn % 2) if isinstance(one, Place))
        for event in game.decide(state, turn % 2, place, Seeded(turn)):
            state = game.evolve(state, event)
    belief = of.belief((*views, game.view(state, 0)), Seeded(1))[1]
    six = CARD["6D"]
    assert belief[0, six] == 1.0
    assert belief[1, six] < 0.15 * np.median(belief[1])
    assert belief[3, six] < belief[1, six]


def test_what_thinking_wins_is_tried_out_at_the_table_as_it_is() -> None:
    game = searcher("sequence").twin.GAME
    match = Match(game, 2, game.Options(), 1)
    match.deal()
    sides = {"blue": ("1", "3"), "green": ("10", "8")}  # both have a sequence, and four in a row besides
    chips = {
        side: [c + row for row, columns in zip(its, ("bcdef", "cdef"), strict=True) for c in columns]
        for side, its in sides.items()
    }
    position = {
        "hands": [["6D", "KC", "QH", "10D"], [GRID["g8"], "3S", "4S", "5S"]],
        "chips": chips,
        "lines": [{"side": side, "cells": cells[:5]} for side, cells in chips.items()],
        "deck": ["KH", "KD", "QC", "2C", "3C", "4C"],
    }
    match.state = game.from_position(position, game.Options())
    wins = Place("6D", "g3")
    other = next(one for one in game.legal(match.state, 0) if isinstance(one, Place) and one.card == "KC")
    worth = gains.tried_out(match, 0, {wins, other}, 50, 1)
    assert worth[wins] == 1.0
    assert worth[other] == 0.0
