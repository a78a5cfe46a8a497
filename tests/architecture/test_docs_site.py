"""What `make docs` builds leaves nothing out: all pages are in its menu, all public names are told."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

import igroteka
from igroteka import envs

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SITE = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
MADE = {"index.md", "contributing.md", "changelog.md"}
"""Pages that scripts/docs_pages.py makes of what lies outside docs/."""
TOLD = "\n".join(path.read_text("utf-8") for path in (DOCS / "reference").glob("*.md"))


def pages(entry: Any) -> list[str]:
    if isinstance(entry, str):
        return [entry]
    return [page for inner in (entry.values() if isinstance(entry, dict) else entry) for page in pages(inner)]


def test_every_page_is_in_the_menu_and_every_entry_is_a_page() -> None:
    there = {str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md") if path.parent.name != "decisions"}
    assert set(pages(SITE["nav"])) == there | MADE


@pytest.mark.parametrize("name", igroteka.__all__)
def test_every_name_of_the_way_in_is_in_the_reference(name: str) -> None:
    page = (DOCS / "reference" / "igroteka.md").read_text("utf-8")
    assert re.search(rf"`{name}`|\[{name}\]", page)


@pytest.mark.parametrize("name", envs.__all__)
def test_every_name_of_the_environments_is_in_the_reference(name: str) -> None:
    page = (DOCS / "reference" / "envs.md").read_text("utf-8")
    assert re.search(rf"members: \[(.*, )?{name}[,\]]", page)


def test_every_module_that_the_reference_names_is_there() -> None:
    named = re.findall(r"^::: ([\w.]+)$", TOLD, re.M)
    assert len(named) > 10
    for name in named:
        path = ROOT / "src" / Path(*name.split("."))
        places = (path.with_suffix(".py"), path / "__init__.py", path.parent.with_suffix(".py"))
        assert any(place.is_file() for place in places), name


def test_decisions_are_numbered_without_a_gap_that_is_not_explained() -> None:
    numbers = [int(path.name[:4]) for path in sorted((DOCS / "decisions").glob("[0-9]*.md"))]
    explained = re.findall(r"no (\d+)", (DOCS / "decisions" / "README.md").read_text("utf-8"))
    assert sorted([*numbers, *map(int, explained)]) == list(range(1, numbers[-1] + 1))


def test_the_page_on_decisions_names_each_by_its_title_once() -> None:
    page = (DOCS / "decisions" / "README.md").read_text("utf-8")
    for path in sorted((DOCS / "decisions").glob("[0-9]*.md")):
        title = path.read_text("utf-8").splitlines()[0].removeprefix("# ")
        assert page.count(f"- [{title}]({path.name})\n") == 1, f"a line in docs/decisions/README.md: {title}"
