"""What lies in Python's memory at the start: large tables that no hot function looks at, and the rest.

Tables of East Asian encodings and the names of all characters are a third of it. Whatever a hot function
names by its address counts as looked at, and whatever such a thing points to; generously, with what lies
around it, since a compiler may name a thing by an address beside it. Of the rest only long tables are cut out
that hold no addresses: nothing of Python's own objects, and nothing that is written to.
"""

import struct
from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from instructions import CONSTANT, said
from wasm import END, Module, sized, written_signed

_BEFORE, _AFTER = 64, 4096
"""Bytes around a thing that count as its own."""
_LEAST: Final = 8192
"""A shorter table is not worth cutting out."""
_GAP: Final = 16
_MARSHALLED, _LONGEST = b"c\0\0\0\0", 1 << 18
"""How the code of a module begins, and how long it is at most."""
_SMALL, _MINUS = 1 << 16, (1 << 32) - (1 << 16)


@dataclass(frozen=True)
class Memory:
    module: Module
    hot_functions: frozenset[int]

    @cached_property
    def image(self) -> bytes:
        segments = list(self.module.data())
        image = bytearray(max(address + len(data) for address, data in segments))
        for address, data in segments:
            image[address : address + len(data)] = data
        return bytes(image)

    @cached_property
    def lowest(self) -> int:
        return min(address for address, _ in self.module.data())

    def hot(self) -> list[bytes]:
        """Segments of the first half."""
        bounds = [self.lowest, *(bound for stretch in self.stretches for bound in stretch), len(self.image)]
        return [one for low, high in list(pairwise(bounds))[::2] for one in self._segments(low, high)]

    def cold(self) -> list[bytes]:
        """Segments of the second half."""
        return [one for low, high in self.stretches for one in self._segments(low, high)]

    @cached_property
    def stretches(self) -> list[tuple[int, int]]:
        """Tables that no hot function looks at: from, to."""
        free: list[tuple[int, int]] = []
        end = self.lowest
        for low, high in sorted(self._looked_at()):
            if low - end >= _LEAST and self._is_table(end, low):
                free.append((end, low))
            end = max(end, high)
        return free

    def _is_table(self, low: int, high: int) -> bool:
        """Numbers or texts: next to no addresses, not mostly zeros."""
        addresses = sum(map(self._is_address, self._words[-(-low // 4) : high // 4]))
        return addresses * 4000 < high - low and self.image.count(0, low, high) * 2 < high - low

    def _looked_at(self) -> list[tuple[int, int]]:
        follow = dict(pairwise((*self._things, len(self.image))))
        return [(thing - _BEFORE, follow[thing] + _AFTER) for thing in self._reached()]

    def _is_address(self, value: int) -> bool:
        return self.lowest <= value < len(self.image)

    @cached_property
    def _named(self) -> tuple[set[int], set[int]]:
        """Addresses that hot functions name, or the module's globals; and those that others name."""
        exported = {value for _, value in self.module.globals() if self._is_address(value)}
        named: tuple[set[int], set[int]] = (exported, set())
        for index, body in enumerate(self.module.bodies()):
            found = named[index not in self.hot_functions]
            found |= {value for what, value in said(body) if what == CONSTANT and self._is_address(value)}
        return named

    @cached_property
    def _words(self) -> list[int]:
        return [word for (word,) in struct.iter_unpack("<I", self.image[: len(self.image) // 4 * 4])]

    @cached_property
    def _pointers(self) -> list[tuple[int, int]]:
        """Every aligned word that may be an address: where it lies, and the address."""
        bytecode = self._bytecode()
        return [
            (place * 4, word)
            for place, word in enumerate(self._words)
            if self._is_address(word) and not bytecode[place * 4] and not self._is_chance(place)
        ]

    def _is_chance(self, place: int) -> bool:
        """A word that only looks like an address: at the end of a text, or among numbers of a table."""
        before, after = self._words[place - 1], self._words[min(place + 1, len(self._words) - 1)]
        is_text = all(32 <= byte < 127 for byte in before.to_bytes(4))
        return is_text or (self._is_odd(before) and self._is_odd(after))

    def _is_odd(self, word: int) -> bool:
        """Neither an address nor a small number, as the other fields of a struct are."""
        return _SMALL <= word < _MINUS and not self._is_address(word)

    def _bytecode(self) -> bytearray:
        """Where the modules lie that are built into Python, which point nowhere."""
        marked = bytearray(len(self.image))
        for code, size in pairwise(self._words):
            if self._is_address(code) and self.image.startswith(_MARSHALLED, code) and 64 < size <= _LONGEST:
                marked[code : code + size] = b"\1" * size
        return marked[: len(self.image)]

    @cached_property
    def _things(self) -> list[int]:
        """Addresses at which things begin: all that anything names."""
        return sorted({self.lowest, *self._named[0], *self._named[1], *(word for _, word in self._pointers)})

    def _thing_at(self, address: int) -> int:
        return self._things[bisect_right(self._things, address) - 1]

    def _reached(self) -> set[int]:
        points: dict[int, list[int]] = defaultdict(list)
        for place, word in self._pointers:
            if place >= self.lowest:
                points[self._thing_at(place)].append(word)
        reached: set[int] = set()
        waiting = list(self._named[0])
        while waiting:
            thing = self._thing_at(waiting.pop())
            if thing not in reached:
                reached.add(thing)
                waiting += points[thing]
        return reached

    def _segments(self, low: int, high: int) -> list[bytes]:
        """The bytes between two addresses, without long runs of zeros."""
        found = []
        while low < high:
            zeros = self.image.find(bytes(_GAP), low, high)
            end = high if zeros < 0 else zeros
            if low < end:
                found.append(b"\0\x41" + written_signed(low) + END + sized(self.image[low:end]))
            low = end
            while low < high and not self.image[low]:
                low += 1
        return found


class Spoilt(Memory):
    """Rubbish in place of what was cut out: whoever looks there too early will show."""

    def hot(self) -> list[bytes]:
        return [*super().hot(), *(self._rubbish(low, high) for low, high in self.stretches)]

    def _rubbish(self, low: int, high: int) -> bytes:
        spoilt = bytes(byte ^ 0xA5 for byte in self.image[low:high])
        return b"\0\x41" + written_signed(low) + END + sized(spoilt)


class Whole(Memory):
    """Nothing is cut out."""

    @property
    def stretches(self) -> list[tuple[int, int]]:
        return []
