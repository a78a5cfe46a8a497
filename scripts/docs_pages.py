"""Hooks of `make docs`: README, CONTRIBUTING and CHANGELOG become pages; links out of docs/ become words."""

import re
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
OUTSIDE = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
LINK = re.compile(r"\[([^\]]+)\]\(([^)\s:#]+)(#[^)]*)?\)")
PICTURE = re.compile(r'src="docs/')


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The decisions are listed by their numbers, without a list to keep by hand."""
    pages = sorted(
        (ROOT / "docs" / "decisions").glob("*.md"), key=lambda path: (path.name != "README.md", path)
    )
    decisions = [f"decisions/{path.name}" for path in pages]
    assert config.nav is not None
    for entry in config.nav:
        if "Decisions" in entry:
            entry["Decisions"] = decisions
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for name, page in OUTSIDE.items():
        text = PICTURE.sub('src="', (ROOT / name).read_text("utf-8"))
        files.append(File.generated(config, page, content=LINK.sub(_inside("."), text)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    if page.file.src_uri in OUTSIDE.values():
        return markdown
    return LINK.sub(_inside(str(PurePosixPath("docs") / PurePosixPath(page.file.src_uri).parent)), markdown)


def _inside(folder: str) -> Any:
    """What becomes of a link on a page in this folder of the repository."""

    def rewritten(link: re.Match[str]) -> str:
        words, target, anchor = link[1], normpath(f"{folder}/{link[2]}"), link[3] or ""
        up = "../" * len(PurePosixPath(folder).parts[1:])
        if target in OUTSIDE:
            return f"[{words}]({up}{OUTSIDE[target]}{anchor})"
        if target.startswith("docs/") and target.endswith((".md", ".png")):
            return f"[{words}]({up}{target.removeprefix('docs/')}{anchor})"
        return words

    return rewritten
