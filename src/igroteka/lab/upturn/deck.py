"""What nobody has seen yet: the order in which tiles will come."""

from igroteka.turbo.chance import shuffle
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import State, Stream


@kernel
def mix(s: State, rng: Stream) -> None:
    """The tiles that are still to come, in another order; hands stay as they are."""
    shuffle(s.bag[s.top : s.bottom], s.bottom - s.top, rng)
