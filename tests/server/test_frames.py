"""Texts that come in whole frames are read without the library's parser, and by it all the same."""

import os

import pytest
from websockets.frames import Frame, Opcode, apply_mask

from igroteka.server.connection.framing import are_whole, text_of

LONGEST = 65_535


def sent(data: bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    """As a client sends it, with a random mask."""
    return Frame(opcode, data, fin).serialize(mask=True)


@pytest.mark.parametrize("size", [0, 1, 5, 125, 126, 127, 128, 1000, 65_535])
def test_a_whole_text_is_read(size: int) -> None:
    text = "ж" * (size // 2) + "x" * (size % 2)
    assert text_of(sent(text.encode()), LONGEST) == text
    assert are_whole(sent(text.encode()))


@pytest.mark.parametrize("size", [2, 100, 200, 70_000])
def test_pieces_of_a_frame_are_left_to_the_parser(size: int) -> None:
    whole = sent(b"x" * size)
    for cut in {1, 2, 5, 7, len(whole) // 2, len(whole) - 1}:
        assert text_of(whole[:cut], LONGEST) is None
        assert not are_whole(whole[:cut])
        assert text_of(whole + whole[:cut], LONGEST) is None
        assert not are_whole(whole + whole[:cut])


@pytest.mark.parametrize("size", [124, 125, 126, 127])
def test_a_text_with_the_beginning_of_the_next_one_is_no_longer_text(size: int) -> None:
    """Two bytes more are as many as a longer head has; with this mask they would even be UTF-8."""
    mask, text = b"\x91\x92\x03\x04", b"{" + b"x" * (size - 2) + b"}"
    head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
    whole = head + mask + apply_mask(text, mask)
    assert text_of(whole, LONGEST) == text.decode()
    assert text_of(whole + whole[:2], LONGEST) is None
    assert not are_whole(whole + whole[:2])


def test_several_frames_are_left_to_the_parser_and_end_whole() -> None:
    several = sent(b"one") + sent(os.urandom(4), Opcode.PONG) + sent(b"x" * 300)
    assert text_of(several, LONGEST) is None
    assert are_whole(several)


@pytest.mark.parametrize(
    "frame",
    [
        sent(b"x", Opcode.BINARY),
        sent(b"x", Opcode.PING),
        sent(b"x", Opcode.CLOSE),
        sent(b"\xff\xfe"),
        b"\xc1\x81\0\0\0\0x",  # a reserved bit
        Frame(Opcode.TEXT, b"xyz").serialize(mask=False),
        b"\x81\xfe\x00\x05\0\0\0\0short",  # a length that should have been written in one byte
    ],
    ids=["binary", "ping", "close", "not-utf-8", "reserved-bit", "unmasked", "long-length"],
)
def test_all_but_texts_is_left_to_the_parser(frame: bytes) -> None:
    assert text_of(frame, LONGEST) is None


@pytest.mark.parametrize("opcode", [Opcode.TEXT, Opcode.CONT])
def test_after_a_fragment_everything_is_left_to_the_parser(opcode: Opcode) -> None:
    fragment = sent(b"half", opcode, fin=opcode is Opcode.CONT)
    assert text_of(fragment, LONGEST) is None
    assert not are_whole(fragment)
    assert not are_whole(sent(b"whole") + fragment)


def test_a_text_that_is_too_long_is_left_to_the_parser_which_refuses_it() -> None:
    assert text_of(sent(b"x" * 101), 100) is None
    assert text_of(sent(b"x" * 100), 100) == "x" * 100
    assert text_of(sent(b"x" * 65_536), LONGEST) is None
