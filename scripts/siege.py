"""Attack a server as a stranger would: floods, slow readers, broken input, a full disk, wrong clocks."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.siege import MEMORY, SILENCE, Tried, is_held, run_alone, run_three

ROOT = Path(__file__).parents[1]


def shown(form: str, tried: list[Tried]) -> None:
    print(f"\n{form}\n{'tried':<20} {'silence s':>9} {'MB':>6}  what came of it")
    for one in tried:
        print(f"{one.name:<20} {one.silence:>9.2f} {one.memory:>6.0f}  {one.came_of_it}")
    longest, most = max(one.silence for one in tried), max(one.memory for one in tried)
    print(f"longest silence {longest:.2f} s (bar {SILENCE}); most memory {most:.0f} MB (bar {MEMORY})")


def clocks() -> bool:
    """Clocks that step and differ are tests of their own."""
    tests = ["tests/server/test_clocks.py", "tests/scale/test_clocks.py"]
    return (
        subprocess.run([sys.executable, "-m", "pytest", "-q", *tests], cwd=ROOT, check=False).returncode == 0
    )


def audits() -> bool:
    """Known holes of what we install, where the lists of them can be had; whether none was found."""
    locked = ["--require-hashes", "--disable-pip", "--strict", "--format", "json"]
    found = {
        "pip-audit": told_by(
            [sys.executable, "-m", "pip_audit", *locked, "-r", "requirements/play.lock"], ROOT, pip_holes
        ),
        "npm audit": told_by(["npm", "audit", "--json"], ROOT / "web", npm_holes),
    }
    for name, verdict in found.items():
        print(f"{name}: {verdict}")
    return not any(verdict.startswith("HOLES") for verdict in found.values())


def told_by(command: list[str], where: Path, holes: Callable[[Any], list[str]]) -> str:
    """What an auditor says: holes, none, or that it could not look."""
    own = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    try:
        done = subprocess.run(
            command, cwd=where, env=own, capture_output=True, text=True, check=False, timeout=120
        )
        found = holes(json.loads(done.stdout))
    except (OSError, subprocess.TimeoutExpired, ValueError, KeyError) as error:
        said = done.stderr.strip().splitlines()[-1:] if isinstance(error, ValueError | KeyError) else []
        return f"not done: {said[0][:200] if said else type(error).__name__}"
    return f"HOLES: {', '.join(found)}" if found else "no known holes"


def pip_holes(said: Any) -> list[str]:
    """A list that could not be had for some package is a KeyError: half an audit is none."""
    return [f"{one['name']} {hole['id']}" for one in said["dependencies"] for hole in one["vulns"]]


def npm_holes(said: Any) -> list[str]:
    return list(said["vulnerabilities"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--alone", action="store_true", help="only one server on a file, not three on a database"
    )
    asked = parser.parse_args()
    held = []
    for form, run in (("One server on a file", run_alone), ("Three servers on a database", run_three)):
        if asked.alone and run is run_three:
            continue
        with tempfile.TemporaryDirectory() as folder:
            tried = run(Path(folder))
        shown(form, tried)
        held.append(is_held(tried))
    held += [clocks(), audits()]
    sys.exit(0 if all(held) else 1)


if __name__ == "__main__":
    main()
