"""Canonical JSON: equal data has equal bytes, so that it can be hashed (docs/record.md)."""

import hashlib
from typing import Any, Final

import msgspec

from igroteka.core import Refused

_ENCODER: Final = msgspec.json.Encoder(order="sorted")


def canonical(value: Any) -> bytes:
    """UTF-8 without spaces, keys sorted, strings escaped no more than JSON asks for."""
    try:
        return _ENCODER.encode(value)
    except RecursionError:
        raise Refused("not-json") from None  # nested without end: nobody means that


def plain(value: Any) -> Any:
    """The value as the JSON of it would be read: dicts, lists, texts and numbers."""
    return msgspec.json.decode(canonical(value))


def sha256(value: Any) -> str:
    """Lowercase hex of the SHA-256 of the canonical JSON."""
    return hashlib.sha256(canonical(value)).hexdigest()
