"""Python's WebAssembly in two halves: what a game needs from the start, and the rest.

Both halves have the same functions under the same numbers. A function that lies in the other half is a stub
here, which calls it through a table that both share, the bridge. A stub of the first half fetches the second
one if it is not there yet. So nothing is left out, and nothing has to be rewritten within a function.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import wasm
from instructions import CALL, said
from memory import Memory
from wasm import (
    CODE,
    COUNT,
    DATA,
    ELEMENT,
    END,
    EXPORT,
    FUNC_KIND,
    FUNCTION,
    GLOBAL,
    GLOBAL_KIND,
    IMPORT,
    MEMORY_KIND,
    TABLE,
    TABLE_KIND,
    TAG_KIND,
    TYPE,
    Export,
    Module,
    sized,
    vector,
    written,
    written_signed,
)

FIRST: Final = "first"
"""Under this name the second half imports what the first one exports for it."""
_NOTHING: Final = b"\0\0" + END
"""A body that is never reached: `unreachable`."""
_TAG_SECTION, _TABLES, _TAGS = 13, 3, 2


@dataclass(frozen=True)
class Halves:
    """`hot` are the functions of the first half, counted without imports; `wanted` names its exports."""

    module: Module
    hot: frozenset[int]
    wanted: frozenset[str]

    # What both know -----------------------------------------------------------------------------------

    @cached_property
    def bodies(self) -> list[bytes]:
        return self.module.bodies()

    @cached_property
    def imported(self) -> int:
        """Functions that are imported; those that are defined are numbered after them."""
        return sum(one.kind == FUNC_KIND for one in self.module.imports())

    @cached_property
    def globals(self) -> int:
        return sum(one.kind == GLOBAL_KIND for one in self.module.imports())

    @cached_property
    def exports(self) -> list[Export]:
        return [one for one in self.module.exports() if one.name in self.wanted]

    @cached_property
    def across(self) -> tuple[list[int], list[int]]:
        """Functions of the second half that the first one may call, and the other way round."""
        calls: tuple[set[int], set[int]] = (set(), set())
        for index, body in enumerate(self.bodies):
            calls[index not in self.hot].update(
                value - self.imported for what, value in said(body) if what == CALL
            )
        named = {one.index - self.imported for one in self.exports if one.kind == FUNC_KIND}
        held = {index - self.imported for index in self.module.elements()}
        cold = {index for index in calls[0] | named | held if index >= 0} - self.hot
        return sorted(cold), sorted(calls[1] & self.hot)

    @cached_property
    def places(self) -> dict[int, int]:
        """Where on the bridge a function stands: first the second half's, then the first's."""
        cold, hot = self.across
        return {index: place for place, index in enumerate((*cold, *hot))}

    @property
    def loader(self) -> int:
        """The place of the function that fetches the second half."""
        return len(self.places)

    # The halves ---------------------------------------------------------------------------------------

    def first(self, memory: Memory) -> bytes:
        kinds = self.module.types()
        empty = kinds.index(b"-")
        here = written(self.globals + len(self.module.globals()))
        load = b"\x23" + here + b"\x45\x04\x40\x41" + written_signed(self.loader)
        load += b"\x11" + written(empty) + written(_TABLES) + END
        code = [
            body if index in self.hot else self._stub(index, kinds, load)
            for index, body in enumerate(self.bodies)
        ]
        kept = memory.hot()
        return self.module.with_sections(
            {
                TABLE: wasm.more(self.module.section(TABLE), [b"\x70\0" + written(self.loader + 1)]),
                GLOBAL: wasm.more(self.module.section(GLOBAL), [b"\x7f\1\x41\0" + END]),
                EXPORT: vector([one.written() for one in (*self.exports, *self._shared())]),
                ELEMENT: wasm.more(self.module.section(ELEMENT), [self._held(1)]),
                CODE: vector([sized(body) for body in code]),
                DATA: vector(kept),
                COUNT: written(len(kept)),
            }
        )

    def second(self, memory: Memory) -> bytes:
        kinds = self.module.types()
        code = [
            self._stub(index, kinds, b"") if index in self.hot else body
            for index, body in enumerate(self.bodies)
        ]
        imports = [one.written for one in self.module.imports()]
        return wasm.module(
            [
                (TYPE, self.module.section(TYPE)),
                (IMPORT, vector(imports + [self._asked(one) for one in self._shared()[:-1]])),
                (FUNCTION, self.module.section(FUNCTION)),
                (ELEMENT, vector([self._held(0)])),
                (CODE, vector([sized(body) for body in code])),
                (DATA, vector(memory.cold())),
            ]
        )

    def _stub(self, index: int, kinds: list[bytes], load: bytes) -> bytes:
        """A function of the other half, called through the bridge; nothing if nobody here calls it."""
        if index not in self.places:
            return _NOTHING
        kind = self._kinds[index]
        given = kinds[kind].index(b"-")
        passed = b"".join(b"\x20" + written(number) for number in range(given))
        call = b"\x41" + written_signed(self.places[index]) + b"\x11" + written(kind) + written(_TABLES)
        return b"\0" + load + passed + call + END

    @cached_property
    def _kinds(self) -> list[int]:
        return self.module.functions()

    def _held(self, side: int) -> bytes:
        """The segment that puts one half's functions on the bridge."""
        offset = len(self.across[0]) if side else 0
        held = vector([written(self.imported + index) for index in self.across[side]])
        return b"\2" + written(_TABLES) + b"\x41" + written_signed(offset) + END + b"\0" + held

    def _shared(self) -> list[Export]:
        """What the second half imports from the first, and at last whether it has come."""
        changing = [n for n, (changes, _) in enumerate(self.module.globals()) if changes]
        assert changing == list(range(len(changing))), "globals that change come first"
        return [
            Export("/memory", MEMORY_KIND, 0),
            *(Export(f"/table{number}", TABLE_KIND, number) for number in range(_TABLES + 1)),
            *(Export(f"/tag{number}", TAG_KIND, number) for number in range(_TAGS)),
            *(Export(f"/global{number}", GLOBAL_KIND, self.globals + number) for number in changing),
            Export("/here", GLOBAL_KIND, self.globals + len(self.module.globals())),
        ]

    def _asked(self, one: Export) -> bytes:
        """The import that matches an export of the first half."""
        return sized(FIRST.encode()) + sized(one.name.encode()) + bytes([one.kind]) + self._kind(one)

    def _kind(self, one: Export) -> bytes:
        if one.kind == GLOBAL_KIND:
            return b"\x7f\1"
        section = {MEMORY_KIND: 5, TABLE_KIND: TABLE, TAG_KIND: _TAG_SECTION}[one.kind]
        if one.kind == TABLE_KIND and one.index == _TABLES:
            return b"\x70\0" + written(self.loader + 1)
        return _items(self.module.section(section))[one.index]


def _items(section: bytes) -> list[bytes]:
    """Memories, tables or tags as they are written: a byte or two, a lower and perhaps an upper bound."""
    count, at = wasm.number(section, 0)
    found = []
    for _ in range(count):
        begin = at
        is_table = section[at] in (0x6F, 0x70)
        bounded = section[at + is_table] & 1
        at = wasm.after_number(section, at + is_table + 1)
        at = wasm.after_number(section, at) if bounded else at
        found.append(section[begin:at])
    return found
