"""Where a package keeps its texts, lessons and parts."""

from importlib import import_module
from pathlib import Path


def folder_of(package: str) -> Path:
    """The folder of a package, which is plain files everywhere.

    `importlib.resources` does more, and imports so much that a phone would start Python half a second later.
    """
    file = import_module(package).__file__
    if file is None:
        raise FileNotFoundError(package)
    return Path(file).parent
