"""Turning untrusted data into words: bad data is refused with a reason, never with a traceback."""

import re
from typing import Any, TypeVar

import msgspec

from igroteka.core.allowed import fields_at, values_at
from igroteka.core.refused import Refused

T = TypeVar("T")

_AT = re.compile(r" - at `(?P<at>.*)`$")
_SHAPES = (
    (re.compile(r"^Invalid value (?P<value>'.*') - at `\$\.kind`$", re.S), "unknown-kind"),
    (re.compile(r"^Object missing required field `kind`"), "missing-kind"),
    (re.compile(r"^Object missing required field `(?P<field>.*?)`"), "missing-field"),
    (re.compile(r"^Object contains unknown field `(?P<field>.*?)`", re.S), "unknown-field"),
    (re.compile(r"^Expected (?P<expected>.*?), got (?P<got>.*?)(?: - at|$)"), "wrong-type"),
    (re.compile(r"^Expected (?P<expected>.*?)(?: - at `|$)"), "wrong-value"),
    (re.compile(r"^Invalid (?P<expected>.*?)(?: - at|$)"), "wrong-value"),
)
_LONGEST_ECHO = 60


def read_json(data: bytes | str, kind: Any) -> Any:
    """The JSON text as a value of type `kind`, or Refused."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise _refusal(error, kind, _plain(data)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError):
        raise Refused("not-json") from None


def read(data: object, kind: type[T], strict: bool = True) -> T:
    """Plain data (from YAML, TOML or JSON) as a value of type `kind`, or Refused.

    Not strict, for words that people typed: the text "2" may then be the number 2.
    """
    try:
        return msgspec.convert(data, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise _refusal(error, kind, data) from None
    except (UnicodeError, RecursionError):  # half a character, as a command line may hold
        raise Refused("not-json") from None


def _bare(said: str) -> str:
    """A word of msgspec's without its own quotes."""
    quoted = len(said) > 1 and said[0] == said[-1] and said[0] in "`'"
    return said[1:-1] if quoted else said.replace("`", "")


def _plain(data: bytes | str) -> Any:
    """The text without any type; None where it cannot be read as a whole."""
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError):
        return None


def _refusal(error: msgspec.ValidationError, kind: Any, data: Any) -> Refused:
    """What is wrong, where, and what could stand there instead, as far as that can be listed."""
    message = str(error)
    place = _AT.search(message)
    at = place["at"] if place else "$"
    where = {"at": at.removeprefix("$").removeprefix(".")} if place else {}
    reason, said = _shape(message)
    if reason in ("wrong-type", "wrong-value") and (values := values_at(kind, data, at)):
        return Refused("not-one-of", None, possible=values, **where)
    if reason == "unknown-field":
        said["possible"] = fields_at(kind, data, at)
    return Refused(reason, None, **said, **where)


def _shape(message: str) -> tuple[str, dict[str, str]]:
    """The reason behind what msgspec says, and the parameters that it names."""
    for shape, reason in _SHAPES:
        if found := shape.match(message):
            return reason, {name: _bare(value)[:_LONGEST_ECHO] for name, value in found.groupdict().items()}
    return "wrong-value", {"expected": _AT.sub("", message)[:_LONGEST_ECHO]}
