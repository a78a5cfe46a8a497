"""The twins on a graphics card: the same kernels, a thread a table (docs/turbo.md, "On a graphics card")."""

import os
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

__all__ = ["SIMULATED", "NoCard", "cuda", "missing", "need"]

SIMULATED: Final = os.environ.get("NUMBA_ENABLE_CUDASIM", "0") not in ("", "0")
"""Numba's simulator runs what each thread does in Python, without a card."""


class NoCard(RuntimeError):  # noqa: N818 - it says what is missing
    """There is no card here, or nothing that speaks to it."""


def missing() -> str | None:
    """What is missing before `device="cuda"` can be used, in one sentence; None if nothing is."""
    if not find_spec("numba_cuda"):
        return "device 'cuda' needs numba-cuda: pip install 'igroteka[gpu]'"
    if not cuda().is_available():
        return "device 'cuda' needs an NVIDIA graphics card and its driver, and none was found here"
    return None


def need() -> None:
    """Nothing if there is a card, else NoCard."""
    if said := missing():
        raise NoCard(said)


@cache
def cuda() -> Any:
    """Numba's CUDA, which need not say that few tables leave most of a card idle."""
    found = import_module("numba.cuda")
    if not SIMULATED:
        config: Any = import_module("numba.cuda.core.config")
        config.CUDA_LOW_OCCUPANCY_WARNINGS = 0
    return found
