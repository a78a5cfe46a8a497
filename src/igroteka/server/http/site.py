"""The page as plain files for any web space: it runs its tables itself, with no server behind it."""

import hashlib
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
        const base = new URL("python/", document.baseURI).href;
        const files = FILES;
        const worker = new Worker("./WORKER", { type: "module" });
        const heard = [];
        globalThis.begun = { worker, heard };
        worker.onmessage = (event) => heard.push(event);
        worker.onerror = () => delete globalThis.begun;
        const start = (begun, ...ports) =>
          worker.postMessage({ kind: "start", base, origin: location.origin, begun }, ports);
        let taken = true;
        try {
          taken = localStorage.getItem("igroteka.taken") !== null;
        } catch {
          // a browser that keeps nothing
        }
        if (taken) start({ files });
        else {
          // The first time its largest file is on its way before the worker is.
          const { port1, port2 } = new MessageChannel();
          start({ files, first: port2 }, port2);
          const bring = async ({ name, hash }) => {
            const answer = await fetch(`${base}${name}?${hash}`);
            if (!answer.ok) throw new Error(answer.status);
            const reader = answer.body.getReader();
            for (let next = await reader.read(); !next.done; next = await reader.read())
              port1.postMessage(next.value, [next.value.buffer]);
            port1.postMessage(null);
          };
          bring(files[0]).catch(() => port1.postMessage("failed"));
        }
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
    lists = {"files.json": _page_files(page["index.html"]), "python/files.json": python_files.listed()}
    return {**page, **python, **{name: msgspec.json.encode(told) for name, told in lists.items()}}


def _page_files(index: bytes) -> static.PageFiles:
    """The site's own index.html belongs to its version: it names the files of Python."""
    told = static.page_files()
    version = hashlib.sha256(told.version.encode() + index).hexdigest()[:16]
    return msgspec.structs.replace(told, version=version)


def _alone(html: str) -> str:
    """The page, told that nothing is behind it; its addresses hold in any folder, and Python comes first."""
    worker = next(name for name in static.names() if name.startswith(_WORKER))
    files = msgspec.json.encode(python_files.listed()).decode()
    html = html.replace(_SCRIPT, _BEGIN.replace("WORKER", worker).replace("FILES", files) + _SCRIPT, 1)
    html = html.replace(_MARK, f"{_MARK}data-site ", 1)
    for start in _HERE:
        html = html.replace(start, f"{start[:-1]}./")
    return html


def _write(path: Path, data: bytes) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.write_bytes(data)
