"""What nobody has seen yet: the order in which cards will come."""

from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import Array, State


@kernel
def to_come(s: State) -> Array:
    """The cards that are still to come, the next one first."""
    return s.deck[s.top : s.bottom]
