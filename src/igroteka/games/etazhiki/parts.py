"""The cards of Etazhiki: a manifest, shipped or a family's own, checked on load (ET-A01)."""

import tomllib
from collections.abc import Iterator
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from igroteka.core import Refused
from igroteka.folder import folder_of
from igroteka.games.etazhiki.cards import LARGEST_BALL, STOREYS, Card

Variant: TypeAlias = Literal["full", "medium", "beginner"]

_LETTER: Final = {"floor": "F", "night": "N", "ball": "B"}
_MOST_CARDS: Final = 500
_BLUE: Final = 6  # ET-06


class Lot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many equal cards; `value` is the number on a floor or on a numbered ball."""

    kind: Literal["floor", "night", "ball", "near", "even", "odd", "skip"]
    value: int | None = None
    count: Annotated[int, msgspec.Meta(ge=0, le=_MOST_CARDS)] = 1
    marks: tuple[Literal["blue", "red"], ...] = ()

    def __post_init__(self) -> None:
        """A mark that is said a thousand times is one, and would travel with every view."""
        if len(self.marks) > 1:
            msgspec.structs.force_setattr(self, "marks", tuple(dict.fromkeys(self.marks)))


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is in the box."""

    cards: tuple[Lot, ...]

    def __post_init__(self) -> None:
        """Lots of no cards say nothing, and would travel with every view."""
        if any(not lot.count for lot in self.cards):
            msgspec.structs.force_setattr(self, "cards", tuple(lot for lot in self.cards if lot.count))


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards and stars the rulebook speaks of."""

    hand: int
    draw: int
    penalty: int
    stars: dict[int, int]


def load(text: str) -> Manifest:
    """The manifest in this TOML text, or Refused with what is wrong about it."""
    try:
        manifest = msgspec.convert(tomllib.loads(text), Manifest)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise Refused("parts-unreadable", "ET-A01", problem=str(error)) from None
    check(manifest)
    return manifest


def check(manifest: Manifest) -> None:
    """ET-A01: Refused unless values and marks are such as the rulebook speaks of."""
    for row, lot in enumerate(manifest.cards, 1):
        _check_value(row, lot)
        _check_marks(row, lot)
    if (blue := sum(lot.count for lot in manifest.cards if "blue" in lot.marks)) != _BLUE:
        raise Refused("parts-blue-not-six", "ET-06", count=blue)
    if (count := sum(lot.count for lot in manifest.cards)) > _MOST_CARDS:
        raise Refused("parts-too-many-cards", "ET-A01", count=count, most=_MOST_CARDS)


def _check_value(row: int, lot: Lot) -> None:
    if lot.kind not in _LETTER:
        if lot.value is not None:
            raise Refused("parts-value-needless", "ET-A01", row=row, card=lot.kind, value=lot.value)
        return
    if (value := lot.value) is None:
        raise Refused("parts-value-missing", "ET-A01", row=row, card=lot.kind)
    if lot.kind == "ball" and not 1 <= value <= LARGEST_BALL:
        raise Refused("parts-ball-out-of-range", "ET-A01", row=row, value=value, least=1, most=LARGEST_BALL)
    if lot.kind != "ball" and not 0 <= value < STOREYS:
        raise Refused("parts-floor-out-of-range", "ET-A01", row=row, value=value, least=0, most=STOREYS - 1)


def _check_marks(row: int, lot: Lot) -> None:
    if "blue" in lot.marks and lot.kind in ("floor", "night"):
        raise Refused("parts-blue-not-a-ball", "ET-06", row=row, card=name(lot))
    if "red" in lot.marks:
        return
    if lot.kind == "night":
        raise Refused("parts-night-not-red", "ET-52", row=row, card=name(lot))
    if lot.kind == "ball" and (lot.value or 0) > 3:
        raise Refused("parts-ball-not-red", "ET-50", row=row, card=name(lot))


def name(lot: Lot) -> Card:
    """How the cards of this lot are called on the wire."""
    return f"{_LETTER[lot.kind]}{lot.value}" if lot.kind in _LETTER else lot.kind.upper()


def box(manifest: Manifest | None, variant: Variant) -> tuple[Card, ...]:
    """The cards of this variant, by name."""
    return tuple(sorted(_chosen(manifest or SHIPPED, variant)))


def _chosen(manifest: Manifest, variant: Variant) -> Iterator[Card]:
    for lot in manifest.cards:
        if _takes_part(lot, variant):
            yield from (name(lot),) * lot.count


def _takes_part(lot: Lot, variant: Variant) -> bool:
    match variant:
        case "full":  # ET-06
            return "blue" not in lot.marks
        case "medium":  # ET-51, ET-A36
            return "red" not in lot.marks
        case "beginner":  # ET-61
            return lot.kind == "floor"


def _shipped(file: str) -> str:
    return folder_of(__package__).joinpath(file).read_text("utf-8")


SHIPPED: Final = load(_shipped("parts.toml"))
NUMBERS: Final = msgspec.convert(tomllib.loads(_shipped("numbers.toml")), Numbers, strict=False)
