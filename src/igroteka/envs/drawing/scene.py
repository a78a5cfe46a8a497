"""What is to be seen of a table, line by line; the same for text and for pictures."""

from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any, Final, cast

from igroteka.envs.table import Table
from igroteka.turbo import beside
from igroteka.turbo.scene import Line, Part, Scene

_LINES: Final = 12
"""Room for lines in a picture of a game that does not say how many it needs."""


def drawn_by(game: str) -> Scene:
    """The game's own scene, which stands beside its twin, or the plain one."""
    return cast("Scene", beside(game, "scene") or SimpleNamespace(LINES=_LINES, scene=_plain))


def scene(table: Table) -> list[Line]:
    """The truth, with all hands; whose decision it is comes last."""
    lines = [*drawn_by(table.game).scene(table.position())]
    asked = f"ASKED: SEAT {table.seat}" if not table.is_over else f"OVER: {_result(table)}"
    return [*lines, Line(asked)]


def as_text(table: Table) -> str:
    return "\n".join(_text(line) for line in scene(table))


def _text(line: Line) -> str:
    if line.board:
        return f"{line.words:>3} " + "".join(f"{_written(part):<6}" for part in line.parts)
    return " ".join([line.words, *(_written(part) for part in line.parts)]).rstrip()


def _written(part: Part) -> str:
    chip = f"({part.chip[0].upper() if part.locked else part.chip[0]})" if part.chip else ""
    return f"{part.label}{part.mark}{chip}"


def _result(table: Table) -> str:
    won = [seat for seat, reward in enumerate(table.rewards()) if reward > 0]
    return "SEAT " + ", ".join(map(str, won)) + " WON" if won else "DRAWN"


def _plain(position: Mapping[str, Any]) -> Iterator[Line]:
    """Every field of a position: parts in a line, several lists of parts in several, the rest in words."""
    words = []
    for name, value in position.items():
        said = name.upper().replace("_", " ")
        if _are_parts(value):
            yield Line(said, tuple(map(Part, value)))
        elif isinstance(value, list) and value and all(map(_are_parts, value)):
            yield from (Line(f"{said} {at}", tuple(map(Part, parts))) for at, parts in enumerate(value))
        elif value not in (None, False, [], {}):
            words.append(f"{said}: {_said(value)}")
    yield from map(Line, words)


def _are_parts(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)


def _said(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_said, value))
    if isinstance(value, dict):
        return ", ".join(f"{name} {_said(one)}" for name, one in value.items())
    return str(value).upper()
