"""The lock files pin everything by hash and name no host."""

import re
from pathlib import Path

import pytest

LOCKS = sorted((Path(__file__).parents[2] / "requirements").glob("*.lock"))


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_every_requirement_has_a_hash_and_no_address(path: Path) -> None:
    text = path.read_text()
    assert "://" not in text
    blocks = re.split(r"\n(?=\S)", text.strip())
    assert len(blocks) > 5 or path.name == "browser.lock"
    for block in blocks:
        assert re.match(r"[\w.-]+==[\w.]+", block), block[:60]
        assert "--hash=sha256:" in block, block[:60]


def test_packages_of_the_page_run_no_scripts_when_they_are_installed() -> None:
    root = Path(__file__).parents[2]
    files = [root / "Makefile", *(path for path in (root / "scripts").iterdir() if path.is_file())]
    texts = [line for path in files for line in path.read_text().splitlines()]
    installs = [line for line in texts if re.search(r"\bnpm (ci|install|i)\b", line) and "give_up" in line]
    assert installs
    assert all("--ignore-scripts" in line for line in installs)
