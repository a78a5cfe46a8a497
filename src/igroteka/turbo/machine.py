"""What kernels speak of, for people who read them; Numba finds the exact types by itself.

Mind the widths: fields of a record are as narrow as the layout says, everything computed from them is 64 bits
wide. A uint64 and an int64 meet as a float, so sets of bits are int64 and only chance is uint64.
"""

from typing import Any, Final, TypeAlias

import numpy as np

State: TypeAlias = Any
"""One record of an array of states: read and written in place."""
Int: TypeAlias = Any
Bool: TypeAlias = Any
Array: TypeAlias = Any
Stream: TypeAlias = Any
"""An array of one uint64: where the chance of a game stands."""

ONE: Final[Int] = np.int64(1)
"""What is shifted to make one bit."""
