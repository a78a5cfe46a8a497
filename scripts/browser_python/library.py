"""Python's library for the browser: what every table imports, and the rest without what no table needs.

Left out are tools for people at a terminal, test runners, clients of old networks, and other scripts'
encodings; whatever rules, bots and texts may import stays.
"""

import io
import re
import zipfile
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
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
REST_OF_LIBRARY: Final = Path(__file__).with_name("rest_of_library.py")
_NAMES: Final = "NAMES = frozenset(())"
_AHEAD: Final = "AHEAD = ()"
EARLIEST: Final = "encodings/__init__.py"
"""The first module of the library that Python imports."""
BODIES: Final = "bodies"
"""An entry with the bodies of functions (bodies.py)."""
TYPES: Final = (".pyi", "py.typed")
LOADER: Final = "pyodide/_package_loader.py"
NEEDLESS: Final = {
    "from tempfile import NamedTemporaryFile\n": "def NamedTemporaryFile(**asked):\n"
    "    from tempfile import NamedTemporaryFile\n\n    return NamedTemporaryFile(**asked)\n",
    "from zipfile import ZipFile\n": "def ZipFile(*asked):\n"
    "    from zipfile import ZipFile\n\n    return ZipFile(*asked)\n",
    "if IN_PYODIDE:\n    shutil.register_archive": "def _register():\n    shutil.register_archive",
    "def get_format(format: str) -> str:\n": "def get_format(format: str) -> str:\n"
    '    if "whl" not in {name for name, *_ in shutil.get_unpack_formats()}:\n        _register()\n',
}
"""Pyodide's loader of packages imports at once what it needs only for loading a package."""


def is_wanted(name: str) -> bool:
    if name.split("/", 1)[0].removesuffix(".py") in TOOLS:
        return False
    return not OTHER_SCRIPTS.match(name) or OURS.match(name) is not None


def halves(library: bytes, modules: Collection[str]) -> tuple[bytes, bytes]:
    """The modules with these names, and the rest; not packed, since both are packed as a whole."""
    library = changed(library, LOADER, NEEDLESS)
    return (
        chosen(library, lambda name: _module(name) in modules),
        chosen(library, lambda name: is_wanted(name) and _module(name) not in modules),
    )


def bodies_moved(library: bytes, rest: bytes) -> tuple[bytes, bytes]:
    """The bodies that were put aside when the library was compiled go to the rest."""
    with zipfile.ZipFile(io.BytesIO(library)) as files:
        bodies = files.read(BODIES)
    return chosen(library, lambda name: name != BODIES), _with(rest, BODIES, bodies)


def packages(wheel: bytes) -> bytes:
    """What of a wheel is run."""
    return chosen(wheel, lambda name: not name.endswith(TYPES))


def with_rest(library: bytes, rest: bytes, ahead: Collection[str] = ()) -> bytes:
    """The library with the module that brings the rest; the first module that Python imports imports it.

    `ahead` names modules that can be imported before anybody asks for them.
    """
    with zipfile.ZipFile(io.BytesIO(rest)) as files:
        modules = {_module(name) for name in files.namelist()} - {BODIES}
    names = sorted(name for name in modules if name.rpartition(".")[0] not in modules)
    source = REST_OF_LIBRARY.read_text()
    assert _NAMES in source, f"{REST_OF_LIBRARY} has another place for names"
    assert _AHEAD in source, f"{REST_OF_LIBRARY} has another place for names"
    source = source.replace(_NAMES, f"NAMES = frozenset({names})")
    telling = source.replace(_AHEAD, f"AHEAD = {tuple(sorted(ahead))}").encode()
    return _with(appended(library, EARLIEST, "\nimport rest_of_library\n"), REST_OF_LIBRARY.name, telling)


def changed(archive: bytes, module: str, changes: Mapping[str, str]) -> bytes:
    """A zip of modules, one of which reads differently."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(written, "w") as new:
        for entry in old.infolist():
            data = old.read(entry).decode() if entry.filename == module else old.read(entry)
            for before, after in changes.items() if isinstance(data, str) else ():
                assert before in data, f"{module} has no {before}"
                data = data.replace(before, after)
            new.writestr(zipfile.ZipInfo(entry.filename), data)
    return written.getvalue()


def appended(archive: bytes, module: str, more: str) -> bytes:
    """A zip of modules, one of which does more."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(written, "w") as new:
        for entry in old.infolist():
            data = old.read(entry)
            new.writestr(
                zipfile.ZipInfo(entry.filename), data + (more.encode() if entry.filename == module else b"")
            )
    return written.getvalue()


def _with(archive: bytes, name: str, data: bytes) -> bytes:
    written = io.BytesIO(archive)
    with zipfile.ZipFile(written, "a") as new:
        new.writestr(zipfile.ZipInfo(name), data)
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
