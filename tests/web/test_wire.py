"""What is written into web/src/wire is what the Python structs, parts and texts say now."""

import re
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_the_generated_files_are_current():
    told = subprocess.run(
        [sys.executable, ROOT / "scripts" / "wire.py", "--check"], capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stdout + told.stderr


def test_the_page_is_built_by_who_has_only_what_playing_needs():
    """`make play` on a new machine installs requirements/play.lock, and then the page is built with it."""
    played, tested = (
        set(re.findall(r"(?m)^([\w.-]+)==", (ROOT / "requirements" / name).read_text()))
        for name in ("play.lock", "test.lock")
    )
    elsewhere = {
        module
        for module, names in packages_distributions().items()
        if {name.lower().replace("_", "-") for name in names} <= tested - played
    }
    assert {"hypothesis", "pytest", "playwright"} <= elsewhere
    hidden = f"import sys, runpy; sys.modules.update(dict.fromkeys({sorted(elsewhere)}))"
    for script in ("wire.py", "browser_python/build.py", "browser_python/ours.py"):
        path = ROOT / "scripts" / script
        read = f"sys.path.insert(0, {str(path.parent)!r}); runpy.run_path({str(path)!r}, run_name='read')"
        told = subprocess.run(
            [sys.executable, "-c", f"{hidden}; {read}"], capture_output=True, text=True, check=False
        )
        assert told.returncode == 0, told.stderr


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
