"""The page as plain files for any web space: it runs its tables itself, with no server behind it."""

from pathlib import Path
from typing import Final

import msgspec

from igroteka.core import Refused
from igroteka.server.http import python_files, static

_MARK: Final = "<html "
_HERE: Final = ('href="/', 'src="/')
_SCRIPT: Final = '<script type="module"'
_WORKER: Final = "assets/worker-"
_BEGIN: Final = """<script>
      // Python begins before the page's scripts are here; they take it over (offline/house.svelte.ts).
      {
        const worker = new Worker("./WORKER", { type: "module" });
        const heard = [];
        globalThis.begun = { worker, heard };
        worker.onmessage = (event) => heard.push(event);
        worker.onerror = () => delete globalThis.begun;
        const base = new URL("python/", document.baseURI).href;
        worker.postMessage({ kind: "start", base, origin: location.origin });
      }
    </script>
    """


def write_site(folder: Path) -> int:
    """Write the site into an empty or new folder, and say how many bytes it has; Refused if that fails."""
    if not static.has_page() or not python_files.listed():
        raise Refused("site-without-page")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refused("folder-not-empty", None, folder=str(folder))
    try:
        return sum(_write(folder / name, data) for name, data in _files().items())
    except OSError as error:
        raise Refused("file-unwritable", None, file=str(folder), problem=error.strerror or "") from None


def _files() -> dict[str, bytes]:
    """Every file of the site by its path."""
    python = {f"python/{one.name}": python_files.file(one.name) or b"" for one in python_files.listed()}
    page = {name: static.read_file(name) for name in static.names()}
    page["index.html"] = _alone(page["index.html"].decode()).encode()
    lists = {"files.json": static.page_files(), "python/files.json": python_files.listed()}
    return {**page, **python, **{name: msgspec.json.encode(told) for name, told in lists.items()}}


def _alone(html: str) -> str:
    """The page, told that nothing is behind it; its addresses hold in any folder, and Python comes first."""
    worker = next(name for name in static.names() if name.startswith(_WORKER))
    html = html.replace(_SCRIPT, _BEGIN.replace("WORKER", worker) + _SCRIPT, 1)
    html = html.replace(_MARK, f"{_MARK}data-site ", 1)
    for start in _HERE:
        html = html.replace(start, f"{start[:-1]}./")
    return html


def _write(path: Path, data: bytes) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.write_bytes(data)
