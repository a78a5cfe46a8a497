"""What others have made and our page carries is named with its terms, and every server has them."""

import json
import re
from pathlib import Path

import pytest

from igroteka.server.http import static

ROOT = Path(__file__).parents[2]
TERMS = (ROOT / "web/public/licences.txt").read_text("utf-8")
LOCK = json.loads((ROOT / "web/package-lock.json").read_text("utf-8"))["packages"]
CARRIED = {
    "svelte": "MIT",
    "clsx": "MIT",
    "vite": "MIT",
    "rolldown": "MIT",
    "pyodide": "MPL-2.0",
}
"""Packages of npm of which something is in the built page; msgspec and Python come along with the last."""


def test_nothing_else_is_imported_by_the_page() -> None:
    imported = re.compile(r"""(?:from|\bimport\() ?["']([a-z@][\w@/-]*)""")
    files = [path for path in (ROOT / "web/src").rglob("*") if path.suffix in {".ts", ".svelte"}]
    found = {name.split("/")[0] for path in files for name in imported.findall(path.read_text("utf-8"))}
    assert {"svelte", "pyodide"} <= found <= set(CARRIED)


@pytest.mark.parametrize(("package", "licence"), CARRIED.items())
def test_what_the_page_carries_is_named_and_still_under_those_terms(package: str, licence: str) -> None:
    assert LOCK[f"node_modules/{package}"]["license"] == licence
    assert package in TERMS.lower()


def test_the_terms_are_whole() -> None:
    assert not re.search(r"[^\n -~]", TERMS), "plain letters, which every browser reads as they are"
    for words in (
        "The above copyright notice and this permission notice shall be included",  # MIT
        "Redistributions in binary form must reproduce the above copyright notice",  # BSD
        "https://mozilla.org/MPL/2.0/",
        "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2",
    ):
        assert words in TERMS
    for made in ("Svelte", "clsx", "Vite", "Rolldown", "Jim Crist-Harif", "Python Software Foundation"):
        assert re.search(rf"{made}.*\n?.*Copyright|Copyright.*{made}", TERMS), made


def test_a_server_has_them_and_a_browser_need_not_keep_them() -> None:
    assert static.read_file("licences.txt").decode() == TERMS
    assert "licences.txt" not in static.page_files().files
    assert static.page_files().files[-1] == ""
