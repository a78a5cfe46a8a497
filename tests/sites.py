"""A package installed into a folder of its own: on PYTHONPATH it is installed, and .venv stays as it is.

As a command: `python tests/sites.py examples/eights` prints the folder (see scripts/with-eights).
"""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
EIGHTS = ROOT / "examples" / "eights"


def site_of(project: Path, within: Path = ROOT / "build" / "sites") -> Path:
    """The folder where this project is installed as it is now; installs it, offline, if need be."""
    site = within / project.name
    within.mkdir(parents=True, exist_ok=True)
    with (within / f"{project.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not site.exists() or _newest(project) > site.stat().st_mtime:
            shutil.rmtree(site, ignore_errors=True)
            _install(project, site)
    return site


def with_site(site: Path) -> dict[str, str]:
    """The environment of a process that has what is installed there."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), *_now()])}


def _now() -> list[str]:
    return [path for path in [os.environ.get("PYTHONPATH", "")] if path]


def _newest(project: Path) -> float:
    return max(path.stat().st_mtime for path in project.rglob("*") if "__pycache__" not in path.parts)


def _install(project: Path, site: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
    quietly = ["--no-deps", "--no-build-isolation", "--no-index", "--target", str(site)]
    subprocess.run([*pip, *quietly, str(project)], check=True, timeout=600)


if __name__ == "__main__":
    print(site_of(Path(sys.argv[1]).resolve()))
