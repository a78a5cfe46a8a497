"""The options of an Etazhiki table, and whether such a table can be."""

from math import comb
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from igroteka.core import Refused, Seat
from igroteka.games.etazhiki.cards import Card, is_floor, is_numbered
from igroteka.games.etazhiki.moves import Intercept
from igroteka.games.etazhiki.parts import NUMBERS, Manifest, Variant, box, check

_RAREST_DEAL: Final = 1 / 20
"""ET-08: a box of which fewer deals than this could stand would be dealt over and over."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table options; `starter` is the youngest's seat (ET-A07), `parts` a family's own cards."""

    variant: Variant = "full"
    starter: Seat | Literal["random"] = "random"
    skip: Literal["once", "repeats"] = "once"
    parity: Literal["lenient", "strict"] = "lenient"
    parts: Manifest | None = None


def box_of(options: Options) -> tuple[Card, ...]:
    """The cards that take part at this table."""
    return box(options.parts, options.variant)


def is_beginner(options: Options) -> bool:
    return options.variant == "beginner"


def rematch(options: Options, seats: int, first: Seat | None) -> Options:
    """ET-10, ET-A07: whoever the table has named, as the youngest; else the next seat begins."""
    if options.starter != "random":
        return options
    return replace(options, starter=0 if first is None else (first + 1) % seats)


def asking_tells(options: Options) -> bool:
    """ET-41: who may intercept holds a night floor."""
    return options.variant == "full"


def taking(options: Options) -> tuple[type, ...]:
    """ET-41: a night floor takes the turn, in the full rules alone (ET-52, ET-61)."""
    return (Intercept,) if options.variant == "full" else ()


def need_table(seats: int, options: Options) -> None:
    """ET-01, ET-A07, ET-A01: Refused unless these seats can play by these options."""
    if seats not in NUMBERS.stars:
        raise Refused("seats-do-not-fit", "ET-01", seats=seats, fit=", ".join(map(str, NUMBERS.stars)))
    if options.starter != "random" and not 0 <= options.starter < seats:
        raise Refused("starter-not-seated", "ET-A07", starter=options.starter, seats=seats)
    if options.parts is not None:
        check(options.parts)
        _need_deal(seats, box_of(options), options)


def _need_deal(seats: int, cards: tuple[Card, ...], options: Options) -> None:
    """ET-07..ET-09, ET-62: there must be cards for all hands and for the centre."""
    floors = sum(map(is_floor, cards))
    least = NUMBERS.hand * seats + 2
    if len(cards) < least:
        raise Refused("parts-too-few-cards", "ET-07", count=len(cards), least=least, seats=seats)
    if not is_beginner(options) and not any(map(is_numbered, cards)):
        raise Refused("parts-no-numbered-ball", "ET-09")
    if floors <= seats or _chance_of_floors(seats, len(cards), floors) < _RAREST_DEAL:
        raise Refused("parts-too-few-floors", "ET-08", count=floors, seats=seats)


def _chance_of_floors(seats: int, cards: int, floors: int) -> float:
    """How likely it is that every hand of a deal holds a floor, counted by who holds none."""
    hand, balls = NUMBERS.hand, cards - floors
    deals = (
        comb(seats, none) * comb(balls, none * hand) / comb(cards, none * hand) for none in range(seats + 1)
    )
    return sum(-share if none % 2 else share for none, share in enumerate(deals))
