"""A Python that tells what it does: a function marks that it was entered, a load or store where it was."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import wasm
from instructions import Touch, first, touches
from memory import LINE
from wasm import END, Export, Module, number, written, written_signed

ENTERED, TOUCHED = "entered", "touched"
"""Names of two tables: null stands for what has happened."""
_GET, _SET, _TEE, _CALL, _CONST, _ADD = b"\x20", b"\x21", b"\x22", b"\x10", b"\x41", b"\x6a"
_NULL_TO: Final = b"\xd0\x70\x26"
_ASIDE: Final = b"\x7f\x7f\x7f\x7e\x7d\x7c\x7b"
"""Kinds of the locals that every body gets in addition, to put operands aside."""
_STORED: Final = {0x37: 0x7E, 0x38: 0x7D, 0x39: 0x7C, 0x3C: 0x7E, 0x3D: 0x7E, 0x3E: 0x7E, 0xFD: 0x7B}
"""What a store writes, where that is not i32."""


@dataclass(frozen=True)
class Marked:
    module: Module

    @cached_property
    def bodies(self) -> list[bytes]:
        return self.module.bodies()

    @cached_property
    def kinds(self) -> list[bytes]:
        return self.module.types()

    @cached_property
    def lines(self) -> int:
        return 1 + max(address + len(data) for address, data in self.module.data()) // LINE

    @cached_property
    def tables(self) -> int:
        return number(self.module.section(wasm.TABLE), 0)[0]

    @cached_property
    def touch(self) -> int:
        """The function that marks an address; the next one marks a range."""
        imported = sum(one.kind == wasm.FUNC_KIND for one in self.module.imports())
        return imported + len(self.bodies)

    def written(self) -> bytes:
        sizes = {ENTERED: len(self.bodies), TOUCHED: self.lines}
        exports = [
            Export(name, wasm.TABLE_KIND, self.tables + place).written() for place, name in enumerate(sizes)
        ]
        functions = [written(self.kinds.index(kind)) for kind in (b"\x7f-", b"\x7f\x7f-")]
        code = [self._marking(index, kind) for index, kind in enumerate(self.module.functions())]
        more = {
            wasm.FUNCTION: functions,
            wasm.TABLE: [b"\x70\0" + written(size) for size in sizes.values()],
            wasm.EXPORT: exports,
        }
        changed = {id: wasm.more(self.module.section(id), items) for id, items in more.items()}
        return self.module.with_sections(
            {
                **changed,
                wasm.CODE: wasm.vector([wasm.sized(body) for body in (*code, self._one(), self._many())]),
            }
        )

    def _one(self) -> bytes:
        """(address): marks its line, if it is one of what lies there from the start."""
        line = _GET + b"\0" + _CONST + written_signed(LINE.bit_length() - 1) + b"\x76" + _TEE + b"\0"
        is_ours = _CONST + written_signed(self.lines) + b"\x49\x04\x40"
        return b"\0" + line + is_ours + _GET + b"\0" + _NULL_TO + written(self.tables + 1) + END + END

    def _many(self) -> bytes:
        """(address, length)"""
        call = _CALL + written(self.touch)
        end = _GET + b"\0" + _GET + b"\1" + _ADD + _SET + b"\1"
        step = _GET + b"\0" + _CONST + written_signed(LINE) + _ADD + _TEE + b"\0"
        loop = b"\x03\x40" + _GET + b"\0" + call + step + _GET + b"\1\x49\x0d\0" + END
        return b"\0" + end + loop + _GET + b"\1" + _CONST + b"\1\x6b" + call + END

    def _marking(self, index: int, kind: int) -> bytes:
        body = self.bodies[index]
        groups, after = number(body, 0)
        at = first(body)
        free = self.kinds[kind].index(b"-") + _locals(body)
        out = [written(groups + len(_ASIDE)), body[after:at], *(b"\1%c" % kind for kind in _ASIDE)]
        out.append(_CONST + written_signed(index) + _NULL_TO + written(self.tables))
        for touch in touches(body):
            out += [body[at : touch.at], *self._telling(touch, free)]
            at = touch.at
        return b"".join((*out, body[at:]))

    def _telling(self, touch: Touch, free: int) -> Iterator[bytes]:
        """What comes before an instruction: its operands are put aside, told, and put back."""
        one, two, three = (written(free + number) for number in range(3))
        if touch.is_range:
            yield _SET + one + _SET + two + _TEE + three
            for begin in (three, two) if touch.is_copy else (three,):
                yield _GET + begin + _GET + one + _CALL + written(self.touch + 1)
            yield _GET + two + _GET + one
            return
        value = written(free + _ASIDE.index(_STORED.get(touch.code, 0x7F), 1))
        tell = _TEE + one + _GET + one + _CONST + written_signed(touch.offset) + _ADD
        tell += _CALL + written(self.touch)
        yield _SET + value + tell + _GET + value if touch.is_store else tell


def _locals(body: bytes) -> int:
    groups, at = number(body, 0)
    count = 0
    for _ in range(groups):
        many, after = number(body, at)
        count += many
        at = after + 1
    return count
