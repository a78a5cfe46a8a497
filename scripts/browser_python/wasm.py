"""WebAssembly modules: read into sections, functions and data, and written again."""

from collections.abc import Iterator
from typing import Final, NamedTuple

TYPE, IMPORT, FUNCTION, TABLE, GLOBAL, EXPORT, ELEMENT, CODE, DATA, COUNT = 1, 2, 3, 4, 6, 7, 9, 10, 11, 12
"""Ids of sections."""
FUNC_KIND, TABLE_KIND, MEMORY_KIND, GLOBAL_KIND, TAG_KIND = range(5)
"""Kinds of imports and exports."""
MAGIC: Final = b"\0asm\1\0\0\0"
END: Final = b"\x0b"


# Numbers ----------------------------------------------------------------------------------------------


def number(data: bytes, at: int) -> tuple[int, int]:
    """An unsigned LEB128 number, and where the next thing begins."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def signed(data: bytes, at: int) -> tuple[int, int]:
    value, after = number(data, at)
    return (value - (1 << 7 * (after - at)) if data[after - 1] & 64 else value), after


def after_number(data: bytes, at: int) -> int:
    while data[at] > 127:
        at += 1
    return at + 1


def written(value: int) -> bytes:
    """An unsigned number."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes((*out, value))


def written_signed(value: int) -> bytes:
    out = bytearray()
    while not -64 <= value < 64:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes((*out, value & 127))


def vector(items: list[bytes]) -> bytes:
    return written(len(items)) + b"".join(items)


def sized(data: bytes) -> bytes:
    return written(len(data)) + data


def more(section: bytes, items: list[bytes]) -> bytes:
    """A section with items added behind its own."""
    count, at = number(section, 0)
    return written(count + len(items)) + section[at:] + b"".join(items)


# Modules ----------------------------------------------------------------------------------------------


class Import(NamedTuple):
    module: str
    name: str
    kind: int
    written: bytes


class Export(NamedTuple):
    name: str
    kind: int
    index: int

    def written(self) -> bytes:
        return sized(self.name.encode()) + bytes([self.kind]) + written(self.index)


class Module:
    """The sections of a module in their order; custom ones have the id 0."""

    def __init__(self, data: bytes) -> None:
        self.sections: list[tuple[int, bytes]] = []
        at = len(MAGIC)
        while at < len(data):
            size, begin = number(data, at + 1)
            self.sections.append((data[at], data[begin : begin + size]))
            at = begin + size
        self._found = dict(self.sections)

    def section(self, id: int) -> bytes:
        return self._found[id]

    def with_sections(self, changed: dict[int, bytes]) -> bytes:
        """The module written with other content in some sections."""
        return module([(id, changed.get(id, data)) for id, data in self.sections])

    def types(self) -> list[bytes]:
        """The parameters of every type of function, a byte each; then a dash and its results."""
        data = self.section(TYPE)
        count, at = number(data, 0)
        found = []
        for _ in range(count):
            taken, begin = number(data, at + 1)
            given, after = number(data, begin + taken)
            found.append(data[begin : begin + taken] + b"-" + data[after : after + given])
            at = after + given
        return found

    def imports(self) -> list[Import]:
        """Functions and globals: a main module of Emscripten imports nothing else."""
        data = self.section(IMPORT)
        count, at = number(data, 0)
        found = []
        for _ in range(count):
            begin = at
            module, at = _text(data, at)
            name, at = _text(data, at)
            kind = data[at]
            assert kind in (FUNC_KIND, GLOBAL_KIND), f"{module}.{name} is of kind {kind}"
            at = after_number(data, at + 1) if kind == FUNC_KIND else at + 3
            found.append(Import(module, name, kind, data[begin:at]))
        return found

    def exports(self) -> list[Export]:
        data = self.section(EXPORT)
        count, at = number(data, 0)
        found = []
        for _ in range(count):
            name, at = _text(data, at)
            index, after = number(data, at + 1)
            found.append(Export(name, data[at], index))
            at = after
        return found

    def functions(self) -> list[int]:
        """The type of every function that is defined here."""
        data = self.section(FUNCTION)
        count, at = number(data, 0)
        found = []
        for _ in range(count):
            kind, at = number(data, at)
            found.append(kind)
        return found

    def bodies(self) -> list[bytes]:
        data = self.section(CODE)
        count, at = number(data, 0)
        found = []
        for _ in range(count):
            size, begin = number(data, at)
            at = begin + size
            found.append(data[begin:at])
        return found

    def elements(self) -> list[int]:
        """The functions that the table holds at the start."""
        data = self.section(ELEMENT)
        assert data[:3] == b"\1\0\x41", "one active segment"
        count, at = number(data, after_number(data, 3) + 1)
        found = []
        for _ in range(count):
            index, at = number(data, at)
            found.append(index)
        return found

    def data(self) -> Iterator[tuple[int, bytes]]:
        """What lies in memory at the start, with its address."""
        data = self.section(DATA)
        count, at = number(data, 0)
        for _ in range(count):
            assert data[at : at + 2] == b"\0\x41", "an active segment at a constant"
            address, at = signed(data, at + 2)
            size, begin = number(data, at + 1)
            at = begin + size
            yield address, data[begin:at]

    def globals(self) -> list[tuple[bool, int]]:
        """Whether it changes, and its value, of every global that is defined here."""
        data = self.section(GLOBAL)
        count, at = number(data, 0)
        found = []
        for _ in range(count):
            assert data[at] == 0x7F, "a global of i32"
            assert data[at + 2] == 0x41, "a constant"
            value, after = signed(data, at + 3)
            found.append((data[at + 1] == 1, value))
            at = after + 1
        return found


def module(sections: list[tuple[int, bytes]]) -> bytes:
    return MAGIC + b"".join(bytes([id]) + sized(data) for id, data in sections)


def _text(data: bytes, at: int) -> tuple[str, int]:
    size, begin = number(data, at)
    return data[begin : begin + size].decode(), begin + size
