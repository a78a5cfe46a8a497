"""A network's look at a board of lines, compiled: what a line is, then what the lines say of a cell.

The layers are those of `lab/school/body.py`. Lines share their weights, and so do cells: what the cells of a
line are is added up, and every line tells its cells what it makes of them.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from igroteka.turbo.board import SHARE
from igroteka.turbo.compiling import kernel

_SHARE: Final = np.float32(SHARE)

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.int32]


class Lines(NamedTuple):
    """A board (`turbo/board.py`), its weights, and room to work in; no lines: the network has no board."""

    lines: Places
    told: Places
    kinds: Places
    fixed: Places
    line: Floats
    """By code what a cell adds to its lines."""
    line_bias: Floats
    cell: Floats
    cell_code: Floats
    """By code what a cell is by itself."""
    cell_table: Floats
    answers: Floats
    """A row for each kind of answers to a cell."""
    code: Places
    one: Floats
    near: Floats
    cells: Floats

    def apart(self) -> "Lines":
        """The same with room of its own."""
        return self._replace(
            **{name: getattr(self, name).copy() for name in ("code", "one", "near", "cells")}
        )


def no_lines() -> Lines:
    none, row = np.zeros((0, 0), np.float32), np.zeros(0, np.float32)
    rows, no = np.zeros((0, 0), np.int32), np.zeros(0, np.int32)
    return Lines(rows, rows, no, no, none, row, none, none, none, none, no, row, none, none)


@kernel
def add(row: Any, factor: Any, out: Any) -> None:
    for at in range(out.shape[0]):
        out[at] += factor * row[at]


@kernel
def _read(board: Any, seen: Any) -> None:
    """What stands on every cell, as a code."""
    for cell in range(board.told.shape[0]):
        code, worth = np.int64(0), np.int64(1)
        for column in range(board.kinds.shape[0]):
            kinds = np.int64(board.kinds[column])
            code += worth * min(np.int64(seen[board.told[cell, column]]), kinds - 1)
            worth *= kinds
        board.code[cell] = code if board.fixed[cell] < 0 else board.fixed[cell]


@kernel
def look_at_lines(board: Any, seen: Any, table: Any, out: Any) -> None:
    """What the cells say, into `board.cells`; what lines and cells say together, into `out`."""
    _read(board, seen)
    one, near, wide = board.one, board.near, board.one.shape[0]
    near[:] = 0
    out[:] = 0
    for line in range(board.lines.shape[0]):
        one[:] = board.line_bias
        for at in range(board.lines.shape[1]):
            row = board.line[board.code[board.lines[line, at]]]
            for part in range(wide):
                one[part] += row[part]
        for part in range(wide):
            one[part] = max(one[part], np.float32(0))
        for at in range(board.lines.shape[1]):
            row = near[board.lines[line, at]]
            for part in range(wide):
                row[part] += one[part]
        for part in range(wide):
            out[part] += _SHARE * one[part]
    one[:] = 0
    for at in range(table.shape[0]):
        if table[at] > 0:
            add(board.cell_table[at], table[at], one)
    for cell in range(board.code.shape[0]):
        said, code = board.cells[cell], board.cell_code[board.code[cell]]
        for part in range(wide):
            said[part] = one[part] + code[part]
        for at in range(wide):
            if near[cell, at] > 0:
                add(board.cell[at], near[cell, at], said)
        for part in range(wide):
            said[part] = max(said[part], np.float32(0))
            out[wide + part] += _SHARE * said[part]
