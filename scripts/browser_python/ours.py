"""Our modules compiled for the browser: scripts/browser_python/ours.py PYODIDE OUT

OUT gets a zip of them under the hashes of their sources, so that a server takes none that has changed since;
and all of them packed, under the hash of what is packed.
"""

import io
import sys
import zipfile
from pathlib import Path

from build import compiled

from igroteka.server.http.packing import packed
from igroteka.server.http.python_files import source_hash, sources, with_compiled, zipped


def ours(pyodide: Path) -> bytes:
    modules = {name: data for name, data in sources().items() if name.endswith(".py")}
    with zipfile.ZipFile(io.BytesIO(compiled(zipped(modules), pyodide))) as done:
        known = {source_hash(data): done.read(f"{name}c") for name, data in modules.items()}
    whole = with_compiled(known)
    return zipped({**known, source_hash(whole): packed(whole)})


if __name__ == "__main__":
    Path(sys.argv[2]).write_bytes(ours(Path(sys.argv[1])))
