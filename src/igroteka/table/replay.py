"""A recorded game decided again from its intents alone, until something differs."""

from typing import Any, Final

from igroteka.core import AnyGame, Refused, Seeded, read
from igroteka.table.canonical import canonical, plain
from igroteka.table.record import Record, Written, seed_of_row

_LONGEST: Final = 200


class Differs(Exception):  # noqa: N818 - it is what was found, not a fault
    """Something in a record is not what it should be; `says` is a text key."""

    def __init__(self, says: str, refused: Refused | None = None, **parameters: Any) -> None:
        super().__init__(says, parameters)
        self.says = says
        self.refusal = refused.told() if refused else None
        self.parameters = parameters


def decided_again(record: Record, game: AnyGame, own: bytes) -> Any:
    """The state after all rows, every one decided anew; Differs at the first that is not as written."""
    try:
        state = game.start(record.seats, read(record.options, game.Options))
    except Refused as refused:
        raise Differs("check_table_refused", refused) from None
    for number, row in enumerate(record.rows, 1):
        seed = seed_of_row(record.source, own, number)
        for event in _decided(game, state, row, Seeded(seed).row(number), number):
            state = game.evolve(state, event)
    return state


def _decided(game: AnyGame, state: Any, row: Written, chance: Seeded, number: int) -> tuple[Any, ...]:
    """The events of one row, or Differs; an intent has to stand in its canonical form."""
    try:
        intent = read(row.intent, game.Intent)
        events: tuple[Any, ...] = game.decide(state, row.seat, intent, chance)
    except Refused as refused:
        raise Differs("check_rows_refused", refused, number=number) from None
    found = game.canonical(state, intent)
    if canonical(found) != canonical(row.intent):
        raise Differs("check_rows_intent", number=number, **difference("intent", row.intent, found))
    if canonical(events) != canonical(row.events):
        raise Differs("check_rows_differ", number=number, **difference("events", row.events, events))
    return events


def difference(place: str, written: Any, found: Any) -> dict[str, Any]:
    """The first place where the two are not the same, and what stands there, short enough for a line."""
    one, other = plain(written), plain(found)
    while (key := _first_key(one, other)) is not None:
        place, one, other = f"{place}.{key}", _at(one, key), _at(other, key)
    return {"place": place, "written": _short(one), "found": _short(other)}


def _first_key(one: Any, other: Any) -> Any:
    """Where to look closer: None where the two have nothing in common, or no parts."""
    if isinstance(one, dict) and isinstance(other, dict):
        keys: Any = sorted({*one, *other})
    elif isinstance(one, list) and isinstance(other, list):
        keys = range(max(len(one), len(other)))
    else:
        return None
    return next((key for key in keys if canonical(_at(one, key)) != canonical(_at(other, key))), None)


def _at(value: Any, key: Any) -> Any:
    """The part of that name or number; None where one side has no such part."""
    if isinstance(value, dict):
        return value.get(key)
    return value[key] if key < len(value) else None


def _short(value: Any) -> str:
    text = canonical(value).decode()
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
