"""What a first game needs of Python, found by playing: .venv/bin/python scripts/browser_python/find_hot.py

Writes hot.json; to be run when Pyodide or msgspec is upgraded, or when tables import more than before. A site
is written with a Python that marks every function it enters; Chromium opens every game there, makes some
moves, and opens it again, the first of them from a snapshot of its memory. What is not found this way is not
lost: it is in the second half, and fetched when it is called for.

Which moves are made is chance: `find_hot.py --more` adds what it finds to what hot.json has already.
"""

import hashlib
import json
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain
from pathlib import Path
from threading import Thread
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests")]

import wasm  # noqa: E402
from build import HOT, compiled, glue_of  # noqa: E402
from halves import Halves  # noqa: E402
from library import (  # noqa: E402
    EARLIEST,
    LOADER,
    NEEDLESS,
    REST_OF_LIBRARY,
    appended,
    changed,
    chosen,
    is_wanted,
    with_rest,
)
from marks import ENTERED, TOUCHED, Marked  # noqa: E402
from memory import Whole  # noqa: E402
from playwright.sync_api import Browser, Page, Worker  # noqa: E402

from browser.player import PHONE, Person, browsers  # noqa: E402
from igroteka.games import SHELF  # noqa: E402
from igroteka.games.texts import LANGUAGES  # noqa: E402
from igroteka.server.http.packing import packed  # noqa: E402
from igroteka.server.http.site import write_site  # noqa: E402

PYODIDE: Final = ROOT / "web/node_modules/pyodide"
MOVES: Final = 6
GAP: Final = 4
OURS: Final = "igroteka/"
START_MS: Final = 300_000
MARKS: Final = """
const own = WebAssembly.instantiate.bind(WebAssembly);
WebAssembly.instantiate = async (...asked) => {
  const made = await own(...asked);
  for (const name of ["entered", "touched"]) {
    const marks = made.exports?.[name];
    if (!marks) continue;
    for (let place = 0; place < marks.length; place++) marks.set(place, made.exports.malloc);
    self[name] = marks;
  }
  return made;
};
"""
MARKED: Final = "(marks) => [...Array(marks.length).keys()].filter((place) => marks.get(place) === null)"
REMEMBER: Final = """(script) => new Worker(script, {type: "module"}).postMessage(
  {kind: "remember", base: new URL("python/", document.baseURI).href})"""
REMEMBERED: Final = """caches.open("igroteka-python").then((kept) => kept.keys()).then(
  (all) => all.some(({url}) => url.includes("/snapshot-")))"""
IMPORTED: Final = """
def tell():
    import js
    from pyodide.ffi import create_proxy
    js.imported = create_proxy(lambda: " ".join(
        name for name, module in sys.modules.items()
        if "zipimporter" in repr(getattr(module, "__loader__", None))))
    js.called = create_proxy(lambda: "\\n".join(sys.called))
    js.spell = create_proxy(spell)

def spell(letters):
    from igroteka.server.people.names import clean
    from igroteka.server.people.swearing import is_rude
    for letter in letters:
        is_rude(clean(letter, 1))
"""
LETTERS: Final = (
    (0x20, 0x700), (0x10A0, 0x1100), (0x1E00, 0x1F00), (0x2000, 0x2070), (0x20A0, 0x20C0),
    (0x2600, 0x27C0), (0x1F300, 0x1FB00),
)  # fmt: skip
"""Of which names are: Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic, Georgian, signs and little pictures.
Python knows them by tables in its memory, and what a table does not know yet is taken out of a name.
"""
STARTS: Final = ("import msgspec.structs", "random.seed()")
"""What the page's worker says at the end of a start, without a snapshot and with one."""
CALLED: Final = """
import gc, sys

sys.called = set()

def _called(code, _):
    if code.co_filename.startswith("/lib/"):
        sys.called.add(f"{code.co_filename[5:]}:{code.co_qualname}:{code.co_firstlineno}")
        if len(sys.called) % 16 == 0:
            gc.collect()  # it may come at any time, and enters functions of all objects that are there then
    return sys.monitoring.DISABLE

sys.monitoring.use_tool_id(4, "called")
sys.monitoring.register_callback(4, sys.monitoring.events.PY_START, _called)
sys.monitoring.set_events(4, sys.monitoring.events.PY_START)
"""


def whole(raw: bytes) -> bytes:
    """All of Python as a first half."""
    module = wasm.Module(raw)
    every = frozenset(range(len(module.functions())))
    return Halves(module, every, glue_of(PYODIDE).wanted()).first(Whole(module, every))


