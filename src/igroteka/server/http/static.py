"""The built page: one HTML for every screen, hashed files that browsers may keep for a year."""

import gzip
import hashlib
import mimetypes
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from igroteka.server.http.placeholder import HOME
from igroteka.server.http.python_files import FOLDER as PYTHON
from igroteka.server.http.python_files import File, file, hash_of, listed
from igroteka.server.http.responses import AnyRequest, http_error

FOLDER: Final = Path(__file__).parents[1] / "static"
FOREVER: Final = "public, max-age=31536000, immutable"
AN_HOUR: Final = "public, max-age=3600"

_NO_SCREENS: Final = ("/api/", "/ws/", "/assets/", "/python/")
_BESIDE: Final = ["/icon.svg", "/icon-maskable.svg", "/licences.txt", "/manifest.webmanifest", "/sw.js"]
_NOT_KEPT: Final = ("index.html", "licences.txt", "sw.js")
"""Files that a browser does not keep with the others: the first comes last, nothing needs the second."""
_AHEAD: Final = "ahead.json"
"""For the server alone: which files a screen will ask for (`web/ahead.ts`)."""
_READS_RUSSIAN: Final = re.compile(r"\s*(ru|be|uk|kk)\b", re.IGNORECASE)
"""As the page itself chooses a language before anybody has (`lib/settings.svelte.ts`)."""
_TYPES: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}


@cache
def _files() -> dict[str, bytes]:
    """Every file of the built page by its path, but for Python; none before it is built."""
    paths = (path for path in FOLDER.rglob("*") if path.is_file() and path.parent != PYTHON)
    return {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in paths if path.name != _AHEAD}


def has_page() -> bool:
    """Whether the page was built into this installation."""
    return "index.html" in _files()


def names() -> tuple[str, ...]:
    """The paths of all files of the page, but for Python."""
    return tuple(_files())


def read_file(name: str) -> bytes:
    return _files()[name]


@cache
def _small(path: str) -> bytes:
    return gzip.compress(_files()[path], mtime=0)


def _kind(path: str) -> str:
    return _TYPES.get(Path(path).suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"


def _file(request: AnyRequest, path: str, keep: str) -> Response[bytes]:
    """The file, compressed for those who can read it so."""
    if path not in _files():
        raise NotFoundException
    kind = _kind(path)
    headers = {"Cache-Control": keep, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(_small(path), media_type=kind, headers={**headers, "Content-Encoding": "gzip"})
    return Response(_files()[path], media_type=kind, headers=headers)


class _Screen(msgspec.Struct, frozen=True):
    """Files that screens at these addresses wait for, in this language or in any."""

    at: str
    language: str
    files: tuple[str, ...]


class _Ahead(msgspec.Struct, frozen=True):
    scripts: tuple[str, ...]
    """The page's own, which come first."""
    listed: tuple[_Screen, ...]


@cache
def _ahead() -> _Ahead:
    return msgspec.json.decode((FOLDER / _AHEAD).read_bytes(), type=_Ahead)


def _links(path: str, languages: str) -> str:
    """What the page will ask for as a header: it is fetched while the page's own script still comes."""
    language = "ru" if any(map(_READS_RUSSIAN.match, languages.split(","))) else "en"
    known = _ahead()
    here = [one for one in known.listed if one.language in ("", language) and re.fullmatch(one.at, path)]
    files = dict.fromkeys(file for one in here for file in one.files)
    return ", ".join(map(_link, (*known.scripts, *files))) if files else ""


def _link(file: str) -> str:
    how = "rel=modulepreload" if file.endswith(".js") else "rel=preload; as=style; crossorigin"
    return f"</{file}>; {how}"


def _page(request: AnyRequest) -> Response[bytes]:
    answer = _file(request, "index.html", "no-cache")
    answer.headers["Vary"] = "Accept-Encoding, Accept-Language"
    links = _links(request.scope["path"], request.headers.get("accept-language", ""))
    if links:
        answer.headers["Link"] = links
    return answer


@get(
    [
        "/",
        "/t/{table:str}",
        "/t/{table:str}/replay",
        "/t/{table:str}/screen",
        "/replay",
        "/rules/{game:str}",
        "/learn/{game:str}/{lesson:str}",
        "/practice/{game:str}",
        "/print/{game:str}",
    ],
    include_in_schema=False,
    weight=0.0,
)
async def page(request: AnyRequest) -> Response[bytes]:
    """The page, whatever screen is asked for; before it is built, where to find the terminal."""
    if has_page():
        return _page(request)
    text = HOME.replace("{origin}", request.app.state.hub.settings.origin()).encode()
    return Response(text, media_type=MediaType.HTML, headers={"Cache-Control": "no-cache"})


def nowhere(request: AnyRequest, error: NotFoundException) -> Response[Any]:
    """Whom a wrong link has led here is told so by the page, programs by a refusal."""
    is_person = "text/html" in request.headers.get("accept", "")
    if not is_person or not has_page() or request.scope["path"].startswith(_NO_SCREENS):
        return http_error(request, error)
    answer = _page(request)
    answer.status_code = error.status_code
    return answer


@get("/assets/{name:str}", include_in_schema=False, weight=0.0)
async def asset(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """Of this version, or of one before it, for pages that were open while the server was upgraded."""
    if f"assets/{name}" in _files():
        return _file(request, f"assets/{name}", FOREVER)
    former: bytes | None = request.app.state.kept_assets.read(name)
    if former is None:
        raise NotFoundException
    return Response(former, media_type=_kind(name), headers={"Cache-Control": FOREVER})


def assets() -> dict[str, bytes]:
    """The hashed files of the page by their names."""
    return {
        path.removeprefix("assets/"): file for path, file in _files().items() if path.startswith("assets/")
    }


@get(_BESIDE, include_in_schema=False, weight=0.0)
async def beside(request: AnyRequest) -> Response[bytes]:
    """What lies beside the page under its own name: icons, licences, manifest, service worker."""
    path = request.url.path.lstrip("/")
    return _file(request, path, "no-cache" if path.endswith(".js") else AN_HOUR)


class PageFiles(msgspec.Struct, frozen=True):
    """What a browser keeps to open the page without a network; the version changes with any of it."""

    version: str
    files: tuple[str, ...]
    """In the order in which they are kept: the page itself last, so that there is none without its parts."""


@cache
def page_files() -> PageFiles:
    names = sorted(name for name in _files() if name not in _NOT_KEPT)
    content = hashlib.sha256(b"".join(_files()[name] for name in ("index.html", *names) if name in _files()))
    return PageFiles(content.hexdigest()[:16], (*names, ""))


@get("/files.json", include_in_schema=False)
async def files() -> Response[PageFiles]:
    return Response(page_files(), headers={"Cache-Control": "no-cache"})


@get("/python/files.json", include_in_schema=False, weight=5.0, sync_to_thread=True)
def python_files() -> Response[tuple[File, ...]]:
    """What a browser has to fetch to play without a network."""
    return Response(listed(), headers={"Cache-Control": "no-cache"})


@get("/python/{name:str}", include_in_schema=False, weight=5.0, sync_to_thread=True)
def python(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """Asked for with the hash of its content it may be kept for good; of another version it has none."""
    found, asked = file(name), request.url.query
    if found is None or (asked and asked != hash_of(name)):
        raise NotFoundException
    keep = FOREVER if asked else "no-cache"
    return Response(found, media_type="application/octet-stream", headers={"Cache-Control": keep})


ROUTES: Final = (page, asset, beside, files, python_files, python)
