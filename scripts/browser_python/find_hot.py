"""What a first game needs of Python, found by playing: .venv/bin/python scripts/browser_python/find_hot.py

Writes hot.json; to be run when Pyodide or msgspec is upgraded, or when tables import more than before. A site
is written with a Python that marks every function it enters; Chromium opens every game there, makes some
moves, and opens it again. What is not found this way is not lost: it is in the second half, and fetched when
it is called for.
"""

import hashlib
import io
import json
import lzma
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests")]

import wasm  # noqa: E402
from build import HOT, compiled, glue_of, packed  # noqa: E402
from halves import Halves  # noqa: E402
from instructions import first  # noqa: E402
from library import chosen, is_wanted  # noqa: E402
from memory import Whole  # noqa: E402
from playwright.sync_api import Browser, Worker  # noqa: E402

from browser.player import PHONE, Person, browsers  # noqa: E402
from igroteka.games import SHELF  # noqa: E402
from igroteka.server.http import python_files  # noqa: E402
from igroteka.server.http.site import write_site  # noqa: E402

PYODIDE: Final = ROOT / "web/node_modules/pyodide"
HOUSE: Final = "igroteka/offline/house.py"
MOVES: Final = 6
START_MS: Final = 300_000
MARKS: Final = """
const own = WebAssembly.instantiate.bind(WebAssembly);
WebAssembly.instantiate = async (...asked) => {
  const made = await own(...asked);
  const marks = made.exports?.marks;
  if (marks) for (let place = 0; place < marks.length; place++) marks.set(place, made.exports.malloc);
  if (marks) self.marks = marks;
  return made;
};
"""
ENTERED: Final = "[...Array(marks.length).keys()].filter((place) => marks.get(place) === null)"
IMPORTED: Final = """
import js, sys
from pyodide.ffi import create_proxy
js.imported = create_proxy(lambda: " ".join(
    name for name, module in sys.modules.items()
    if "zipimporter" in repr(getattr(module, "__loader__", None))))
"""


def marked(raw: bytes) -> bytes:
    """Every function clears its place in a table when it is entered."""
    module = wasm.Module(raw)
    tables, _ = wasm.number(module.section(wasm.TABLE), 0)
    bodies = module.bodies()
    code = [_marking(body, number, tables) for number, body in enumerate(bodies)]
    return module.with_sections(
        {
            wasm.TABLE: wasm.more(module.section(wasm.TABLE), [b"\x70\0" + wasm.written(len(bodies))]),
            wasm.EXPORT: wasm.more(
                module.section(wasm.EXPORT), [wasm.Export("marks", wasm.TABLE_KIND, tables).written()]
            ),
            wasm.CODE: wasm.vector([wasm.sized(body) for body in code]),
        }
    )


def _marking(body: bytes, number: int, table: int) -> bytes:
    begin = first(body)
    mark = b"\x41" + wasm.written_signed(number) + b"\xd0\x70\x26" + wasm.written(table)
    return body[:begin] + mark + body[begin:]


def whole(raw: bytes) -> bytes:
    """All of Python as a first half."""
    module = wasm.Module(raw)
    every = frozenset(range(len(module.functions())))
    return Halves(module, every, glue_of(PYODIDE).wanted()).first(Whole(module, every))


def written(folder: Path, raw: bytes) -> None:
    """A site whose Python is whole, and marks what it enters."""
    write_site(folder)
    library = compiled(chosen((PYODIDE / "python_stdlib.zip").read_bytes(), is_wanted), PYODIDE)
    _replace(folder, "first.wasm.lzma", packed(marked(whole(raw)), quickly=True))
    _replace(folder, "library.zip.lzma", packed(library, quickly=True))
    _replace(folder, python_files.CODE, packed(_telling(), quickly=True))
    for script in folder.glob("assets/worker-*.js"):
        script.write_text(MARKS + script.read_text())


def _telling() -> bytes:
    """Our modules; the first of them tells what has been imported."""
    old = zipfile.ZipFile(io.BytesIO(lzma.decompress(python_files.code())))
    told = io.BytesIO()
    with zipfile.ZipFile(told, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name) + (IMPORTED.encode() if name == HOUSE else b""))
    return told.getvalue()


def _replace(folder: Path, name: str, data: bytes) -> None:
    (folder / "python" / name).write_bytes(data)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """What is found is said at the end."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as host:
        Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{host.server_address[1]}/"
        host.shutdown()


def workers(browser: Browser, url: str, number: int) -> Iterator[Worker]:
    """The worker of a page that has made some moves in a game, and that of the same page opened again."""
    person = Person(browser, url, PHONE, ("ru", "en")[number % 2])
    person.page.goto(url)
    person.page.locator(".button.main").nth(number).click()
    for _ in range(2):
        person.page.get_by_test_id("prompt").wait_for(timeout=START_MS)
        for _ in range(MOVES):
            while not person.act():
                person.page.wait_for_timeout(50)
        yield next(worker for worker in person.page.workers if "worker" in worker.url)
        person.page.reload()
    person.close()


def profile(raw: bytes) -> dict[str, Any]:
    functions: set[int] = set()
    modules: set[str] = set()
    with tempfile.TemporaryDirectory() as folder, browsers() as (_, browser):
        written(Path(folder) / "site", raw)
        with served(Path(folder) / "site") as url:
            for number, game in enumerate(SHELF):
                for worker in workers(browser, url, number):
                    functions.update(worker.evaluate(ENTERED))
                    modules.update(worker.evaluate("imported()").split())
                print(f"{game}: {len(functions)} functions, {len(modules)} modules", flush=True)
    return {
        "wasm": hashlib.sha256(raw).hexdigest(),
        "modules": sorted(modules),
        "functions": sorted(functions),
    }


if __name__ == "__main__":
    found = profile((PYODIDE / "pyodide.asm.wasm").read_bytes())
    HOT.write_text(json.dumps(found, separators=(",", ":")) + "\n")
