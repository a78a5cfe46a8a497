"""Counting parts: what has not been seen yet is somewhere in the deck, the bag or another hand."""

from collections import Counter
from collections.abc import Iterable

from igroteka.core import Pool


def unseen(
    box: Iterable[str], held: Iterable[str], open_parts: Iterable[str], pool: Pool | None
) -> Counter[str]:
    """The parts of the box that lie neither in one's own hand nor in the open.

    What has gone back into the deck or bag counts again: the pool begins anew with every filling.
    Without one (a position set up by hand) the parts that lie open now are all that is known.
    """
    left = Counter(box)
    left.subtract(held)
    if pool is None:
        left.subtract(open_parts)
    else:
        left.subtract(pool.kept)
        for laid in pool.laid:
            left.subtract(laid)
    return +left
