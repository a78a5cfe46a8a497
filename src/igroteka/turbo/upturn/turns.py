"""What an action does in UpTurn: lay, tuck, give, draw, announce, end, and how the turn passes.

Inside, a move is a bit of a rack (the slot of a number, a way to lay an action tile) or a number below.
"""

from typing import Final

import numpy as np

from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import ONE, Bool, Int, State, Stream
from igroteka.turbo.targets import set_apart
from igroteka.turbo.upturn.actions import ANNOUNCE, DRAW, END, GIVE, LAY, STEER, TUCK
from igroteka.turbo.upturn.bag import close_windows, take
from igroteka.turbo.upturn.racks import can_take, drop_action, drop_number, fitting, is_in, over, push, under
from igroteka.turbo.upturn.state import ROW
from igroteka.turbo.upturn.tables import (
    ACTION_TILE,
    DOWN,
    FIRST_SKIP,
    FITTING,
    JOKER_TILE,
    NEXT,
    NO_TREND,
    NONE,
    NUMBERS,
    SKIPPED,
    SLOTS,
    UP,
    VALUES,
    WAY_NEW,
    WAY_ORDER,
    WAY_TILE,
    WAY_TREND,
    WAYS,
)

MOVE_WAY: Final = SLOTS  # + way to lay an action tile; below it: a number's slot
MOVE_TUCK: Final = MOVE_WAY + len(WAYS)  # + slot
MOVE_OTHER: Final = MOVE_TUCK + SLOTS  # + action: draw, end, announce, give


@kernel
def apply(s: State, seat: Int, action: Int, rng: Stream) -> None:
    if action >= STEER:
        lay_action(s, seat, action - STEER, rng)
    elif action >= TUCK:
        tuck(s, seat, _slot(s, action - TUCK), rng)
    elif action >= LAY:
        lay_number(s, seat, _slot(s, action - LAY), rng)
    else:
        do_other(s, seat, action, rng)


@kernel
def action_of_move(s: State, move: Int) -> Int:
    if move >= MOVE_OTHER:
        return move - MOVE_OTHER
    if move >= MOVE_TUCK:
        return TUCK + number_of(s, move - MOVE_TUCK)
    if move >= MOVE_WAY:
        return STEER + move - MOVE_WAY
    return LAY + number_of(s, move)


@kernel
def number_of(s: State, slot: Int) -> Int:
    """Kind and value of a slot, as actions have it."""
    return np.int64(s.value[slot]) + VALUES * is_in(s.penalties, slot) + 2 * VALUES * is_in(s.twins, slot)


@kernel
def _slot(s: State, number: Int) -> Int:
    """The other way round."""
    slot = np.int64(s.slot[number % VALUES])
    if s.odd:
        while number_of(s, slot) != number:
            slot += 1
    return slot


@kernel
def lay_number(s: State, seat: Int, slot: Int, rng: Stream) -> None:
    """UT-16; UT-33, UT-34: a penalty tile brings a gift; UT-35: a twin lets others be tucked."""
    if s.silent:
        close_windows(s, seat, rng)
    ref = np.int64(s.ref)
    if s.trend == NO_TREND and ref != NONE:  # UT-13, UT-14
        s.trend = UP if slot > ref else DOWN
    drop_number(s, seat, slot)
    _spent(s, seat)
    push(s, seat, slot, 0)
    s.extra = 0
    s.ref = slot
    s.loose = s.laid - 1
    fitting(s)
    s.gifts = is_in(s.penalties, slot)
    if is_in(s.twins, slot):
        s.gifts = s.lone  # UT-A23
        if ref != NONE:  # UT-A19
            _open(s, seat, ref, slot)
    go_on(s, seat, 0)


@kernel
def _open(s: State, seat: Int, ref: Int, slot: Int) -> None:
    """UT-35, UT-A18, UT-A20: plain numbers and penalty tiles between the last number and the twin."""
    set_apart()
    s.tuck_from = s.value[ref]
    s.tuck_to = s.value[slot]
    low, high = over(s, min(ref, slot)), under(s, max(ref, slot))
    for word in range(2):
        s.tuck[word] = FITTING[UP, low, word] & FITTING[DOWN, high, word] & ~s.twins[word]
    may_tuck_more(s, seat)


@kernel
def may_tuck_more(s: State, seat: Int) -> None:
    """UT-B8: nothing is left open that nothing fits."""
    s.tucking = (s.rack[seat, 0] & s.tuck[0]) | (s.rack[seat, 1] & s.tuck[1]) != 0


@kernel
def lay_action(s: State, seat: Int, way: Int, rng: Stream) -> None:
    """UT-17: an arrow or a joker, in one of the ways to lay it, or a skip."""
    if s.silent:
        close_windows(s, seat, rng)
    kind = np.int64(WAY_TILE[way])
    new = np.int64(WAY_NEW[way])
    drop_action(s, seat, kind)
    _spent(s, seat)
    push(s, seat, ACTION_TILE + kind, new)
    if kind >= FIRST_SKIP:  # UT-A14
        s.extra = 0
        s.gifts = 0
    else:
        s.extra = kind == JOKER_TILE  # UT-45
        steer(s, new, way)
    go_on(s, seat, np.int64(SKIPPED[kind]))