def written(folder: Path, raw: bytes) -> None:
    """A site whose Python is whole, and marks what it enters."""
    write_site(folder)
    library = changed(chosen((PYODIDE / "python_stdlib.zip").read_bytes(), is_wanted), LOADER, NEEDLESS)
    library = with_rest(appended(library, EARLIEST, CALLED), chosen(library, lambda _: False))
    library = appended(library, REST_OF_LIBRARY.name, IMPORTED)
    files = {
        "first.wasm.lzma": Marked(wasm.Module(whole(raw))).written(),
        "library.zip.lzma": compiled(library, PYODIDE),
    }
    for name, data in files.items():
        (folder / "python" / name).write_bytes(packed(data, effort=1))
    for script in folder.glob("assets/worker-*.js"):
        text = script.read_text()
        for start in STARTS:
            assert start in text, "the worker starts Python in another way"
            text = text.replace(start, f"{start};import rest_of_library;rest_of_library.tell()")
        script.write_text(MARKS + text)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """What is found is said at the end."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as host:
        Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{host.server_address[1]}/"
        host.shutdown()


def workers(browser: Browser, url: str, number: int, language: str) -> Iterator[Worker]:
    """The worker of a page that has made some moves in a game, and that of the same page opened again."""
    person = Person(browser, url, PHONE, language)
    person.page.goto(url)
    person.page.locator(".button.main").nth(number).click()
    for _ in range(2):
        person.page.get_by_test_id("prompt").wait_for(timeout=START_MS)
        for _ in range(MOVES):
            while not person.act():
                person.page.wait_for_timeout(50)
        yield person.page.workers[0]
        if number == 0 and language == LANGUAGES[0]:
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


@dataclass(frozen=True)
class Found:
    functions: set[int] = field(default_factory=set)
    lines: set[int] = field(default_factory=set)
    modules: set[str] = field(default_factory=set)
    called: set[str] = field(default_factory=set)

    def add(self, worker: Worker) -> None:
        letters = "".join(chr(code) for first, end in LETTERS for code in range(first, end))
        worker.evaluate("(letters) => spell(letters)", letters)
        self.functions.update(worker.evaluate(f"({MARKED})({ENTERED})"))
        self.lines.update(worker.evaluate(f"({MARKED})({TOUCHED})"))
        self.modules.update(worker.evaluate("imported()").split())
        self.called.update(worker.evaluate("called()").splitlines())

    def told(self) -> dict[str, Any]:
        return {
            "modules": sorted(self.modules),
            "called": self._called(),
            "functions": sorted(self.functions),
            "touched": list(chain.from_iterable(stretches(self.lines))),
        }

    def _called(self) -> dict[str, list[tuple[str, int]]]:
        """Functions of the library by files, with their lines; those without a name go with others."""
        found: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for file, name, line in sorted(one.rsplit(":", 2) for one in self.called):
            if name.rpartition(".")[2].isidentifier() and not file.startswith(OURS):
                found[file].append((name, int(line)))
        return found


def stretches(lines: set[int]) -> Iterator[tuple[int, int]]:
    """Lines of memory as stretches: the first of each, and the one behind its last; short gaps are closed."""
    begin = end = 0
    for line in sorted(lines):
        if line > end + GAP and end > begin:
            yield begin, end
        begin = begin if line <= end + GAP and end > begin else line
        end = line + 1
    yield begin, end


def known(raw: bytes) -> Found:
    """What hot.json has of this Python."""
    told = json.loads(HOT.read_text())
    if told["wasm"] != hashlib.sha256(raw).hexdigest():
        sys.exit("hot.json is of another Python: run this without --more")
    touched = zip(told["touched"][::2], told["touched"][1::2], strict=True)
    called = {f"{file}:{name}:{line}" for file, every in told["called"].items() for name, line in every}
    lines = {line for begin, end in touched for line in range(begin, end)}
    return Found(set(told["functions"]), lines, set(told["modules"]), called)


def profile(raw: bytes, found: Found) -> dict[str, Any]:
    """What was found before, and what is found now."""
    with tempfile.TemporaryDirectory() as folder, browsers() as (_, browser):
        written(Path(folder) / "site", raw)
        with served(Path(folder) / "site") as url:
            for number, game in enumerate(SHELF):
                for worker in chain(*(workers(browser, url, number, language) for language in LANGUAGES)):
                    found.add(worker)
                print(
                    f"{game}: {', '.join(f'{len(it)} {name}' for name, it in vars(found).items())}",
                    flush=True,
                )
    return {"wasm": hashlib.sha256(raw).hexdigest(), **found.told()}


if __name__ == "__main__":
    raw = (PYODIDE / "pyodide.asm.wasm").read_bytes()
    found = profile(raw, known(raw) if "--more" in sys.argv[1:] else Found())
    HOT.write_text(json.dumps(found, separators=(",", ":")) + "\n")
