"""What the body of a function says: whom it calls, and which constants it may use as addresses."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from wasm import after_number, number, signed

CALL, CONSTANT = "call", "constant"
"""A function that is called by its index; a constant, or the offset of a load or store."""

_BLOCKS: Final = {0x02, 0x03, 0x04, 0x06}
_INDEXED: Final = {0x07, 0x08, 0x09, 0x0C, 0x0D, 0x18, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0xD0}
_PLAIN: Final = {0x00, 0x01, 0x05, 0x0A, 0x0B, 0x0F, 0x19, 0x1A, 0x1B, 0xD1, *range(0x45, 0xC5)}
_ON_MEMORY: Final = range(0x28, 0x3F)
"""Loads, then stores, from 0x36 on."""
_COPY, _FILL, _STORE_VECTOR = 10, 11, 11
_FIXED: Final = {0x3F: 1, 0x40: 1, 0x43: 4, 0x44: 8}
_MISC: Final = {8: 2, 9: 1, 10: 2, 11: 1, 12: 2, 13: 1, 14: 2, 15: 1, 16: 1, 17: 1}
"""How many indices follow the instructions that begin with 0xfc; none follow the others."""
_VALUES: Final = {0x40, 0x6F, 0x70, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F}


def first(body: bytes) -> int:
    """Where the instructions begin, after the locals."""
    count, at = number(body, 0)
    for _ in range(count):
        at = after_number(body, at) + 1
    return at


def said(body: bytes) -> Iterator[tuple[str, int]]:
    """Calls and constants of a body; ValueError where an instruction is not known."""
    for _, code, value, _ in _walked(body):
        if value is not None:
            yield (CALL if code == 0x10 else CONSTANT), value


class Touch(NamedTuple):
    """An instruction that reads or writes memory, and where in the body it stands."""

    at: int
    code: int
    kind: int
    offset: int

    @property
    def is_range(self) -> bool:
        return self.code == 0xFC

    @property
    def is_copy(self) -> bool:
        return self.kind == _COPY

    @property
    def is_store(self) -> bool:
        return 0x36 <= self.code <= 0x3E or (self.code == 0xFD and self.kind == _STORE_VECTOR)


def touches(body: bytes) -> Iterator[Touch]:
    """Loads, stores, copies and fills; without those of single lanes of a vector."""
    for at, code, value, kind in _walked(body):
        if code in _ON_MEMORY or (code == 0xFC and kind in (_COPY, _FILL)):
            yield Touch(at, code, kind, value or 0)
        elif code == 0xFD and value is not None and not 84 <= kind <= 91:
            yield Touch(at, code, kind, value)


def _walked(body: bytes) -> Iterator[tuple[int, int, int | None, int]]:
    """Of every instruction: where it is, its code, a constant, offset or function in it, a second code."""
    at, end = first(body), len(body)
    while at < end:
        begin, code, value, kind = at, body[at], None, 0
        at += 1
        if code == 0x41:
            value, at = signed(body, at)
        elif code in _ON_MEMORY:
            value, at = _offset(body, at)
        elif code == 0x10:
            value, at = number(body, at)
        elif code not in _PLAIN:
            kind = number(body, at)[0] if code in (0xFC, 0xFD) else 0
            at, value = _other(body, code, at)
        yield begin, code, value, kind


def _offset(body: bytes, at: int) -> tuple[int, int]:
    align, at = number(body, at)
    return number(body, after_number(body, at) if align & 64 else at)


def _other(body: bytes, code: int, at: int) -> tuple[int, int | None]:
    """After a rarer instruction, with the offset in it if it has one."""
    if code in _INDEXED or code == 0x42:
        return after_number(body, at), None
    if code in _BLOCKS:
        return _after_block_type(body, at), None
    if code in _FIXED:
        return at + _FIXED[code], None
    if code == 0x11:
        return after_number(body, after_number(body, at)), None
    if code == 0x0E:
        count, at = number(body, at)
        return _after_numbers(body, at, count + 1), None
    if code == 0x1C:
        count, at = number(body, at)
        return at + count, None
    if code == 0xFC:
        kind, at = number(body, at)
        return _after_numbers(body, at, _MISC.get(kind, 0)), None
    if code == 0xFD:
        return _vector(body, *number(body, at))
    raise ValueError(f"an unknown instruction, {code:#x}")


def _after_block_type(body: bytes, at: int) -> int:
    return at + 1 if body[at] in _VALUES else after_number(body, at)


def _after_numbers(body: bytes, at: int, count: int) -> int:
    for _ in range(count):
        at = after_number(body, at)
    return at


def _vector(body: bytes, kind: int, at: int) -> tuple[int, int | None]:
    """Of an instruction on 128 bits."""
    if kind <= 11 or 84 <= kind <= 93:
        offset, at = _offset(body, at)
        return (at + 1 if 84 <= kind <= 91 else at), offset
    if kind in (12, 13):
        return at + 16, None
    return (at + 1 if 21 <= kind <= 34 else at), None
