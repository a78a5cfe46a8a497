"""Crazy Eights with a fault: one of its functions raises, or does not answer, when something is so."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from server.serving import Server
from sites import EIGHTS, site_of, with_site

RAISES = "raise KeyError('8H')"
SLEEPS = "__import__('time').sleep(20)"
SPINS = "sum(1 for _ in iter(int, 1))"
LAID = "state is not None and len(getattr(state, 'pile', ())) > 1"
"""Since the first card was laid."""

Spoil = Callable[..., Server]
"""The server, started anew with this function of the game spoiled; without a name, with all of it sound."""


@contextmanager
def spoiler(folder: Path, monkeypatch: pytest.MonkeyPatch, **settings: Any) -> Iterator[Spoil]:
    """A server with Crazy Eights, a function of which does something else when that is so."""
    site, running = folder / "site", Server(folder, **settings)
    copytree(site_of(EIGHTS), site)
    package = site / "igroteka_eights"
    files = ("rules.py", "state.py", "view.py", "sense.py", "explain.py")
    sound = {name: (package / name).read_text("utf-8") for name in files}
    monkeypatch.setenv("PYTHONPATH", with_site(site)["PYTHONPATH"])

    def spoil(name: str = "", does: str = RAISES, when: str = LAID) -> Server:
        spoiled = f"""
_sound = {name}
def {name}(*given):
    state = given[0]
    if {when}:
        {does}
    return _sound(*given)
"""
        for file, text in sound.items():
            (package / file).write_text(text + spoiled if f"\ndef {name}(" in text else text, "utf-8")
        return running.restart() if running.url else running.start()

    try:
        yield spoil
    finally:
        running.close()
