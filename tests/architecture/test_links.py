"""Every link of a page of ours leads to a file that is there, and to a heading that this file has."""

import json
import re
import subprocess
import unicodedata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TRACKED = subprocess.run(
    ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
).stdout.splitlines()
PAGES = sorted(name for name in TRACKED if name.endswith((".md", ".ipynb")) and "/new_game/" not in name)
LINK = re.compile(r'\]\(([^)\s]+)(?:\s+"[^"]*")?\)|src(?:set)?="([^"]+)"')
OUTSIDE = re.compile(r"[a-z]+:|/")


def prose(name: str) -> str:
    """A page without what stands in it as code, where brackets mean something else."""
    text = (ROOT / name).read_text("utf-8")
    if name.endswith(".ipynb"):
        cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown"]
        text = "\n".join("".join(cell["source"]) for cell in cells)
    return re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.S | re.M)


def links(name: str) -> list[tuple[str, str]]:
    """Where the page leads within the project: a file from the root on, and a heading in it, or none."""
    said = [one or other for one, other in LINK.findall(re.sub(r"`[^`\n]*`", "", prose(name)))]
    parts = [link.partition("#") for link in said if not OUTSIDE.match(link)]
    return [(_from_root(name, path), anchor) for path, _, anchor in parts]


def _from_root(name: str, path: str) -> str:
    there = (ROOT / name).parent / path if path else ROOT / name
    return str(Path(*there.parts).resolve().relative_to(ROOT))


def headings(name: str) -> list[str]:
    found = re.findall(r"^#{1,6}\s+(.*?)\s*#*$", prose(name), re.M)
    return [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "") for heading in found]


def on_the_forge(heading: str) -> str:
    """The anchor that a forge gives it beside the source."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def on_the_site(heading: str) -> str:
    """The anchor that `make docs` gives it."""
    plain = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


@pytest.mark.parametrize("name", PAGES)
def test_every_link_leads_somewhere(name: str) -> None:
    missing = [path for path, _ in links(name) if not (ROOT / path).exists()]
    assert not missing


@pytest.mark.parametrize("name", PAGES)
def test_every_heading_that_a_link_names_is_there(name: str) -> None:
    """By the same name beside the source and on the site."""
    for path, anchor in links(name):
        if anchor and path.endswith(".md"):
            told = headings(path)
            assert anchor in map(on_the_forge, told), f"{path} has no heading #{anchor}"
            assert anchor in map(on_the_site, told), f"{path} has no heading #{anchor} on the site"


def test_links_are_found() -> None:
    """So that a change of how pages are written cannot leave the tests above with nothing to do."""
    found = [anchor for name in PAGES for _, anchor in links(name)]
    assert len(found) > 150
    assert sum(map(bool, found)) > 30
