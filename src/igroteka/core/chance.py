"""Chance: one documented stream of unbiased integers (docs/chance.md), the only randomness of a game."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from types import GeneratorType
from typing import Any, Final, Protocol, TypeVar

from igroteka.core.whole import whole

T = TypeVar("T")

_DOMAIN: Final = b"igroteka-chance/1"
_WORDS: Final = 2**32
_LAST_WORD: Final = _WORDS - 1


class Chance(Protocol):
    """Whoever may roll the dice."""

    def below(self, limit: int) -> int:
        """An integer from 0 up to, not including, `limit`; every one equally likely."""
        ...

    def shuffled(self, parts: Iterable[T]) -> tuple[T, ...]:
        """The parts in a random order; every order equally likely."""
        ...

    def pick(self, parts: Sequence[T]) -> T:
        """One of the parts."""
        ...


class Seeded:
    """The stream of a 32-byte seed; mutable, because a stream is read on.

    Every row of a log reads its own stream (`row`), so that a refused intent uses nothing up and
    whoever knows seed and number can decide that row again.
    """

    __slots__ = ("_row", "_seed", "_words")

    def __init__(self, seed: bytes | int, row: int = 0) -> None:
        self._seed = seed if isinstance(seed, bytes) else seed_of(seed)
        if len(self._seed) != 32:
            raise ValueError(f"a seed has 32 bytes, not {len(self._seed)}")
        self._row = row
        self._words: Iterator[int] | None = None

    def __reduce__(self) -> tuple[Any, tuple[bytes, int, int]]:
        """A copy, also in another process, reads on where this one is, and neither reads for the other."""
        return _read_on, (self._seed, self._row, self._read())

    def _read(self) -> int:
        """How many words were read; the stream knows, so that nobody has to count."""
        frame = self._words.gi_frame if isinstance(self._words, GeneratorType) else None
        at = frame.f_locals if frame else {}
        return 8 * at["counter"] + at["at"] // 4 + 1 if "at" in at else 0

    def row(self, number: int) -> "Seeded":
        """The stream of one row of the log, from its beginning."""
        return Seeded(self._seed, number)

    def below(self, limit: int) -> int:
        if not 1 <= limit <= _WORDS:
            raise ValueError(f"the limit must be from 1 to 2**32, not {limit}")
        words = self._words = self._words or self._stream()
        if (word := next(words)) >= _WORDS - limit:  # hardly ever, and then it may be unfair
            word = _fair(word, limit, words)
        return word % limit

    def shuffled(self, parts: Iterable[T]) -> tuple[T, ...]:
        """As with `below` for each place, the last one first; written out, as a deal asks a hundred times."""
        mixed = list(parts)
        words = self._words = self._words or self._stream()
        for last, word in zip(range(len(mixed) - 1, 0, -1), words, strict=False):
            fair = word if word < _LAST_WORD - last else _fair(word, last + 1, words)
            other = fair % (last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return tuple(mixed)

    def pick(self, parts: Sequence[T]) -> T:
        return parts[self.below(len(parts))]

    def _stream(self) -> Iterator[int]:
        head = _DOMAIN + self._seed + self._row.to_bytes(8, "big")
        counter = 0
        while True:
            block = hashlib.sha256(head + counter.to_bytes(8, "big")).digest()
            for at in range(0, 32, 4):
                yield int.from_bytes(block[at : at + 4], "big")
            counter += 1


def _read_on(seed: bytes, row: int, read: int) -> Seeded:
    chance = Seeded(seed, row)
    if read:
        chance._words = chance._stream()
        next(islice(chance._words, read - 1, None))
    return chance


def _fair(word: int, limit: int, words: Iterator[int]) -> int:
    """This word, or the next that is below a multiple of the limit: every remainder is equally likely."""
    fair = _WORDS - _WORDS % limit
    while word >= fair:
        word = next(words)
    return word


class _NoChance:
    """For decisions that must not depend on chance."""

    def below(self, limit: int) -> int:
        raise AssertionError("nothing random may happen here")

    def shuffled(self, parts: Iterable[T]) -> tuple[T, ...]:
        raise AssertionError("nothing random may happen here")

    def pick(self, parts: Sequence[T]) -> T:
        raise AssertionError("nothing random may happen here")


NO_CHANCE: Final[Chance] = _NoChance()


def seed_of(number: int) -> bytes:
    """The seed of a small number, as people type it (`--seed 7`)."""
    plain = whole("a seed is a whole number, or 32 bytes", number)
    if not 0 <= plain < 2**256:
        raise ValueError("a seed is a number from 0 up to, not including, 2**256")
    return plain.to_bytes(32, "big")
