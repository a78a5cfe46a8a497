"""A WebSocket frame as bytes (RFC 6455, 5.2): what goes out, and what needs no parser."""

from typing import Final

from websockets.frames import apply_mask  # type: ignore[attr-defined] # the compiled one, where there is one


def head_of(size: int) -> bytes:
    """The head of a whole text frame (RFC 6455, 5.2); a server does not mask."""
    if size < 126:
        return bytes((0x81, size))
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")


def text_of(data: bytes, longest: int) -> str | None:
    """The text of a client's frame (RFC 6455, 5.2), if this is a whole one and nothing else; else None."""
    least, size, head = 0, len(data) - 6, 2
    if size >= 126:
        least, size, head = 126, size - 2, 4
    if not least <= size <= longest or not data.startswith(_HEADS[size] if head == 2 else _long_head(size)):
        return None
    try:
        return apply_mask(data[head + 4 :], data[head : head + 4]).decode()
    except UnicodeDecodeError:
        return None


def _long_head(size: int) -> bytes:
    return b"\x81\xfe" + size.to_bytes(2, "big")


_HEADS: Final = tuple(bytes((0x81, 0x80 | size)) for size in range(126))
"""How a client's whole text frame begins, by its size."""


def are_whole(data: bytes) -> bool:
    """Whether this is a number of whole frames of a client, none of them a fragment."""
    at = 0
    while at + 2 <= len(data):
        size, head = data[at + 1] & 0x7F, 6
        if not data[at] & 0x80 or not data[at] & 0x0F:
            return False
        if size >= 126:
            head = 8 if size == 126 else 14
            size = int.from_bytes(data[at + 2 : at + head - 4], "big")
        at += head + size
    return at == len(data)
