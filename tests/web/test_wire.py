"""What is written into web/src/wire is what the Python structs, parts and texts say now."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_the_generated_files_are_current():
    told = subprocess.run(
        [sys.executable, ROOT / "scripts" / "wire.py", "--check"], capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stdout + told.stderr


def test_the_lock_file_names_no_address_and_every_package_has_a_hash():
    lock = (ROOT / "web" / "package-lock.json").read_text()
    assert not re.search(r"https?://", lock)
    assert '"resolved"' not in lock
    assert lock.count('"integrity"') > 100


def test_the_page_names_no_foreign_address():
    named = [
        f"{path.relative_to(ROOT)}: {found}"
        for folder in ("src", "public")
        for path in (ROOT / "web" / folder).rglob("*")
        if path.suffix in {".ts", ".svelte", ".css", ".html", ".svg", ".webmanifest"}
        for found in re.findall(r"https?://[\w.-]+", path.read_text())
        if found != "http://www.w3.org"
    ]
    assert named == []
