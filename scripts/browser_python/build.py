"""Python as a browser fetches it: scripts/browser_python/build.py PYODIDE OUT [spoilt]

PYODIDE is npm's package, OUT gets the files. With `spoilt` the tables that come later are rubbish until then:
for tests that nothing looks at them before. What a first game needs comes first
(`hot.json`, written by find_hot.py), the rest while it is played: docs/offline.md.
"""

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from glue import Glue, linked
from halves import Halves
from library import halves, packages
from memory import Memory, Spoilt
from wasm import Module

from igroteka.server.http.packing import packed

HOT: Final = Path(__file__).with_name("hot.json")
COMPILE: Final = Path(__file__).with_name("compile.mjs")


def hot_of(wasm: bytes) -> dict[str, Any]:
    """What a first game needs of this very Pyodide."""
    hot: dict[str, Any] = json.loads(HOT.read_text())
    if hot["wasm"] != hashlib.sha256(wasm).hexdigest():
        sys.exit("hot.json is of another Pyodide. Run: .venv/bin/python scripts/browser_python/find_hot.py")
    return hot


def glue_of(pyodide: Path) -> Glue:
    scripts = ((pyodide / "pyodide.asm.mjs").read_text(), (pyodide / "pyodide.mjs").read_text())
    return Glue(scripts, linked(wheel_beside(pyodide)))


def wheel_beside(pyodide: Path) -> Path:
    """msgspec, which `scripts/web` fetches beside npm's packages."""
    return next((pyodide.parent / ".python").glob("*.whl"))


def compiled(archive: bytes, pyodide: Path) -> bytes:
    """A zip of modules compiled by the Python that will run them."""
    done = subprocess.run(
        ["node", COMPILE, pyodide.resolve()], input=archive, capture_output=True, check=False
    )
    if done.returncode:
        sys.exit(done.stderr.decode())
    return done.stdout


def build(pyodide: Path, out: Path, kind: type[Memory] = Memory) -> None:
    raw = (pyodide / "pyodide.asm.wasm").read_bytes()
    hot = hot_of(raw)
    glue = glue_of(pyodide)
    module, functions = Module(raw), frozenset(hot["functions"])
    split, memory = Halves(module, functions, glue.wanted()), kind(module, functions)
    library, rest = halves((pyodide / "python_stdlib.zip").read_bytes(), hot["modules"])
    files = {
        "first.wasm": split.first(memory),
        "library.zip": compiled(library, pyodide),
        "packages.zip": packages(wheel_beside(pyodide).read_bytes(), rest),
        "second.wasm": split.second(memory),
        "rest.zip": rest,
    }
    out.mkdir(parents=True, exist_ok=True)
    (out / "glue.js").write_text(glue.written())
    (out / "pyodide.js").write_text(glue.scripts[1].split("//# sourceMappingURL")[0])
    for name, data in files.items():
        (out / f"{name}.lzma").write_bytes(packed(data))


if __name__ == "__main__":
    build(Path(sys.argv[1]), Path(sys.argv[2]), Spoilt if sys.argv[3:] == ["spoilt"] else Memory)
