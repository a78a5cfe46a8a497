"""An Etazhiki table as a flat record, from the plain data of its rules (section 3) and back."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from igroteka.core import Outcome, Pool, Refused
from igroteka.games import etazhiki
from igroteka.games.etazhiki.options import box_of, is_beginner
from igroteka.games.etazhiki.parts import NUMBERS
from igroteka.games.etazhiki.state import State, is_over
from igroteka.games.etazhiki.state import outcome as outcome_of
from igroteka.turbo.etazhiki.legal import actors
from igroteka.turbo.etazhiki.state import (
    CARD_BITS,
    FILLED,
    NO_OWNER,
    OWNER_AT,
    PILE_AT,
    PILE_BIT,
    STATE,
    UNKNOWN,
    WHOLE_BOX,
)
from igroteka.turbo.etazhiki.tables import (
    BEGINNER,
    CARD,
    CARDS,
    FLOORS,
    LENIENT,
    MOST_CARDS,
    NO_BALL,
    STRICT,
    USUAL,
    WORD,
)
from igroteka.turbo.etazhiki.turns import see_what_fits

States = npt.NDArray[np.void]

_MOST: Final = 30_000
"""Counters of a position up to here fit the record, whatever is still added to them."""


def blank(seats: int, options: Any) -> States:
    """A table before the deal: one state with its seats and options."""
    etazhiki.start(seats, options)
    states = np.zeros(1, STATE)
    s = states[0]
    s["seats"], s["deciding"] = seats, -1
    s["rule"] = BEGINNER if is_beginner(options) else STRICT if options.parity == "strict" else LENIENT
    s["full"], s["repeats"] = options.variant == "full", options.skip == "repeats"
    s["starter"] = -1 if options.starter == "random" else options.starter
    s["winning"] = NUMBERS.stars[seats]
    for name, count in Counter(box_of(options)).items():
        s["box"][CARD[name]] = count
    s["wide"] = s["box"][USUAL:].any()
    s["ball"] = NO_BALL
    return states


def encode(position: Mapping[str, Any], options: Any, pool: Pool | None = None) -> States:
    """The state that a position describes, or Refused; `pool` is what its table knows of the deck."""
    state = etazhiki.from_position(position, options)
    states = blank(state.seats, options)
    s = states[0]
    _need_to_fit(state)
    for seat, hand in enumerate(state.hands):
        for name, count in Counter(hand).items():
            s["held"][seat, CARD[name]] = count
        s["hand"][seat] = sum(1 << CARD[name] for name in set(hand) if CARD[name] < WORD)
        s["more"][seat] = sum(1 << CARD[name] - WORD for name in set(hand) if CARD[name] >= WORD)
    s["wide"] |= any(CARD[name] >= USUAL for name in _all_cards(state))
    s["floor"][: len(state.floors)] = [CARD[pile[-1]] for pile in state.floors]
    s["ball"] = CARD[state.balls[-1]] if state.balls else NO_BALL
    entries = list(_entries(state, pool))
    s["lying"] = len(entries)
    s["laid"][: len(entries)] = entries
    _fill_deck(s, state.deck, pool, options)
    s["turn"], s["drew"], s["shedding"], s["armed"] = state.turn, state.drew, state.shedding, state.skip_armed
    s["floors_laid"], s["balls_laid"], s["idle"] = state.floors_laid, state.balls_laid, state.idle
    s["stars"][: state.seats] = state.stars
    s["winners"], s["stopped"], s["over"] = _bits(state.winners), state.stopped, is_over(state)
    _see(s)
    if not is_over(state) and not actors(s):
        raise Refused("position-beyond-the-box", "ET-A11")
    return states


def decode(states: States, at: int = 0) -> dict[str, Any]:
    """The position of a state; cards in a hand are sorted as they are numbered."""
    s = states[at]
    seats = range(int(s["seats"]))
    piles, winners = _piles(s), _seats(s["winners"])
    position = {
        "hands": [[name for n, name in enumerate(CARDS) for _ in range(s["held"][k, n])] for k in seats],
        "floors": piles[:2] if s["rule"] == BEGINNER else piles[0],
        "balls": piles[2],
        "deck": [CARDS[card] for card in s["deck"][s["top"] : s["bottom"]]],
        "turn": int(s["turn"]),
        "stars": [int(s["stars"][seat]) for seat in seats],
        "drew": bool(s["drew"]),
        "floors_laid": int(s["floors_laid"]),
        "balls_laid": int(s["balls_laid"]),
        "shedding": bool(s["shedding"]),
        "skip_armed": bool(s["armed"]),
        "idle": int(s["idle"]),
        "winner": winners[0] if len(winners) == 1 else winners or None,
    }
    return {**position, "stopped": True} if s["stopped"] else position


def pool_of(states: States, at: int = 0) -> Pool | None:
    """What the table knows of the last filling of the deck."""
    s = states[at]
    if s["pooled"] == UNKNOWN:
        return None
    laid: list[list[str]] = [[] for _ in range(NO_OWNER + 1)]
    for entry in s["laid"][: s["lying"]]:
        laid[int(entry) >> OWNER_AT & NO_OWNER].append(CARDS[int(entry) & CARD_BITS])
    went_in = (CARDS[card] for card in s["deck"][: s["bottom"]])
    pool = Pool.filled(went_in, int(s["seats"]), laid[NO_OWNER])
    for seat in range(s["seats"]):
        pool = pool.take(seat, int(s["taken"][seat])).lay(seat, *laid[seat])
    return pool


def outcome(states: States, at: int = 0) -> Outcome | None:
    s = states[at]
    seats = int(s["seats"])
    state = State(
        seats=seats,
        options=etazhiki.Options(variant="beginner" if s["rule"] == BEGINNER else "full"),
        stars=tuple(int(stars) for stars in s["stars"][:seats]),
        winners=tuple(_seats(s["winners"])),
        stopped=bool(s["stopped"]),
    )
    return outcome_of(state)


def _need_to_fit(state: State) -> None:
    """The twin has room for a large box and for small counters; other positions are left to the rules."""
    counters = (*state.stars, state.floors_laid, state.balls_laid, state.idle)
    if sum(1 for _ in _all_cards(state)) > MOST_CARDS or max(counters) > _MOST:
        raise Refused("position-beyond-the-box", "ET-A01")


def _all_cards(state: State) -> Iterator[str]:
    for cards in (*state.hands, *state.floors, state.balls, state.deck):
        yield from cards


def _see(s: Any) -> None:
    see_what_fits(s)


def _entries(state: State, pool: Pool | None) -> Iterator[int]:
    """What lies on the piles, in an order in which it may have been laid, with its owners if known."""
    piles = [
        deque(CARD[name] | (at % 2 * PILE_BIT if at < 2 else 0) for name in pile)
        for at, pile in enumerate((state.floors[0], state.floors[1] if state.floors[1:] else (), state.balls))
    ]
    laid = [deque(CARD[name] for name in cards) for cards in (pool.laid if pool else ())]
    kept = Counter(CARD[name] for name in (pool.kept if pool else ()))
    while any(piles):
        yield _next_entry([pile for pile in piles if pile], laid, kept)


def _next_entry(piles: list[deque[int]], laid: list[deque[int]], kept: Counter[int]) -> int:
    """One that lies lowest: kept from before, or what a seat laid first; if nothing agrees, anyone's."""
    for pile in piles:
        if kept[pile[0] & CARD_BITS] > 0:
            kept[pile[0] & CARD_BITS] -= 1
            return pile.popleft() | NO_OWNER << OWNER_AT
    for seat, cards in enumerate(laid):
        for pile in piles:
            if cards and pile[0] & CARD_BITS == cards[0]:
                cards.popleft()
                return pile.popleft() | seat << OWNER_AT
    entry = piles[0].popleft()
    for seat, cards in enumerate(laid):
        if entry & CARD_BITS in cards:
            cards.remove(entry & CARD_BITS)
            return entry | seat << OWNER_AT
    return entry | NO_OWNER << OWNER_AT


def _fill_deck(s: Any, deck: Iterable[str], pool: Pool | None, options: Any) -> None:
    """What has been taken since the filling comes first."""
    cards = [CARD[name] for name in deck]
    before: list[int] = []
    if pool:
        before = sorted((Counter(CARD[name] for name in pool.went_in) - Counter(cards)).elements())
        whole = Counter(box_of(options)) == Counter((*pool.went_in, *pool.kept))
        s["pooled"] = WHOLE_BOX if whole else FILLED
        s["taken"][: len(pool.taken)] = pool.taken
    s["top"], s["bottom"] = len(before), len(before) + len(cards)
    s["deck"][: s["bottom"]] = before + cards


def _piles(s: Any) -> list[list[str]]:
    """Floors, floors of the second pile, balls."""
    piles: list[list[str]] = [[], [], []]
    for entry in s["laid"][: s["lying"]]:
        card = int(entry) & CARD_BITS
        piles[int(entry) >> PILE_AT if card < FLOORS else 2].append(CARDS[card])
    return piles


def _bits(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in set(seats))


def _seats(bits: Any) -> list[int]:
    return [seat for seat in range(8) if int(bits) >> seat & 1]
