"""A small network, asked from a state of a twin: how a seat likes its answers, how well it stands; compiled.

What a seat may know is turned to its own seat, amounts become logarithms, names one of many, answers that it
has become ones; two layers with ReLU follow, then a preference for every answer and a standing. Most of what
could be added is nought: what is not is listed first, and added up then. Amounts are added up once where a
search begins (`settle`); later looks add what has changed since, some twenty of two hundred. Where a game has
a board of lines, its cells are looked at between the two layers instead of names and answers (`lines.py`).
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
_ONE: Final = np.float32(1)


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
    settled: npt.NDArray[np.uint8]
    """What was seen where a search began; noughts where none has."""
    ground: Floats
    """What its amounts come to in the first layer, with the bias."""
    aside: npt.NDArray[np.uint8]
    inner: Floats
    outer: Floats
    together: Floats
    """What all lines and all cells of the board say."""
    which: Places
    """Rows of a layer that are added, and how many times each."""
    factors: Floats
    board: Lines

    def apart(self) -> "Network":
        """The same network with room of its own, for another thread."""
        rooms = ("seen", "settled", "ground", "aside", "inner", "outer", "together", "which", "factors")
        return self._replace(**{name: getattr(self, name).copy() for name in rooms}, board=self.board.apart())


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
def add_listed(net: Any, table: Array, count: Int, out: Array) -> None:
    """So many of the rows that are listed, four at a time: then `out` is read and written less often."""
    which, factors = net.which, net.factors
    whole = count // 4 * 4
    for at in range(0, whole, 4):
        a, b, c, d = table[which[at]], table[which[at + 1]], table[which[at + 2]], table[which[at + 3]]
        e, f, g, h = factors[at], factors[at + 1], factors[at + 2], factors[at + 3]
        for part in range(out.shape[0]):
            out[part] += (e * a[part] + f * b[part]) + (g * c[part] + h * d[part])
    for at in range(whole, count):
        add(table[which[at]], factors[at], out)


@kernel
def list_amounts(net: Any) -> Int:
    """Those of what is seen that are not as they were where the search began; how many."""
    count = 0
    for at in range(net.shown.shape[0]):
        told, was = net.seen[net.shown[at]], net.settled[net.shown[at]]
        if told != was:  # seldom
            net.which[count], net.factors[count] = at, _AMOUNT[told] - _AMOUNT[was]
            count += 1
    return count


@kernel
def list_names_and_answers(net: Any, answers: Array, count: Int, listed: Int) -> Int:
    """What is named and what may be answered, behind so many that are listed already."""
    row = net.shown.shape[0]
    for at in range(net.names.shape[0]):
        told = net.seen[net.names[at, 0]]
        if told < net.names[at, 1]:
            net.which[listed], net.factors[listed] = row + told, _ONE
            listed += 1
        row += net.names[at, 1]
    for at in range(count):
        known = net.place[answers[at]]
        if known < net.liking.shape[0] - 1:
            net.which[listed], net.factors[listed] = row + known, _ONE
            listed += 1
    return listed


@kernel
def list_above_nought(net: Any, values: Array, first: Int) -> Int:
    """Those that are, as rows from `first` on; how many. Written first and counted then: no jump to guess."""
    count = 0
    for at in range(values.shape[0]):
        net.which[count], net.factors[count] = first + at, values[at]
        count += values[at] > 0
    return count


@kernel
def look_inside(net: Any, answers: Array, count: Int) -> None:
    """What is seen, and the answers that are possible, through both layers."""
    inner, outer = net.inner, net.outer
    has_board = net.board.lines.shape[0] > 0
    listed = list_amounts(net)
    inner[:] = net.ground
    if not has_board:
        listed = list_names_and_answers(net, answers, count, listed)
    add_listed(net, net.first, listed, inner)
    outer[:] = net.second_bias
    if has_board:
        look_at_lines(net.board, net.seen, inner, net.together)
        add_listed(net, net.second, list_above_nought(net, net.together, inner.shape[0]), outer)
    add_listed(net, net.second, list_above_nought(net, inner, 0), outer)
    for at in range(outer.shape[0]):
        outer[at] = max(outer[at], np.float32(0))


@kernel
def weighed(row: Array, outer: Array) -> Any:
    """The sum of the products, by eight at a time: in the same order on every machine."""
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


def settle(states: Array, seat: Int, net: Any) -> None:
    """A search begins with what the seat sees in `states[0]`: most of it will be the same at later looks."""
    net.settled[:] = 0
    net.ground[:] = net.first_bias
    observe(states[0], seat, net.seen)
    turn(net)
    add_listed(net, net.first, list_amounts(net), net.ground)
    net.settled[:] = net.seen


def opinion(states: Array, seat: Int, net: Any, answers: Array, count: Int, likely: Array) -> Any:
    """How the seat would like its answers in `states[0]`, and its chance to win."""
    consult(states[0], seat, net, answers, count)
    like(net, answers, count, likely)
    return stand(net)


def bind(twin: ModuleType) -> dict[str, Any]:
    """`consult`, `settle` and `opinion`, compiled for one twin."""
    kernels: Any = twin.KERNELS
    names: dict[str, Any] = {**globals(), "observe": kernels["observe"]}
    templates = (consult, settle, opinion)
    for template in templates:
        names[template.__name__] = bound(template, twin, names)
    return {template.__name__: names[template.__name__] for template in templates}