@kernel
def steer(s: State, new: Int, way: Int) -> None:
    """UT-20, UT-38..UT-44: trend and order; UT-A10, UT-B3: whether the last number still binds."""
    s.trend = WAY_TREND[way]
    s.order = WAY_ORDER[way]
    unbound = new and not (s.bound and s.ref != NONE)
    s.ref = NONE if unbound else np.int64(s.ref)
    s.loose = np.int64(s.row if unbound else s.loose)
    fitting(s)


@kernel
def tuck(s: State, seat: Int, slot: Int, rng: Stream) -> None:
    """UT-A18: into running order before the twin, which stays last."""
    set_apart()
    if s.silent:
        close_windows(s, seat, rng)
    at = np.int64(s.laid) - 1
    owner = seat
    while True:
        s.pile[at + 1] = s.pile[at]
        s.owner[at + 1] = s.owner[at]
        if at == s.row or not _is_tucked_after(s, np.int64(s.pile[at - 1]), slot):
            break
        at -= 1
    if s.owner[at] & ROW:
        owner |= ROW
        s.owner[at + 1] ^= ROW
    s.pile[at] = slot
    s.owner[at] = owner
    s.mixed += 1
    s.laid += 1
    s.loose = s.laid - 1
    drop_number(s, seat, slot)
    _spent(s, seat)
    # UT-36, UT-A21..UT-A23: the twin counts once something is tucked, a penalty tile once more
    s.gifts += (s.gifts == 0) + 1 + is_in(s.penalties, slot)
    may_tuck_more(s, seat)
    go_on(s, seat, 0)


@kernel
def _is_tucked_after(s: State, neighbour: Int, slot: Int) -> Bool:
    if neighbour >= ACTION_TILE:
        return False
    there, here, start = s.value[neighbour], s.value[slot], s.tuck_from
    if start < s.tuck_to:
        return there > start and there > here
    return there < start and there < here


@kernel
def do_other(s: State, seat: Int, action: Int, rng: Stream) -> None:
    if action == DRAW:
        draw(s, seat, rng)
    elif action == END:
        end(s)
    elif action == ANNOUNCE:  # UT-29
        s.silent &= ~(ONE << seat)
        s.announced |= ONE << seat
    else:
        give(s, seat, action - GIVE, rng)


@kernel
def draw(s: State, seat: Int, rng: Stream) -> None:
    """UT-18, UT-28; UT-A36: as far as there is something to take."""
    if s.silent:
        close_windows(s, seat, rng)
    if can_take(s):
        take(s, seat, rng)
    s.drawn = 1
    s.idle = 0


@kernel
def give(s: State, seat: Int, to: Int, rng: Stream) -> None:
    """UT-34, UT-A24: a tile from the bag; no more is tucked."""
    take(s, to, rng)
    s.gifts -= 1
    s.tucking = 0
    go_on(s, seat, 0)


@kernel
def end(s: State) -> None:
    """UT-27; UT-B10: a full circle of ends stops the game, the fewest tiles win."""
    set_apart()
    s.idle += 1
    if s.idle < s.seats:
        pass_on(s, 0)
        return
    least = np.int64(s.held[0])
    for seat in range(1, s.seats):
        least = min(least, np.int64(s.held[seat]))
    winners = np.int64(0)
    for seat in range(s.seats):
        winners |= np.int64(s.held[seat] == least) << seat
    s.winners = winners
    s.shared = winners & (winners - 1) != 0
    s.over = 1


@kernel
def _spent(s: State, seat: Int) -> None:
    """A tile has left the rack; UT-29, UT-A32: a rack that falls to one tile has to be announced."""
    s.idle = 0
    bit = ONE << seat
    if s.held[seat] == 1:
        s.silent |= bit
        s.announced &= ~bit
    elif s.silent | s.announced:
        s.silent &= ~bit
        s.announced &= ~bit


@kernel
def go_on(s: State, seat: Int, skips: Int) -> None:
    """UT-32, UT-A34: an empty rack wins at once; else the turn passes when nothing is left to do."""
    if s.held[seat] == 0:
        s.winners = ONE << seat
        s.shared = 0
        s.over = 1
        s.gifts = 0
        s.tucking = 0
        s.extra = 0
        return
    if s.automatic and s.silent:  # UT-B9
        mine = s.silent & (ONE << seat)
        s.silent ^= mine
        s.announced |= mine
    if s.tucking or (s.gifts and can_take(s)) or (s.extra and can_lay(s, seat)):
        return
    pass_on(s, skips)  # UT-B2: gifts lapse


@kernel
def can_lay(s: State, seat: Int) -> Bool:
    """UT-A28: a lone action tile cannot be laid."""
    ways = s.rack[seat, 1] & s.fit[1]
    if s.held[seat] == 1:
        ways &= NUMBERS[1]
    return (s.rack[seat, 0] & s.fit[0]) | ways != 0


@kernel
def pass_on(s: State, skips: Int) -> None:
    s.turn = NEXT[s.seats, s.order, s.turn, skips]
    s.drawn = 0
    s.gifts = 0
    s.tucking = 0
    s.extra = 0
