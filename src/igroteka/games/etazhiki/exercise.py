"""A table to practise one sum at: exactly one floor of the first hand fits, and it is the answer."""

import re
from typing import Any, Final

from igroteka.core import Chance
from igroteka.games.etazhiki.cards import STOREYS, Card, fitting, neighbours
from igroteka.games.etazhiki.options import Options, is_beginner

_SKILL: Final = re.compile(r"(\d)([+-])(\d)")
_HAND: Final = 5
_LEFT: Final = 8
"""Cards in the deck, and three in the other hand: nobody will need them."""


def exercise(options: Options, skill: str, chance: Chance) -> dict[str, Any] | None:
    """A sum such as `6+4` (ET-21, ET-30), or `6+1` of beginners (ET-65); None for what is no sum."""
    found = _SKILL.fullmatch(skill)
    if not found or found[3] == "0" or (is_beginner(options) and found[3] != "1"):
        return None
    floor, step = int(found[1]), int(found[3]) * (1 if found[2] == "+" else -1)
    answer = (floor + step) % STOREYS
    other = _other_pile(floor, answer, chance) if is_beginner(options) else None
    fits = _fits(floor, abs(step), other)
    return {
        "hands": [_hand(answer, fits, chance), ["F0", "F5", "F9"]],
        "floors": [f"F{floor}"] if other is None else [[f"F{floor}"], [f"F{other}"]],
        "balls": [] if other is not None else [f"B{abs(step)}"],
        "deck": [f"F{number}" for number in chance.shuffled(range(STOREYS))[:_LEFT]],
    }


def _fits(floor: int, ball: int, other: int | None) -> frozenset[int]:
    if other is not None:
        return neighbours(floor) | neighbours(other)
    return fitting(floor, f"B{ball}", strict=False)


def _other_pile(floor: int, answer: int, chance: Chance) -> int:
    """A second open floor on which the answer does not fit."""
    return chance.pick([one for one in range(STOREYS) if one != floor and answer not in neighbours(one)])


def _hand(answer: int, fits: frozenset[int], chance: Chance) -> list[Card]:
    """The answer among floors that do not fit, first of all those beside it: they are the usual slips."""
    rest = sorted(
        chance.shuffled(set(range(STOREYS)) - fits),
        key=lambda one: min((one - answer) % STOREYS, (answer - one) % STOREYS),
    )
    return [f"F{number}" for number in chance.shuffled((answer, *rest[: _HAND - 1]))]
