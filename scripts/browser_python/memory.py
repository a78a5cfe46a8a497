"""What lies in Python's memory at the start: what no first game looks at, and the rest.

Tables of East Asian encodings, the names of all characters and the types of modules that no table imports are
most of it. What stays is whatever was read or written when games were played (`find_hot.py`), whatever a hot
function names by its address, and whatever such a thing points to; with what lies around it, since a compiler
may name a thing by an address beside it.
"""

import struct
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from instructions import CONSTANT, said
from wasm import END, Module, sized, written_signed

LINE: Final = 64
"""Bytes of memory that are told of together."""
_AROUND: Final = 64
"""Bytes before and after a thing that count as its own."""
_LEAST: Final = 256
"""What is shorter is not worth cutting out."""
_GAP: Final = 16
_MARSHALLED, _LONGEST = b"c\0\0\0\0", 1 << 18
"""How the code of a module begins, and how long it is at most."""
_SMALL, _MINUS = 1 << 16, (1 << 32) - (1 << 16)


@dataclass(frozen=True)
class Memory:
    module: Module
    hot_functions: frozenset[int]
    touched: Collection[tuple[int, int]] = ()
    """Stretches of lines that a first game reads or writes: from, to."""

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
        """What no hot function looks at: from, to."""
        free: list[tuple[int, int]] = []
        end = self.lowest
        for low, high in sorted(self._looked_at()):
            if low - end >= _LEAST:
                free.append((end, low))
            end = max(end, high)
        return free

    def _looked_at(self) -> list[tuple[int, int]]:
        follow = dict(pairwise((*self._things, len(self.image))))
        reached = [(thing, follow[thing]) for thing in self._reached()]
        touched = [(begin * LINE, end * LINE) for begin, end in self.touched]
        return [(low - _AROUND, high + _AROUND) for low, high in (*reached, *touched)]

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
        for code, size in (*pairwise(self._words), *self._named_bytecode()):
            if self._is_address(code) and self.image.startswith(_MARSHALLED, code) and 64 < size <= _LONGEST:
                marked[code : code + size] = b"\1" * size
        return marked[: len(self.image)]

    def _named_bytecode(self) -> Iterator[tuple[int, int]]:
        """Code that a function names itself reaches as far as the next thing that one names."""
        for code, following in pairwise(sorted(self._named[0] | self._named[1])):
            yield code, following - code

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
