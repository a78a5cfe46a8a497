"""What a browser fetches first is enough to begin a game: nothing calls for the rest of Python.

Otherwise `hot.json` is out of date, and whoever opens a site waits for another three megabytes.
"""

import lzma
import subprocess
import sys
from pathlib import Path

from igroteka.server.http import python_files

NODE = Path(sys.executable).with_name("node")
BEGIN = Path(__file__).with_name("first_table.mjs")


def test_a_first_table_of_every_game_needs_nothing_of_what_comes_later(tmp_path: Path) -> None:
    for one in python_files.listed():
        if not one.later:
            data = lzma.decompress(python_files.file(one.name) or b"")
            (tmp_path / one.name.removesuffix(".lzma")).write_bytes(data)
    done = subprocess.run([NODE, BEGIN, tmp_path], capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout == "begun\n", f"run scripts/browser_python/find_hot.py:\n{done.stdout}{done.stderr}"
