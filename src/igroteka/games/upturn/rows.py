"""The rows on the table: the number that binds, the tail that stays, and where a tucked tile goes."""

from typing import TypeAlias

from igroteka.games.upturn.tiles import Tile, Trend, is_beyond, is_number, value

Row: TypeAlias = tuple[Tile, ...]
Rows: TypeAlias = tuple[Row, ...]


def reference(rows: Rows, bound: bool) -> int | None:
    """UT-24, UT-A10: the last number of the current row; bound, of any row."""
    if rows and rows[-1] and is_number(rows[-1][-1]):  # nearly always
        return value(rows[-1][-1])
    tail = _binding(rows, bound)
    return value(tail[0]) if tail else None


def kept(rows: Rows, bound: bool) -> Row:
    """UT-A35, UT-B3: what stays when the bag is filled: from the number on, or else the current row."""
    return _binding(rows, bound) or (rows[-1] if rows else ())


def loose(rows: Rows, bound: bool) -> Row:
    """UT-A35: what goes back into the bag: all that lies before the kept tail."""
    laid = _laid(rows)
    return laid[: len(laid) - len(kept(rows, bound))]


def last(rows: Rows) -> Row:
    """What lies at the very end: one tile, or nothing."""
    return rows[-1][-1:] if rows else ()


def appended(rows: Rows, tile: Tile) -> Rows:
    return (*rows[:-1], (*(rows[-1] if rows else ()), tile))


def tucked(rows: Rows, tile: Tile, start: int, trend: Trend) -> Rows:
    """UT-A18: into running order before the twin, which stays last."""
    row = rows[-1]
    at = len(row) - 1
    while at and _is_tucked_after(row[at - 1], tile, start, trend):
        at -= 1
    return (*rows[:-1], (*row[:at], tile, *row[at:]))


def _is_tucked_after(neighbour: Tile, tile: Tile, start: int, trend: Trend) -> bool:
    if not is_number(neighbour) or not is_beyond(value(neighbour), start, trend):
        return False
    return is_beyond(value(neighbour), value(tile), trend)


def _binding(rows: Rows, bound: bool) -> Row:
    """The binding number and all that lies after it; empty when there is none."""
    scope = _laid(rows) if bound else (rows[-1] if rows else ())
    for at in range(len(scope) - 1, -1, -1):
        if is_number(scope[at]):
            return scope[at:]
    return ()


def _laid(rows: Rows) -> Row:
    return tuple(tile for row in rows for tile in row)
