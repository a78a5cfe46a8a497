"""The fast twins: the same games over flat records, compiled by Numba, checked against `games` move by move.

A twin is a package `turbo/<game>` that offers the names of `Twin`; docs/turbo.md, "Writing a twin".
"""

# ruff: noqa: E402
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

from igroteka.core import Refused
from igroteka.core.extras import need

need("igroteka.turbo", "turbo", "numba", "numpy")  # before what imports them

from igroteka.games import SHELF, game
from igroteka.turbo.batch import Batch
from igroteka.turbo.header import EVERYONE, HONOUR, NOBODY, WAIT
from igroteka.turbo.twin import Twin

__all__ = ["EVERYONE", "HONOUR", "NOBODY", "WAIT", "Batch", "Twin", "beside", "twin", "twins"]


def twins() -> tuple[str, ...]:
    """The games on the shelf that have a fast twin."""
    return tuple(name for name in SHELF if find_spec(f"{__name__}.{name}"))


def twin(name: str) -> Twin:
    """The fast twin of a game, or Refused."""
    if name not in twins():
        game(name)  # Refused where there is no such game at all
        raise Refused("no-twin", None, game=name)
    module: Any = import_module(f"{__name__}.{name}")
    return cast("Twin", module)


def beside(name: str, part: str) -> Any | None:
    """A module beside the twin, not for playing (`search`, `fields`, `board`, `scene`); None without."""
    module = f"{__name__}.{name}.{part}"
    return import_module(module) if name in twins() and find_spec(module) else None
