"""The terminal screen of a game that draws none: what its texts name in [zones], the seats, the hand."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec
from rich.markup import escape

from igroteka.cli.speech import Speech
from igroteka.cli.things import told
from igroteka.core import Seat, fields_by_seat, seat_fields

_CELL: Final = re.compile(r"([a-zA-Z]+)(\d+)")
_DISCS: Final = "●■▲✚▬○"
"""The discs of seats, as shapes; of more than six by their numbers."""
_SHOWN: Final = 12
"""Of a longer pile only the last parts and things are shown; of one's own hand all."""


class _Seats(str):
    """Who a field of a view is about, by their names."""

    __slots__ = ()


def part(name: str) -> str:
    return name


def draw(view: Any, speech: Speech) -> str:
    fields = {name: getattr(view, name) for name in speech.keys("zones") if hasattr(view, name)}
    zones = {name: value for name, value in fields.items() if value is not None and value is not False}
    with_gaps, about_seats = fields_by_seat(type(view)), seat_fields(type(view))
    beside = {
        name: [_beside(name, one, speech, name in about_seats) for one in value]
        for name, value in zones.items()
        if value and (name in with_gaps or (name not in about_seats and _is_beside(value, view.seats)))
    }
    for name in (about_seats & zones.keys()) - with_gaps:
        zones[name] = _Seats(speech.seats(zones[name])) if zones[name] != () else ()
    last = next(reversed(zones), "")
    hand = [last] if last and view.seat is not None and _is_hand(zones[last]) else []
    above = [name for name in zones if name not in beside and name not in hand]
    discs = any(map(_is_board, zones.values()))
    seats = [_seat(view, seat, beside, speech, _disc(seat) if discs else "") for seat in range(view.seats)]
    own = [f" {escape(_label(name, speech))}: {_all(zones[name], speech)}" for name in hand]
    table = [line for name in above for line in _zone(name, zones[name], view.seats, speech)]
    return "\n".join([*table, *seats, *own])


def _is_beside(value: Any, seats: int) -> bool:
    """One number for each seat, or what is true of some of them."""
    kinds = {type(one) for one in value} if isinstance(value, tuple) and len(value) == seats else None
    return kinds in ({int}, {bool})


def _beside(name: str, one: Any, speech: Speech, is_a_seat: bool) -> str:
    """What stands beside a seat: its number, what is true of it, whom it has named; or nothing."""
    if one is None or one is False:
        return ""
    label = _label(name, speech)
    if is_a_seat:
        return f"{label}: {speech.seats(one)}"
    return label if one is True else _counted(name, one, speech)


def _is_hand(value: Any) -> bool:
    """Parts that lie before whoever looks: the last zone that is there, below all others."""
    return isinstance(value, tuple) and bool(value) and all(isinstance(one, str) for one in value)


def _is_board(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_CELL.fullmatch, value))


def _label(name: str, speech: Speech, number: int = 0) -> str:
    return speech.say("zones", name, {"n": number})


def _zone(name: str, value: Any, seats: int, speech: Speech) -> Iterator[str]:
    label = _label(name, speech)
    match value:
        case ():
            return
        case tuple() if value == ((),) * seats and not _is_numbered(name, speech):  # no trick before anybody
            return
        case _Seats():
            yield f" {escape(f'{label}: {value}')}"
        case True:
            yield f" {escape(label)}"
        case int():
            yield f" {escape(_counted(name, value, speech))}"
        case str():
            yield f" {escape(label)}: [bold]{escape(_part(value, speech))}[/]"
        case dict() if _is_board(value):
            yield from _board(label, value, speech)
        case dict() | msgspec.Struct():
            yield f" {escape(label)}: {escape(_thing(name, value, speech))}"
        case tuple() if all(isinstance(one, msgspec.Struct | None) for one in value):
            yield f" {escape(label)}: {_things(name, value, speech)}"
        case tuple() if _are_parts(value) and label != _label(name, speech, 1):  # counted: all of it matters
            yield f" {escape(_label(name, speech, len(value)))}: {_all(value, speech)}"
        case tuple() if _are_parts(value):
            yield f" {escape(label)}: {_pile(value, speech)}"
        case tuple() if all(isinstance(one, tuple) for one in value):
            for at, pile in enumerate(value):
                shown = _pile(pile, speech) if _are_parts(pile) else _things(name, pile, speech)
                yield f" {escape(_pile_label(name, at, len(value) == seats, speech))}: {shown}"


def _is_numbered(name: str, speech: Speech) -> bool:
    return _label(name, speech, 1) != _label(name, speech, 2)


