"""A Sequence table as a flat record, from the plain data of its rules (section 3) and back."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from igroteka.core import Outcome, Pool, Refused
from igroteka.games import sequence
from igroteka.games.sequence.lines import FIVES
from igroteka.games.sequence.parts import BOX, GRID, OPEN_TO_CHIPS, PACK, PARTS, PLACE, SIDES
from igroteka.games.sequence.state import DRAW, State
from igroteka.games.sequence.state import outcome as outcome_of
from igroteka.turbo.sequence.lines import add_line, put_chip
from igroteka.turbo.sequence.state import DRAWN, FILLED, MOST_LINES, STATE, WHOLE_BOX
from igroteka.turbo.sequence.tables import ALL_CARDS, CARD, CARD_AT, COPY_AT, EMPTY_RUNS, FIVE, SIDE

States = npt.NDArray[np.void]


def blank(seats: int, options: Any) -> States:
    """A table before the deal: one state with its seats and options."""
    table = sequence.start(seats, options)
    states = np.zeros(1, STATE)
    s = states[0]
    s["seats"], s["sides"] = seats, table.sides
    s["automatic"] = options.draw == "automatic"
    s["hard"] = options.hard
    s["talk"] = options.table_talk and seats > table.sides
    for field in ("deciding", "choosing", "winner", "claim"):
        s[field] = -1
    s["runs"] = EMPTY_RUNS
    return states


def encode(position: Mapping[str, Any], options: Any, pool: Pool | None = None) -> States:
    """The state that a position describes, or Refused; `pool` is what its table knows of the deck."""
    state = sequence.from_position(position, options)
    _need_to_fit(state)
    states = blank(state.seats, options)
    s = states[0]
    for seat, hand in enumerate(state.hands):
        s["hand"][seat], s["pair"][seat] = _two_sets(hand)
    for cell, side in state.chips.items():
        _put(s, SIDE[side], PLACE[cell])
    for line in state.lines:
        _add(s, SIDE[line.side], FIVE[line.cells])
    piles = [(CARD[card], seat) for seat, pile in enumerate(state.piles) for card in pile]
    s["laid"] = len(piles)
    for at, (card, seat) in enumerate(piles):
        s["pile"][at], s["pile_seats"][at] = card, seat
    s["top"], s["bottom"] = ALL_CARDS - len(state.deck), ALL_CARDS
    s["deck"][s["top"] :] = [CARD[card] for card in state.deck]
    s["owes"] = len(state.owed)
    s["owed"][: len(state.owed)] = state.owed
    s["turn"], s["passes"], s["exchanged"] = state.turn, state.passes, state.exchanged
    s["choosing"] = -1 if state.choosing is None else state.choosing
    if state.claim:
        s["claim"] = SIDE[state.claim.side]
        s["denied"], s["due"] = _bits(state.claim.denied), _bits(state.claim.due)
    s["accused"] = _bits(state.accused)
    s["winner"] = -1 if state.winner is None else DRAWN if state.winner == DRAW else SIDE[state.winner]
    s["stopped"] = state.stopped
    s["over"] = state.stopped or state.winner is not None
    if pool:
        s["pooled"] = WHOLE_BOX if Counter(pool.went_in) == Counter(BOX) else FILLED
        for name, count in Counter(pool.went_in).items():
            s["went_in"][CARD[name]] = count
        s["taken"][: state.seats] = pool.taken
    return states


def decode(states: States, at: int = 0) -> dict[str, Any]:
    """The position of a state; cards in a hand are sorted as in the pack."""
    s = states[at]
    seats, sides = int(s["seats"]), SIDES[: s["sides"]]
    claim = None
    if s["claim"] >= 0:
        claim = {"side": SIDES[s["claim"]], "denied": _seats(s["denied"]), "due": _seats(s["due"])}
    played = [(PACK[s["pile"][k]], int(s["pile_seats"][k])) for k in range(s["laid"])]
    position = {
        "hands": [[*_one_set(s["hand"][n]), *_one_set(s["pair"][n])] for n in range(seats)],
        "chips": {side: _chips(s["chips"][number]) for number, side in enumerate(sides)},
        "lines": [
            {"side": SIDES[s["line_sides"][k]], "cells": [*FIVES[s["lines"][k]]]} for k in range(s["held"])
        ],
        "piles": [[card for card, seat in played if seat == n] for n in range(seats)],
        "deck": [PACK[card] for card in s["deck"][s["top"] : s["bottom"]]],
        "turn": int(s["turn"]),
        "owed": [int(seat) for seat in s["owed"][: s["owes"]]],
        "exchanged": bool(s["exchanged"]),
        "choosing": None if s["choosing"] < 0 else int(s["choosing"]),
        "claim": claim,
        "accused": _seats(s["accused"]),
        "passes": int(s["passes"]),
        "winner": None if s["winner"] < 0 else DRAW if s["winner"] == DRAWN else SIDES[s["winner"]],
    }
    return {**position, "stopped": True} if s["stopped"] else position


def pool_of(states: States, at: int = 0) -> Pool | None:
    """What the table knows of the last filling of the deck."""
    s = states[at]
    if not s["pooled"]:
        return None
    went_in = [card for card in PACK for _ in range(s["went_in"][CARD[card]])]
    pool = Pool.filled(went_in, int(s["seats"]))
    for seat, pile in enumerate(decode(states, at)["piles"]):
        pool = pool.take(seat, int(s["taken"][seat])).lay(seat, *pile)
    return pool


def outcome(states: States, at: int = 0) -> Outcome | None:
    s = states[at]
    winner = None if s["winner"] < 0 else DRAW if s["winner"] == DRAWN else SIDES[s["winner"]]
    state = State(
        seats=int(s["seats"]),
        options=sequence.Options(),
        sides=int(s["sides"]),
        winner=winner,
        stopped=bool(s["stopped"]),
    )
    return outcome_of(state)


def _need_to_fit(state: State) -> None:
    """The twin knows two of each card and real lines only; other positions are left to the rules."""
    counts = Counter(card for row in (*state.hands, *state.piles, state.deck) for card in row)
    beyond = max(counts.values(), default=0) > PARTS.cards.packs
    fives = [line.cells for line in state.lines]
    owed = [*state.owed] if state.choosing is None else [*state.owed, state.choosing]  # SQ-A21: one each
    doubled = len(set(fives)) < len(fives) or len(set(owed)) < len(owed)
    if beyond or doubled or len(fives) >= MOST_LINES - 8 or state.passes > 2**30:
        raise Refused("position-beyond-the-box", "SQ-01")
    if any(five not in FIVE for five in fives):
        raise Refused("position-beyond-the-box", "SQ-06")


def _put(s: Any, side: int, cell: int) -> None:
    put_chip(s, side, cell)


def _add(s: Any, side: int, five: int) -> None:
    add_line(s, side, five)


def _two_sets(cards: Iterable[str]) -> tuple[int, int]:
    counts = Counter(cards)
    once = sum(1 << CARD[card] for card in counts)
    return once, sum(1 << CARD[card] for card, count in counts.items() if count > 1)


def _one_set(bits: Any) -> list[str]:
    return [PACK[card] for card in range(len(PACK)) if int(bits) >> card & 1]


def _chips(sets: Any) -> list[str]:
    number = {cell: (int(sets[COPY_AT[PLACE[cell]]]), int(CARD_AT[PLACE[cell]])) for cell in GRID}
    return [cell for cell in OPEN_TO_CHIPS if number[cell][0] >> number[cell][1] & 1]


def _bits(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in set(seats))


def _seats(bits: Any) -> list[int]:
    return [seat for seat in range(12) if int(bits) >> seat & 1]
