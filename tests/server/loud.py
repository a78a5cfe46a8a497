"""A package that brings a game and prints, as one does that is just being written."""

from pathlib import Path


def write_loud(folder: Path) -> None:
    """More than is kept back until somebody reads on."""
    (folder / "loud.py").write_text("print('here I am ' * 10_000)\n")
    about = folder / "loud-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: loud\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[igroteka.games]\nloud = loud\n")
