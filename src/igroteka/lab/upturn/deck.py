"""What nobody has seen yet: the order in which tiles will come."""

from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import Array, State


@kernel
def to_come(s: State) -> Array:
    """The tiles that are still to come, the next one first."""
    return s.bag[s.top : s.bottom]
