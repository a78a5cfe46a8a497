"""The Etazhiki table in a terminal: the house, the open cards and what they ask for, the seats, the hand."""

from collections.abc import Iterator
from typing import Final

from igroteka.core import Seat
from igroteka.core.screen import Speech
from igroteka.games.etazhiki.cards import Card, is_floor, is_night, is_numbered, number_of
from igroteka.games.etazhiki.moves import Ball, Floor, Intercept, Shed
from igroteka.games.etazhiki.parts import NUMBERS
from igroteka.games.etazhiki.view import View, skips

_COLOURS: Final = {"day": "yellow", "night": "bright_blue", "ball": "green", "SKIP": "red"}


def part(name: str) -> str:
    """F5 is drawn 5☀, N5 is drawn 5☾, B3 is drawn ±3; special balls are told in words."""
    if is_floor(name):
        return f"{number_of(name)}{'☾' if is_night(name) else '☀'}"
    return f"±{number_of(name)}" if is_numbered(name) else name


def draw(view: View, speech: Speech) -> str:
    if not view.hand_sizes:
        return "\n".join(_seats(view, speech))
    return "\n".join([*_house(view, speech), "", *_seats(view, speech), "", *_hand(view, speech)])


def _house(view: View, speech: Speech) -> Iterator[str]:
    """All ten floors, one column per pile: where it stands (▣), and where it may go (□)."""
    yield "    ▁▁▁▁▁" + "   ▁▁▁▁▁" * (len(view.floors) - 1)
    for number in range(9, -1, -1):
        yield f" {number}  " + "   ".join(_storey(view, pile, number) for pile in range(len(view.floors)))
    for pile in range(len(view.floors)):
        yield _asks(view, speech, pile)
    skip = f"   [red]{speech.line('etazhiki_armed')}[/]" if skips(view) else ""
    yield f" {speech.line('etazhiki_deck')}: ⌸ {view.deck_size}{skip}"


def _storey(view: View, pile: int, number: int) -> str:
    if number == number_of(view.floors[pile]):
        return f"│ {_paint(view.floors[pile], '▣')} │"
    return f"│ {'[bold]□[/]' if number in view.fits[pile] else ' '} │"


def _asks(view: View, speech: Speech, pile: int) -> str:
    """The open cards and the numbers that fit: 5☀ ±3 → 2 5 8."""
    which = speech.line("etazhiki_pile", number=pile + 1) + ": " if len(view.floors) > 1 else ""
    ball = f"  {_card(view.ball, speech)}" if view.ball else ""
    numbers = " ".join(map(str, view.fits[pile]))
    return f" {which}{_card(view.floors[pile], speech)}{ball}  → {speech.line('etazhiki_asks')}: {numbers}"


def _seats(view: View, speech: Speech) -> Iterator[str]:
    width = max(len(speech.name(seat)) for seat in range(view.seats))
    yield from (_seat(view, speech, seat, width) for seat in range(view.seats))


def _seat(view: View, speech: Speech, seat: Seat, width: int) -> str:
    turn = "▶" if seat == view.turn and view.outcome is None and view.hand_sizes else " "
    cards = view.hand_sizes[seat] if view.hand_sizes else 0
    stars = view.stars[seat] if view.stars else 0
    needed = NUMBERS.stars[view.seats]
    shown = f"[yellow]{'★' * stars}[/]{'☆' * (needed - stars)}"
    return f" {turn} {speech.name(seat):<{width}}  ▯ {cards:<2}  {shown}"


def _hand(view: View, speech: Speech) -> Iterator[str]:
    """Floors by number, then balls; a dot marks what may be laid now, ☾! what may take the turn."""
    if view.hand is None or view.seat is None:
        return
    marks = {**dict.fromkeys(_open_now(view), "·"), **dict.fromkeys(_night_now(view), "!")}
    cards = (f"{_card(card, speech)}{marks.get(card, '')}" for card in sorted(view.hand, key=_place))
    night = f"   [bright_blue]{speech.line('etazhiki_night')}[/]" if _night_now(view) else ""
    yield f" {speech.name(view.seat)}: {'  '.join(cards) or '–'}{night}"


def _open_now(view: View) -> set[Card]:
    laid = {intent.card for intent in view.legal if isinstance(intent, Floor | Ball)}
    return laid | {intent.top for intent in view.legal if isinstance(intent, Shed)}


def _night_now(view: View) -> set[Card]:
    return {intent.card for intent in view.legal if isinstance(intent, Intercept)}


def _card(card: Card, speech: Speech) -> str:
    return _paint(card, part(card) if is_floor(card) or is_numbered(card) else speech.word(card))


def _paint(card: Card, text: str) -> str:
    kind = "night" if is_night(card) else "day" if is_floor(card) else card if card == "SKIP" else "ball"
    return f"[{_COLOURS[kind]}]{text}[/]"


def _place(card: Card) -> tuple[bool, int, str]:
    floor = is_floor(card)
    return not floor, number_of(card) if floor or is_numbered(card) else 100, card
