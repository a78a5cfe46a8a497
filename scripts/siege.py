"""Attack a server as a stranger would: floods, slow readers, broken input, a full disk, wrong clocks."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

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


def audits() -> None:
    """Known holes of what we install, where the lists of them can be had."""
    for name, command, where in (
        ("pip-audit", [sys.executable, "-m", "pip_audit", "-r", "requirements/play.lock"], ROOT),
        ("npm audit", ["npm", "audit", "--omit=dev"], ROOT / "web"),
    ):
        try:
            done = subprocess.run(
                command, cwd=where, capture_output=True, text=True, check=False, timeout=120
            )
            said = (done.stdout + done.stderr).strip().splitlines()
            verdict = "no known holes" if done.returncode == 0 else f"not done, or holes: {said[-1:]}"
        except (OSError, subprocess.TimeoutExpired) as error:
            verdict = f"not done: {type(error).__name__}"
        print(f"{name}: {verdict}")


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
    held.append(clocks())
    audits()
    sys.exit(0 if all(held) else 1)


if __name__ == "__main__":
    main()
