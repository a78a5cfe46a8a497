"""Python's library for the browser: what every table imports, and the rest without what no table needs.

Left out are tools for people at a terminal, test runners, clients of old networks, and other scripts'
encodings; whatever rules, bots and texts may import stays.
"""

import io
import re
import zipfile
from collections.abc import Callable, Collection
from typing import Final

TOOLS: Final = {
    "_pyrepl", "bdb", "code", "cProfile", "doctest", "ftplib", "idlelib", "imaplib", "mailbox",
    "multiprocessing", "netrc", "optparse", "pdb", "pickletools", "plistlib", "poplib", "profile",
    "pstats", "pydoc", "pydoc_data", "smtplib", "socketserver", "tabnanny", "test", "tkinter",
    "trace", "turtle", "unittest", "venv", "wsgiref", "xmlrpc", "zipapp",
}  # fmt: skip
OTHER_SCRIPTS: Final = re.compile(
    r"encodings/(big5|cp|euc|gb|hp_|hz|iso|johab|koi8|kz|mac_|palmos|ptcp|shift|tis)"
)
OURS: Final = re.compile(r"encodings/(cp437|cp866|cp125[12]|koi8_r|iso8859_(1|5|15))\.")
TYPES: Final = (".pyi", "py.typed")


def is_wanted(name: str) -> bool:
    if name.split("/", 1)[0].removesuffix(".py") in TOOLS:
        return False
    return not OTHER_SCRIPTS.match(name) or OURS.match(name) is not None


def halves(library: bytes, modules: Collection[str]) -> tuple[bytes, bytes]:
    """The modules with these names, and the rest; not packed, since both are packed as a whole."""
    return (
        chosen(library, lambda name: _module(name) in modules),
        chosen(library, lambda name: is_wanted(name) and _module(name) not in modules),
    )


def packages(wheel: bytes, rest: bytes) -> bytes:
    """What of a wheel is run, and a module that names what the rest of the library has."""
    written = io.BytesIO(chosen(wheel, lambda name: not name.endswith(TYPES)))
    with zipfile.ZipFile(io.BytesIO(rest)) as files, zipfile.ZipFile(written, "a") as new:
        names = sorted({_module(name).split(".")[0] for name in files.namelist()})
        new.writestr(zipfile.ZipInfo("rest_of_library.py"), f"NAMES = {names}\n")
    return written.getvalue()


def chosen(archive: bytes, is_wanted: Callable[[str], bool]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(written, "w") as new:
        for entry in old.infolist():
            if is_wanted(entry.filename) and not entry.is_dir():
                new.writestr(zipfile.ZipInfo(entry.filename), old.read(entry))
    return written.getvalue()


def _module(name: str) -> str:
    """The module that a file of the library is."""
    return re.sub(r"(/__init__)?\.pyc?$", "", name).replace("/", ".")
