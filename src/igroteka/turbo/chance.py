"""The chance of the twins: a small fast stream (PCG32), and the same stream for the readable engine."""

from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import Array, Int, Stream
from igroteka.turbo.targets import set_apart

T = TypeVar("T")
Streams = npt.NDArray[np.uint64]

_STEP: Final = np.uint64(6364136223846793005)
_ADD: Final = np.uint64(1442695040888963407)
_18, _27, _32, _59, _31 = (np.uint64(n) for n in (18, 27, 32, 59, 31))
_LOW: Final = np.uint64(0xFFFFFFFF)
_WORD: Final = 2**64
_GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)


def streams(seed: int, count: int = 1) -> Streams:
    """`count` independent streams of one seed, one number each."""
    return np.array(np.random.SeedSequence(seed).generate_state(count, np.uint64))


def streams_from(seed: int, count: int = 1) -> Streams:
    """The streams of `seed`, `seed + 1` and so on, one each: a table has the same alone and among others."""
    if seed < 0:
        raise ValueError(f"a seed is a whole number from 0 on, not {seed}")
    mixed = (np.arange(count, dtype=np.uint64) + np.uint64(seed % _WORD) + _GOLDEN) * _GOLDEN
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):  # splitmix64
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return mixed ^ (mixed >> _31)


@kernel
def word(rng: Stream) -> Int:
    """The next 32 random bits of the stream `rng[0]`, as a uint64."""
    now = rng[0]
    rng[0] = now * _STEP + _ADD
    mixed = (((now >> _18) ^ now) >> _27) & _LOW
    turned = now >> _59
    return ((mixed >> turned) | (mixed << ((_32 - turned) & _31))) & _LOW


@kernel
def below(rng: Stream, limit: Int) -> Int:
    """An integer from 0 up to, not including, `limit` (at most 2**31; uneven by under 2**-24)."""
    return np.int64((word(rng) * np.uint64(limit)) >> _32)


@kernel
def shuffle(parts: Array, count: Int, rng: Stream) -> None:
    """The first `count` parts in a random order, as `Mirror.shuffled` would put them."""
    set_apart()
    for last in range(count - 1, 0, -1):
        other = below(rng, last + 1)
        kept = parts[last]
        parts[last] = parts[other]
        parts[other] = kept


class Mirror:
    """The same stream as a `Chance` for the readable engine; mutable, because a stream is read on."""

    def __init__(self, stream: int) -> None:
        self.stream = int(stream)

    def below(self, limit: int) -> int:
        now = self.stream
        self.stream = (now * int(_STEP) + int(_ADD)) % _WORD
        mixed, turned = (((now >> 18) ^ now) >> 27) & 0xFFFFFFFF, now >> 59
        turned_word = ((mixed >> turned) | (mixed << (-turned & 31))) & 0xFFFFFFFF
        return turned_word * limit >> 32

    def shuffled(self, parts: Iterable[T]) -> tuple[T, ...]:
        mixed = list(parts)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return tuple(mixed)

    def pick(self, parts: Sequence[T]) -> T:
        return parts[self.below(len(parts))]
