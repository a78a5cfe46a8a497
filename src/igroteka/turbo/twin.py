"""What a fast twin is: a package with these names, nothing to inherit."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from igroteka.core import AnyGame, Outcome, Pool

States = npt.NDArray[np.void]


class Twin(Protocol):
    """The doors of a twin; a state is one record of an array, `states[at]`."""

    @property
    def GAME(self) -> AnyGame: ...  # noqa: N802
    @property
    def STATE(self) -> np.dtype[Any]:  # noqa: N802
        """The record: `header.layout` of the game's own fields."""
        ...

    @property
    def ACTIONS(self) -> int:  # noqa: N802
        """Actions are 0 (WAIT) up to, not including, this."""
        ...

    @property
    def WIDEST(self) -> int:  # noqa: N802
        """Room for the longest list of legal actions, WAIT included."""
        ...

    @property
    def OBSERVED(self) -> int:  # noqa: N802
        """The length of an observation."""
        ...

    @property
    def KERNELS(self) -> Mapping[str, Callable[..., Any]]:  # noqa: N802
        """What `loops.bind` gives: compiled, by name."""
        ...

    def blank(self, seats: int, options: Any) -> States:
        """A table before the deal, or Refused: an array of one state."""
        ...

    def encode(self, position: Mapping[str, Any], options: Any, pool: Pool | None = None) -> States:
        """The state that a position describes, or Refused when it does not fit: an array of one state."""
        ...

    def decode(self, states: States, at: int = 0) -> dict[str, Any]:
        """Its position, as `game.position` would tell it but for the order within hands."""
        ...

    def needed(self, table: Any) -> Mapping[str, tuple[int, ...]]:
        """The shapes of those arrays of the record of which this table can use a part only."""
        ...

    def pool_of(self, states: States, at: int = 0) -> Pool | None: ...

    def outcome(self, states: States, at: int = 0) -> Outcome | None: ...

    def action_of(self, intent: Any) -> int:
        """The number of a canonical intent."""
        ...

    def intent_of(self, action: int) -> Any:
        """The intent of a number; WAIT has none."""
        ...
