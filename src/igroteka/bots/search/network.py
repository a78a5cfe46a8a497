"""A small network, asked from a state of a twin: how a seat likes its answers, how well it stands; compiled.

What a seat may know is turned to its own seat, amounts become logarithms, names one of many, answers that it
has become ones; two layers with ReLU follow, then a preference for every answer and a standing. Most inputs
are nought, and so are many of the first layer's outputs: those are passed over. Where a game has a board of
lines, its cells are looked at between the two layers instead of names and answers (`lines.py`).
"""

from types import ModuleType
from typing import Any, Final, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from igroteka.bots.search.lines import Floats, Lines, Places, add, look_at_lines
from igroteka.turbo.compiling import bound, kernel
from igroteka.turbo.fields import Turned
from igroteka.turbo.machine import Array, Int, State

KINDS: Final = get_args(Turned)
"""How a field of an observation speaks of seats; a network has their numbers in `turns`."""
_BY_SEAT: Final = KINDS.index("by seat")
_SEAT: Final = KINDS.index("seat")
_SEAT_PLUS_1: Final = KINDS.index("seat + 1")
_BITS: Final = KINDS.index("bits of seats")
_SIDE_PLUS_1: Final = KINDS.index("side + 1")
_AMOUNT: Final = np.log1p(np.arange(256)).astype(np.float32)


class Network(NamedTuple):
    """Weights by input, so that what follows from one input lies together; and room to work in."""

    shown: Places
    """Places of an observation that are amounts."""
    names: Places
    """A row each: the place of a name, and how many names there are."""
    place: Places
    """By action its place among the answers that the network knows; the last stands for all others.

    Answers to the cells of a board come first, kind after kind."""
    turns: Places
    """A row for each field that speaks of seats: where it begins, how long it is, its number in KINDS."""
    whose: Places
    """Where the observation has its seat, how many sit there and how many sides there are (-1: as many)."""
    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    liking: Floats
    """A row for each answer; answers to cells have one a kind, and more by what the cell says."""
    liking_bias: Floats
    standing: Floats
    standing_bias: Floats
    seen: npt.NDArray[np.uint8]
    aside: npt.NDArray[np.uint8]
    inner: Floats
    outer: Floats
    together: Floats
    """What all lines and all cells of the board say."""
    board: Lines

    def apart(self) -> "Network":
        """The same network with room of its own, for another thread."""
        room = {name: getattr(self, name).copy() for name in ("seen", "aside", "inner", "outer", "together")}
        return self._replace(**room, board=self.board.apart())


@kernel
def turn(net: Any) -> None:
    """Seats and sides of what is seen, counted from the seat that looks; `envs.egocentric`, in place."""
    seen = net.seen
    seat, seats = np.int64(seen[net.whose[0]]), np.int64(seen[net.whose[1]])
    sides = np.int64(seen[net.whose[2]]) if net.whose[2] >= 0 else seats
    for field in range(net.turns.shape[0]):
        start, length, kind = net.turns[field, 0], net.turns[field, 1], net.turns[field, 2]
        if kind == _BY_SEAT:
            for at in range(length):
                net.aside[at] = seen[start + at]
            for at in range(min(seats, length)):
                seen[start + at] = net.aside[(at + seat) % seats]
            continue
        for at in range(start, start + length):
            told = np.int64(seen[at])
            if kind == _SEAT:
                told = (told - seat + seats) % seats
            elif kind == _SEAT_PLUS_1 and told:
                told = (told - 1 - seat + seats) % seats + 1
            elif kind == _BITS:
                told = ((told >> seat) | (told << (seats - seat))) & ((1 << seats) - 1)
            elif kind == _SIDE_PLUS_1 and told % 4:
                told += (told % 4 - 1 - seat % sides + sides) % sides + 1 - told % 4
            seen[at] = told


@kernel
def look_inside(net: Any, answers: Array, count: Int) -> None:
    """What is seen, and the answers that are possible, through both layers."""
    inner, outer = net.inner, net.outer
    inner[:] = net.first_bias
    row = net.shown.shape[0]
    for at in range(row):
        told = net.seen[net.shown[at]]
        if told:
            add(net.first[at], _AMOUNT[told], inner)
    one = np.float32(1)
    for at in range(net.names.shape[0]):
        told = net.seen[net.names[at, 0]]
        if told < net.names[at, 1]:
            add(net.first[row + told], one, inner)
        row += net.names[at, 1]
    has_board = net.board.lines.shape[0] > 0
    for at in range(0 if has_board else count):
        known = net.place[answers[at]]
        if known < net.liking.shape[0] - 1:
            add(net.first[row + known], one, inner)
    outer[:] = net.second_bias
    if has_board:
        look_at_lines(net.board, net.seen, inner, net.together)
        for at in range(net.together.shape[0]):
            if net.together[at] > 0:
                add(net.second[inner.shape[0] + at], net.together[at], outer)
    for at in range(inner.shape[0]):
        if inner[at] > 0:
            add(net.second[at], inner[at], outer)
    for at in range(outer.shape[0]):
        outer[at] = max(outer[at], np.float32(0))


@kernel
def weighed(row: Array, outer: Array) -> Any:
    """The sum of the products, by eight at a time."""
    parts = np.zeros(8, np.float32)
    for base in range(0, outer.shape[0] - 7, 8):
        for at in range(8):
            parts[at] += row[base + at] * outer[base + at]
    total = parts.sum()
    for at in range(outer.shape[0] // 8 * 8, outer.shape[0]):
        total += row[at] * outer[at]
    return total


@kernel
def like(net: Any, answers: Array, count: Int, likely: Array) -> None:
    """How likely each of the answers is, as the network would choose."""
    highest = -np.inf
    cells, kinds = net.board.cells.shape[0], net.board.answers.shape[0]
    for at in range(count):
        known = np.int64(net.place[answers[at]])
        near = np.float32(0)
        if known < cells * kinds:
            near = weighed(net.board.answers[known // cells], net.board.cells[known % cells])
            known //= cells
        else:
            known -= (cells - 1) * kinds if kinds else 0
        likely[at] = weighed(net.liking[known], net.outer) + net.liking_bias[known] + near
        highest = max(highest, likely[at])
    total = 0.0
    for at in range(count):
        likely[at] = np.exp(likely[at] - highest)
        total += likely[at]
    for at in range(count):
        likely[at] /= total


@kernel
def stand(net: Any) -> Any:
    """The chance to win, 0 to 1, of the side whose seat looked."""
    return (1 + np.tanh(np.float64(weighed(net.standing, net.outer) + net.standing_bias[0]))) / 2


# ------------------------------------------------------------------ compiled for each twin


def observe(s: State, seat: Int, out: Array) -> None:
    raise NotImplementedError


def consult(s: State, seat: Int, net: Any, answers: Array, count: Int) -> None:
    """Show the network what the seat may know, and which answers it has."""
    observe(s, seat, net.seen)
    turn(net)
    look_inside(net, answers, count)


def opinion(states: Array, seat: Int, net: Any, answers: Array, count: Int, likely: Array) -> Any:
    """How the seat would like its answers in `states[0]`, and its chance to win."""
    consult(states[0], seat, net, answers, count)
    like(net, answers, count, likely)
    return stand(net)


def bind(twin: ModuleType) -> dict[str, Any]:
    """`consult` and `opinion`, compiled for one twin."""
    kernels: Any = twin.KERNELS
    names: dict[str, Any] = {**globals(), "observe": kernels["observe"]}
    for template in (consult, opinion):
        names[template.__name__] = bound(template, twin, names)
    return {"consult": names["consult"], "opinion": names["opinion"]}
