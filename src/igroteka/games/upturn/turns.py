"""A turn by small steps: lay, tuck, give, draw, announce, end."""

from collections.abc import Iterator

from igroteka.core import Chance, Refused, Seat
from igroteka.games.upturn import bag
from igroteka.games.upturn.bag import Story
from igroteka.games.upturn.laying import lays, may_lay, objection, told
from igroteka.games.upturn.moves import (
    Announce,
    Announced,
    Draw,
    End,
    Ended,
    GiftsLapsed,
    Give,
    Intent,
    Lay,
    Skipped,
    Stalled,
    Tuck,
    Tucked,
    TurnCame,
    Won,
)
from igroteka.games.upturn.rows import last
from igroteka.games.upturn.state import State, can_take, has_laid, may_tuck, ref
from igroteka.games.upturn.tiles import SKIPS, Tile, is_number, is_twin


def offers(state: State, seat: Seat) -> list[Intent]:
    """Every canonical intent of the seat, each different tile once."""
    found: list[Intent] = []
    if seat == state.turn:
        found += lays(state, seat)
        if has_laid(state):
            found += _tucks(state, seat)
            found += _gives(state, seat)
            found.append(End())
        elif not state.drawn and can_take(state):
            found.append(Draw())
        else:
            found.append(End())
    if seat in state.silent:
        found.append(Announce())
    return found


def lay(story: Story, seat: Seat, asked: Lay, chance: Chance) -> None:
    """UT-16, UT-17; UT-B5: judged on the rack as it is before any fine."""
    state, tile = story.state, asked.tile
    _need_turn(state, seat)
    if not may_lay(state):
        is_second = is_twin(tile) and any(map(is_twin, last(state.rows)))  # that of this turn lies last
        raise Refused("laid-already", "UT-37" if is_second else "UT-16")
    _need_tile(state, seat, tile)
    if wrong := objection(state, seat, tile, ref(state)):
        raise wrong
    event = told(state, seat, asked)
    bag.close_windows(story, seat, chance)
    story.tell(event)
    _go_on(story, seat, SKIPS.get(tile, 0))


def tuck(story: Story, seat: Seat, tile: Tile, chance: Chance) -> None:
    """UT-35, UT-A18: one number of one's own between the old last number and the twin."""
    state = story.state
    _need_turn(state, seat)
    if state.tucking is None:
        raise Refused("nothing-to-tuck", "UT-35")
    _need_tile(state, seat, tile)
    if not is_number(tile):
        raise Refused("action-is-not-tucked", "UT-A18", tile=tile)
    if is_twin(tile):
        raise Refused("one-twin-a-turn", "UT-A20", tile=tile)
    if not may_tuck(tile, state.tucking):
        raise Refused("not-in-between", "UT-A18", tile=tile, one=state.tucking.start, other=state.tucking.to)
    bag.close_windows(story, seat, chance)
    story.tell(Tucked(seat, tile))
    _go_on(story, seat)


def give(story: Story, seat: Seat, to: Seat, chance: Chance) -> None:
    """UT-34, UT-36, UT-A24: to any other seat, which cannot refuse it."""
    state = story.state
    _need_turn(state, seat)
    if not state.gifts:
        raise Refused("nothing-to-give", "UT-34")
    if not 0 <= to < state.seats:
        raise Refused("no-such-seat", "UT-A24", seat=to)
    if to == seat:
        raise Refused("no-gift-to-oneself", "UT-A24")
    if not can_take(state):
        raise Refused("nothing-to-draw", "UT-B2")
    bag.give(story, seat, to, chance)
    _go_on(story, seat)


def draw(story: Story, seat: Seat, chance: Chance) -> None:
    """UT-18, UT-28: one tile, once, before laying."""
    state = story.state
    _need_turn(state, seat)
    if has_laid(state):
        raise Refused("no-draw-after-laying", "UT-A26" if state.extra else "UT-28")
    if state.drawn:
        raise Refused("drawn-already", "UT-28")
    if not can_take(state):
        raise Refused("nothing-to-draw", "UT-B1")
    bag.close_windows(story, seat, chance)
    bag.draw(story, seat, chance)


def announce(story: Story, seat: Seat) -> None:
    """UT-29, UT-A30: in or out of turn, while the window is open; UT-A33: falsely, it is refused."""
    if seat in story.state.announced:
        raise Refused("announced-already", "UT-29")
    if seat not in story.state.silent:
        raise Refused("nothing-to-announce", "UT-A33")
    story.tell(Announced(seat))


def end(story: Story, seat: Seat) -> None:
    """UT-27: pass after drawing; or waive the rest. UT-B10: a full circle of ends stops the game."""
    _need_turn(story.state, seat)
    if not _may_end(story.state):
        raise Refused("draw-before-passing", "UT-28")
    story.tell(Ended(seat))
    if story.state.idle >= story.state.seats:
        story.tell(Stalled(_fewest(story.state)))
    else:
        _pass_on(story, 0)


def _tucks(state: State, seat: Seat) -> Iterator[Tuck]:
    if state.tucking:
        fitting = (tile for tile in state.racks[seat] if may_tuck(tile, state.tucking))
        yield from (Tuck(tile) for tile in dict.fromkeys(fitting))


def _gives(state: State, seat: Seat) -> Iterator[Give]:
    if state.gifts and can_take(state):
        yield from (Give(other) for other in range(state.seats) if other != seat)


def _may_end(state: State) -> bool:
    """UT-28: not without having drawn, unless something was laid, or there is nothing to draw (UT-B1)."""
    return state.drawn or has_laid(state) or not can_take(state)


def _go_on(story: Story, seat: Seat, skips: int = 0) -> None:
    """UT-32, UT-A34: an empty rack wins at once; else the turn passes when nothing is left to do."""
    if not story.state.racks[seat]:
        story.tell(Won(seat))
        return
    if seat in story.state.silent and story.state.options.announce == "automatic":
        story.tell(Announced(seat))  # UT-B9
    if _is_unfinished(story.state, seat):
        return
    if story.state.gifts:
        story.tell(GiftsLapsed(seat, story.state.gifts))  # UT-B2
    _pass_on(story, skips)


def _is_unfinished(state: State, seat: Seat) -> bool:
    if state.tucking or (state.gifts and can_take(state)):
        return True
    return state.extra and any(lays(state, seat))


def _pass_on(story: Story, skips: int) -> None:
    """UT-15, UT-20; UT-42, UT-43, UT-A15..UT-A17: others are skipped in the order that now holds."""
    state = story.state
    step = 1 if state.order == "cw" else -1
    jumped = min(skips, state.seats - 1)
    if jumped:
        story.tell(Skipped(tuple((state.turn + step * n) % state.seats for n in range(1, jumped + 1))))
    story.tell(TurnCame((state.turn + step * (jumped + 1)) % state.seats))


def _fewest(state: State) -> tuple[Seat, ...]:
    least = min(len(rack) for rack in state.racks)
    return tuple(seat for seat, rack in enumerate(state.racks) if len(rack) == least)


def _need_turn(state: State, seat: Seat) -> None:
    if seat != state.turn:
        raise Refused("not-your-turn", "UT-15", turn=state.turn)


def _need_tile(state: State, seat: Seat, tile: Tile) -> None:
    if tile not in state.racks[seat]:
        raise Refused("tile-not-held", "UT-16", tile=tile)
