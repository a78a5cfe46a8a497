"""A thing of a view in words: a struct is its parts, and what the texts say of it (`trick.each`)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from igroteka.cli.speech import Speech
from igroteka.games.things import EACH


class Told(NamedTuple):
    """The parts that are shown, and the line beside them."""

    parts: tuple[str | None, ...]
    said: str


def told(zone: str, fields: Mapping[str, Any], speech: Speech) -> Told:
    """Texts that the line does not name are parts."""
    key = _key(zone, fields, speech)
    parts = {name: value for name, value in fields.items() if _are_parts(value)}
    if key is None:
        rest = {n: v for n, v in fields.items() if n not in parts and v is not None and type(v) is not bool}
        return Told(_flat(parts), ", ".join(speech.value(name, value) for name, value in rest.items()))
    said = speech.say("zones", key, fields)
    shown = {n: v for n, v in parts.items() if speech.say("zones", key, {**fields, n: "?"}) == said}
    return Told(_flat(shown), said)


def _key(zone: str, fields: Mapping[str, Any], speech: Speech) -> str | None:
    """`trick.each-hidden` where a field is not told, else `trick.each`; None if the texts have neither."""
    hidden = [f"{zone}{EACH}-hidden"] if None in fields.values() else []
    return next((key for key in (*hidden, f"{zone}{EACH}") if key in speech.keys("zones")), None)


def _are_parts(value: Any) -> bool:
    return isinstance(value, str) or (
        isinstance(value, list | tuple) and all(isinstance(one, str | None) for one in value)
    )


def _flat(parts: Mapping[str, Any]) -> tuple[str | None, ...]:
    return tuple(one for value in parts.values() for one in ([value] if isinstance(value, str) else value))
