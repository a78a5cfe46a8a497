"""What a browser fetches to run the tables itself: Python, msgspec, our code and all installed games."""

import ast
import hashlib
import io
import zipfile
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec

from igroteka.games import SHELF
from igroteka.games.shelf import GROUP, LISTED, Listed
from igroteka.server.http.packing import packed

FOLDER: Final = Path(__file__).parents[1] / "static" / "python"
"""Where the built page has Python and msgspec."""
CODE: Final = "igroteka.zip.lzma"
COMPILED: Final = "compiled.zip"
"""What was made of our modules when the page was built, under the hashes of what it was made of: every module
compiled, and all of them packed. It is not fetched itself."""
_LATER: Final = ("second.", "rest.")
"""How files begin that a first move does not need (scripts/browser_python)."""
_BEGIN: Final = ("igroteka.offline.house", "igroteka.offline.warm")
_TEXTS: Final = (".toml", ".md")
_DATE: Final = (1980, 1, 1, 0, 0, 0)


class File(msgspec.Struct, frozen=True):
    """A file to fetch: its size, a hash by which a browser knows that it has it, and whether it may wait."""

    name: str
    bytes: int
    hash: str
    later: bool


@cache
def listed() -> tuple[File, ...]:
    """What there is to fetch, in the order in which Python works on it; nothing before the page is built."""
    if not FOLDER.is_dir():
        return ()
    names = (*sorted(path.name for path in FOLDER.iterdir() if path.name != COMPILED), CODE)
    return tuple(_about(name, file(name) or b"") for name in names)


def file(name: str) -> bytes | None:
    """The content of a file to fetch, in memory once for all who do: strangers ask for many and read none."""
    if name == CODE:
        return code()
    path = FOLDER / name
    return _content(path) if path in _there(FOLDER) else None


def hash_of(name: str) -> str | None:
    """That of a file which is listed."""
    return next((one.hash for one in listed() if one.name == name), None)


@cache
def _there(folder: Path) -> frozenset[Path]:
    """What strangers may ask for by name; of any other name the system is not asked."""
    return frozenset(path for path in folder.iterdir() if path.is_file()) if folder.is_dir() else frozenset()


@cache
def _content(path: Path) -> bytes:
    return path.read_bytes()


def _about(name: str, data: bytes) -> File:
    return File(name, len(data), hashlib.sha256(data).hexdigest()[:16], name.startswith(_LATER))


@cache
def code() -> bytes:
    """What `sources` has, compiled as far as it still is what was compiled."""
    known = _compiled()
    whole = with_compiled(known)
    return known.get(source_hash(whole)) or packed(whole, effort=6)


def with_compiled(known: dict[str, bytes]) -> bytes:
    """A zip of what `sources` has, with compiled modules in place of those that are known by their hashes."""
    found: dict[str, bytes] = {}
    for name, data in sources().items():
        compiled = known.get(source_hash(data)) if name.endswith(".py") else None
        found[name if compiled is None else f"{name}c"] = data if compiled is None else compiled
    return zipped(found)


def sources() -> dict[str, bytes]:
    """Our modules that run in a browser, the packages of all games, and the list that names them."""
    games = _games()
    return {**_modules(games), **games, **_distributions()}


def source_hash(source: bytes) -> str:
    return hashlib.sha256(source).hexdigest()


def zipped(files: dict[str, bytes]) -> bytes:
    """Not packed, and the same bytes every time."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, _DATE), data)
    return written.getvalue()


def _compiled() -> dict[str, bytes]:
    """Compiled modules by the hashes of their sources; none where the page is being worked on."""
    if not (FOLDER / COMPILED).is_file():
        return {}
    with zipfile.ZipFile(FOLDER / COMPILED) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


# Our own modules ------------------------------------------------------------------------------------


def _modules(games: dict[str, bytes]) -> dict[str, bytes]:
    """Every module that the house and the games import when they are imported, and the texts beside them."""
    found: dict[str, bytes] = {}
    waiting = [*_BEGIN, *(name for file, data in games.items() for name in _imports_of(file, data))]
    while waiting:
        for name in _with_parents(waiting.pop()):
            path = _source(name)
            if path is not None and _archived(name, path) not in found:
                found[_archived(name, path)] = path.read_bytes()
                found |= _texts(name, path)
                waiting += _imports_of(path.name, path.read_bytes())
    return found


def _with_parents(name: str) -> list[str]:
    words = name.split(".")
    return [".".join(words[:end]) for end in range(1, len(words) + 1)]


def _source(name: str) -> Path | None:
    try:
        spec = find_spec(name) if name.startswith("igroteka") else None
    except ModuleNotFoundError:
        return None  # a name in a module, not a module
    return Path(spec.origin) if spec and spec.origin and spec.origin.endswith(".py") else None


def _archived(name: str, path: Path) -> str:
    folder = name.replace(".", "/")
    return f"{folder}/__init__.py" if path.name == "__init__.py" else f"{folder}.py"


def _imports_of(file: str, source: bytes) -> Iterator[str]:
    """What a module imports at its top; what only a function imports is for other machines."""
    for node in ast.parse(source).body if file.endswith(".py") else ():
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


# Games ----------------------------------------------------------------------------------------------


def _games() -> dict[str, bytes]:
    """The whole package of every game on the shelf."""
    found: dict[str, bytes] = {}
    for game in SHELF.values():
        package = find_spec(game.__name__)
        assert package is not None
        assert package.origin is not None
        folder = Path(package.origin).parent
        root = game.__name__.replace(".", "/")
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", *_TEXTS):
                found[f"{root}/{path.relative_to(folder).as_posix()}"] = path.read_bytes()
    return found


def _texts(name: str, path: Path) -> dict[str, bytes]:
    """The texts of a package that is no game: those that all games share."""
    if path.name != "__init__.py":
        return {}
    root = name.replace(".", "/")
    return {
        f"{root}/texts/{text.name}": text.read_bytes()
        for text in sorted(path.parent.glob("texts/*"))
        if text.suffix in _TEXTS
    }


def _distributions() -> dict[str, bytes]:
    """For every package with games its name and version, and the list by which the shelf finds them."""
    found: dict[str, bytes] = {}
    games = []
    for point in entry_points(group=GROUP):
        if point.dist is None or point.name not in SHELF:
            continue
        folder = f"{point.dist.name.replace('-', '_')}-{point.dist.version}.dist-info"
        about = f"Metadata-Version: 2.1\nName: {point.dist.name}\nVersion: {point.dist.version}\n"
        found[f"{folder}/METADATA"] = about.encode()
        games.append(Listed(point.name, point.value, point.dist.name))
    return {**found, f"igroteka/games/{LISTED}": msgspec.json.encode(games)}