def _pile_label(name: str, at: int, is_one_a_seat: bool, speech: Speech) -> str:
    """Rows of the table are numbered, piles before the seats bear their names."""
    own = _label(name, speech, at + 1)
    if _is_numbered(name, speech):
        return own
    return f"{own}, {speech.name(at)}" if is_one_a_seat else f"{own} {at + 1}"


def _pile(parts: tuple[str | None, ...], speech: Speech) -> str:
    return ("… " if len(parts) > _SHOWN else "") + _all(parts[-_SHOWN:], speech)


def _all(parts: tuple[str | None, ...], speech: Speech) -> str:
    return "  ".join(escape(_part(one, speech)) for one in parts)


def _are_parts(value: tuple[Any, ...]) -> bool:
    return all(isinstance(one, str | None) for one in value)


def _things(name: str, things: tuple[Any, ...], speech: Speech) -> str:
    return ("… " if len(things) > _SHOWN else "") + " · ".join(
        escape(_thing(name, one, speech)) for one in things[-_SHOWN:]
    )


def _thing(name: str, thing: Any, speech: Speech) -> str:
    """Its parts, and what the texts say of it: “8♥ (Ann)”, “Ann: 3 tricks”."""
    if thing is None:
        return _part(None, speech)
    fields = thing if isinstance(thing, dict) else msgspec.structs.asdict(thing)
    parts, said = told(name, fields, speech)
    shown = " ".join(_part(one, speech) for one in parts)
    return f"{shown} ({said})" if shown and said else shown or said


def _part(value: str | None, speech: Speech) -> str:
    return "▯" if value is None else speech.part(speech.word(value))


def _counted(name: str, number: int, speech: Speech) -> str:
    """“12 cards in the deck”, or “Score: 12” where the text has no place for the number."""
    said, other = (speech.say("zones", name, {"n": n}) for n in (number, number + 1))
    return said if said != other else f"{said}: {number}"


def _in_order(cells: list[tuple[str, str]]) -> list[str]:
    """Of columns or rows, up or down as two cells that lie in one line are named: not all need be there.

    Where every line has but one, as any two.
    """
    up = sorted({name for name, _ in cells}, key=lambda name: (len(name), name))
    two = _first_two(cells) or _first_two([(name, "") for name, _ in cells])
    return up[::-1] if two and up.index(two[0]) > up.index(two[1]) else up


def _first_two(cells: list[tuple[str, str]]) -> tuple[str, str] | None:
    """The first two names in one line."""
    first: dict[str, str] = {}
    for name, line in cells:
        if (before := first.setdefault(line, name)) != name:
            return before, name
    return None


def _board(label: str, cells: Mapping[str, Any], speech: Speech) -> Iterator[str]:
    """Rows and columns, not all of whose cells need be there; a seat's number lies there as its disc."""
    named = {cell: (found[1], found[2]) for cell in cells if (found := _CELL.fullmatch(cell))}
    columns = _in_order(list(named.values()))
    rows = _in_order([(row, column) for column, row in named.values()])
    held = {named[cell]: _held(cells[cell], speech) for cell in named}
    wide = max((len(text) for text in (*columns, *held.values())), default=1)
    margin = max(map(len, rows), default=1)
    yield f" {escape(label)}:"
    for row in rows:
        line = " ".join(f"{held.get((column, row), ''):^{wide}}" for column in columns)
        yield f" {row:>{margin}}  {escape(line.rstrip())}"
    yield f" {'':{margin}}  " + " ".join(f"{column:^{wide}}" for column in columns).rstrip()


def _held(value: Any, speech: Speech) -> str:
    if value is None:
        return "·"
    if isinstance(value, dict | msgspec.Struct):
        man = value if isinstance(value, dict) else msgspec.structs.asdict(value)
        return _disc(man["seat"]) + _part(man["piece"], speech)
    return _disc(value) if isinstance(value, int) else _part(value, speech)


def _disc(seat: Seat) -> str:
    return _DISCS[seat] if seat < len(_DISCS) else str(seat)


def _seat(view: Any, seat: Seat, beside: dict[str, list[str]], speech: Speech, disc: str = "") -> str:
    turn = "▶" if seat == view.turn and view.outcome is None else " "
    numbers = ", ".join(said[seat] for said in beside.values() if said[seat])
    name = f"{escape(speech.name(seat))} {disc}".rstrip()
    return f" {turn} {name}" + (f"  [dim]{escape(numbers)}[/]" if numbers else "")
