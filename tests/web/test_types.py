"""The checker that finds the page's types clean (`scripts/web check`) would see a mistake."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
WEB = ROOT / "web"
CHECK = ["node_modules/svelte-check/bin/svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings"]

PLANTED = {
    "planted.ts": (
        'import type { sequence } from "./wire";\n'
        "export const turn = (view: sequence.View): string => view.turn;\n"
    ),
    "Planted.svelte": (
        '<script lang="ts">\n  import Tile from "./parts/Tile.svelte";\n</script>\n\n'
        '<Tile tile={40} />\n<img src="/x.svg">\n'
    ),
}


def _run(node: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [node, *arguments], cwd=folder, capture_output=True, text=True, check=False, timeout=600
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The page with two mistakes in it: a wrong type in TypeScript, a wrong prop and no alt in Svelte."""
    for name in ("tsconfig.json", "svelte.config.js", "package.json"):
        shutil.copy(WEB / name, tmp_path / name)
    for folder in ("parts", "lib", "wire"):
        shutil.copytree(WEB / "src" / folder, tmp_path / "src" / folder)
    for name, text in PLANTED.items():
        (tmp_path / "src" / name).write_text(text)
    (tmp_path / "node_modules").symlink_to(WEB / "node_modules")
    return tmp_path


def test_planted_mistakes_are_found(node, copy):
    told = _run(node, copy, *CHECK, "--output", "machine")
    assert told.returncode != 0
    assert "src/planted.ts" in told.stdout
    assert "Type 'number' is not assignable to type 'string'" in told.stdout
    assert told.stdout.count('"src/Planted.svelte"') >= 2, told.stdout
