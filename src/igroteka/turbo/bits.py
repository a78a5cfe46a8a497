"""Sets of small numbers as the bits of an int64 (never the sign bit), in machine instructions."""

from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import Int
from igroteka.turbo.targets import count_bits, lowest_bit, nth_bit


@kernel
def size(bits: Int) -> Int:
    """How many are in the set."""
    return count_bits(bits)


@kernel
def first(bits: Int) -> Int:
    """The smallest of a set that is not empty."""
    return lowest_bit(bits)


@kernel
def nth(bits: Int, number: Int) -> Int:
    """The smallest but `number` of a set that has more than that."""
    return nth_bit(bits, number)
