"""What a first game needs of Python, found by playing: .venv/bin/python scripts/browser_python/find_hot.py

Writes hot.json; to be run when Pyodide or msgspec is upgraded, or when tables import more than before. A site
is written with a Python that marks every function it enters; Chromium opens every game there, makes some
moves, and opens it again, the first of them from a snapshot of its memory. What is not found this way is not
lost: it is in the second half, and fetched when it is called for.
"""

import hashlib
import io
import json
import lzma
import sys
import tempfile
import time
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
from build import HOT, compiled, glue_of  # noqa: E402
from halves import Halves  # noqa: E402
from instructions import first  # noqa: E402
from library import chosen, is_wanted  # noqa: E402
from memory import Whole  # noqa: E402
from playwright.sync_api import Browser, Page, Worker  # noqa: E402

from browser.player import PHONE, Person, browsers  # noqa: E402
from igroteka.games import SHELF  # noqa: E402
from igroteka.server.http.packing import packed  # noqa: E402
from igroteka.server.http.site import write_site  # noqa: E402

PYODIDE: Final = ROOT / "web/node_modules/pyodide"
PACKAGES: Final = "packages.zip.lzma"
TELLS: Final = "rest_of_library.py"
"""A module that is imported at every start."""
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
REMEMBER: Final = """(script) => new Worker(script, {type: "module"}).postMessage(
  {kind: "remember", base: new URL("python/", document.baseURI).href})"""
REMEMBERED: Final = """caches.open("igroteka-python").then((kept) => kept.keys()).then(
  (all) => all.some(({url}) => url.includes("/snapshot-")))"""
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
    telling = _telling((folder / "python" / PACKAGES).read_bytes())
    files = {"first.wasm.lzma": marked(whole(raw)), "library.zip.lzma": library, PACKAGES: telling}
    for name, data in files.items():
        (folder / "python" / name).write_bytes(packed(data, effort=1))
    for script in folder.glob("assets/worker-*.js"):
        script.write_text(MARKS + script.read_text())


def _telling(packages: bytes) -> bytes:
    """The packages beside our own; a module of them tells what has been imported."""
    old = zipfile.ZipFile(io.BytesIO(lzma.decompress(packages)))
    told = io.BytesIO()
    with zipfile.ZipFile(told, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name) + (IMPORTED.encode() if name == TELLS else b""))
    return told.getvalue()


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
        yield person.page.workers[0]
        if number == 0:
            _remember(person.page)
        person.page.reload()
    person.close()


def _remember(page: Page) -> None:
    """Keeps Python's memory, as a page does once the second half is here, which this Python has not."""
    page.evaluate(REMEMBER, page.workers[0].url)
    until = time.monotonic() + START_MS / 1000
    while not page.evaluate(REMEMBERED):
        assert time.monotonic() < until, "no snapshot was kept"
        page.wait_for_timeout(500)


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
