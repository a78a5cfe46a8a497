"""Python as a browser fetches it: scripts/browser_python/build.py PYODIDE OUT [spoilt]

PYODIDE is npm's package, OUT gets the files. With `spoilt` the tables that come later are rubbish until then:
for tests that nothing looks at them before. What a first game needs comes first
(`hot.json`, written by find_hot.py), the rest while it is played: docs/offline.md.
"""

import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from glue import Glue, linked
from halves import Halves
from instructions import CALL, said
from library import bodies_moved, halves, packages, with_rest
from memory import Memory, Spoilt
from wasm import FUNC_KIND, Module, written

from igroteka.server.http.packing import packed

HOT: Final = Path(__file__).with_name("hot.json")
COMPILE: Final = Path(__file__).with_name("compile.mjs")
SHORTEN: Final = Path(__file__).with_name("shorten.mjs")


SHORT: Final = 32
VISIT: Final = b"\x20\2\x20\1\x11"
"""`visit(…, arg)`, the second and third parameters of such a function."""


def hot_of(wasm: bytes) -> dict[str, Any]:
    """What a first game needs of this very Pyodide."""
    hot: dict[str, Any] = json.loads(HOT.read_text())
    if hot["wasm"] != hashlib.sha256(wasm).hexdigest():
        sys.exit("hot.json is of another Pyodide. Run: .venv/bin/python scripts/browser_python/find_hot.py")
    return hot


def glue_of(pyodide: Path) -> Glue:
    scripts = ((pyodide / "pyodide.asm.mjs").read_text(), (pyodide / "pyodide.mjs").read_text())
    imports = Module((pyodide / "pyodide.asm.wasm").read_bytes()).imports()
    return Glue(scripts, linked(wheel_beside(pyodide)), frozenset(one.name for one in imports))


def wheel_beside(pyodide: Path) -> Path:
    """msgspec, which `scripts/web` fetches beside npm's packages."""
    return next((pyodide.parent / ".python").glob("*.whl"))


def compiled(archive: bytes, pyodide: Path, called: Mapping[str, Any] | None = None) -> bytes:
    """A zip of modules compiled by the Python that will run them; with `called` without other bodies."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(called, file)
        file.flush()
        command = ["node", COMPILE, pyodide.resolve(), *([] if called is None else [file.name])]
        done = subprocess.run(command, input=archive, capture_output=True, check=False)
    return _out(done)


def shortened(script: str) -> bytes:
    return _out(subprocess.run(["node", SHORTEN], input=script.encode(), capture_output=True, check=False))


def _out(done: subprocess.CompletedProcess[bytes]) -> bytes:
    if done.returncode:
        sys.exit(done.stderr.decode())
    return done.stdout


def traversals(module: Module) -> frozenset[int]:
    """What garbage collection, which may come at any time, enters to learn what an object holds."""
    imported = sum(one.kind == FUNC_KIND for one in module.imports())
    kinds, bodies, types = module.functions(), module.bodies(), module.types()
    visit = VISIT + written(types.index(b"\x7f\x7f-\x7f")) + b"\0"
    held = {index - imported for index in module.elements() if index >= imported}
    found = {one for one in held if types[kinds[one]] == b"\x7f\x7f\x7f-\x7f" and visit in bodies[one]}
    called = {value - imported for one in found for what, value in said(bodies[one]) if what == CALL}
    return frozenset(found | {one for one in called if one >= 0})


def with_short(module: Module, hot: frozenset[int]) -> frozenset[int]:
    """With functions that are hardly longer than a stub and call only hot ones."""
    imported = sum(one.kind == FUNC_KIND for one in module.imports())
    short = {index: body for index, body in enumerate(module.bodies()) if len(body) <= SHORT}
    return hot | {
        index
        for index, body in short.items()
        if all(value - imported in hot or value < imported for what, value in said(body) if what == CALL)
    }


def build(pyodide: Path, out: Path, kind: type[Memory] = Memory) -> None:
    raw = (pyodide / "pyodide.asm.wasm").read_bytes()
    hot = hot_of(raw)
    glue = glue_of(pyodide)
    module = Module(raw)
    functions = with_short(module, frozenset(hot["functions"]) | traversals(module))
    touched = tuple(zip(hot["touched"][::2], hot["touched"][1::2], strict=True))
    split, memory = Halves(module, functions, glue.wanted()), kind(module, functions, touched)
    chosen, rest = halves((pyodide / "python_stdlib.zip").read_bytes(), hot["modules"])
    first = compiled(with_rest(chosen, rest, hot["modules"]), pyodide, hot["called"])
    library, rest = bodies_moved(first, rest)
    files = {
        "first.wasm": split.first(memory),
        "library.zip": library,
        "packages.zip": compiled(packages(wheel_beside(pyodide).read_bytes()), pyodide),
        "second.wasm": split.second(memory),
        "rest.zip": rest,
    }
    out.mkdir(parents=True, exist_ok=True)
    (out / "glue.js").write_bytes(shortened(glue.written()))
    (out / "pyodide.js").write_bytes(shortened(glue.scripts[1]))
    for name, data in files.items():
        (out / f"{name}.lzma").write_bytes(packed(data))


if __name__ == "__main__":
    build(Path(sys.argv[1]), Path(sys.argv[2]), Spoilt if sys.argv[3:] == ["spoilt"] else Memory)
