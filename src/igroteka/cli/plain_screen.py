"""The terminal screen of a game that draws none: what its texts name in [zones], the seats, the hand."""

from collections.abc import Iterator
from typing import Any, Final

from rich.markup import escape

from igroteka.cli.speech import Speech
from igroteka.core import Seat

_SHOWN: Final = 12
"""Of a longer pile only the last parts are shown."""


def part(name: str) -> str:
    return name


def draw(view: Any, speech: Speech) -> str:
    zones = {name: getattr(view, name) for name in speech.keys("zones") if hasattr(view, name)}
    beside = {name: value for name, value in zones.items() if _is_beside(value, view.seats)}
    above = [line for name in zones if name not in beside for line in _zone(name, zones[name], speech)]
    hand = above[-1:] if zones and _is_hand([*zones.values()][-1]) else []
    seats = [_seat(view, seat, beside, speech) for seat in range(view.seats)]
    return "\n".join([*above[: len(above) - len(hand)], *seats, *hand])


def _is_beside(value: Any, seats: int) -> bool:
    """One number for each seat."""
    return isinstance(value, tuple) and len(value) == seats and all(type(one) is int for one in value)


def _is_hand(value: Any) -> bool:
    """Parts that lie before whoever looks: the last zone, below all others."""
    return isinstance(value, tuple) and bool(value) and all(isinstance(one, str) for one in value)


def _zone(name: str, value: Any, speech: Speech) -> Iterator[str]:
    label = speech.say("zones", name, {"n": 0})
    match value:
        case None | False | ():
            return
        case True:
            yield f" {escape(label)}"
        case int():
            yield f" {escape(_counted(name, value, speech))}"
        case str():
            yield f" {escape(label)}: [bold]{escape(_part(value, speech))}[/]"
        case tuple() if all(isinstance(one, str | None) for one in value):
            yield f" {escape(label)}: {_pile(value, speech)}"
        case tuple() if all(isinstance(one, tuple) for one in value):
            for seat, pile in enumerate(value):
                yield f" {escape(label)}, {escape(speech.name(seat))}: {_pile(pile, speech)}"


def _pile(parts: tuple[str | None, ...], speech: Speech) -> str:
    shown = [escape(_part(one, speech)) for one in parts[-_SHOWN:]]
    more = "… " if len(parts) > _SHOWN else ""
    return more + "  ".join(shown)


def _part(value: str | None, speech: Speech) -> str:
    return "▯" if value is None else speech.part(speech.word(value))


def _counted(name: str, number: int, speech: Speech) -> str:
    """“12 cards in the deck”, or “Score: 12” where the text has no place for the number."""
    said, other = (speech.say("zones", name, {"n": n}) for n in (number, number + 1))
    return said if said != other else f"{said}: {number}"


def _seat(view: Any, seat: Seat, beside: dict[str, tuple[int, ...]], speech: Speech) -> str:
    turn = "▶" if seat == view.turn and view.outcome is None else " "
    told = ", ".join(_counted(name, value[seat], speech) for name, value in beside.items())
    return f" {turn} {escape(speech.name(seat))}" + (f"  [dim]{escape(told)}[/]" if told else "")
