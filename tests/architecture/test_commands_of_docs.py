"""Every igroteka command that a page shows is one, and has the options that are shown with it."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from igroteka.cli.main import app

ROOT = Path(__file__).parents[2]
PAGES = [
    path
    for where in ("*.md", "docs/**/*.md", "examples/**/*.md", "deploy/**/*.md", "web/src/**/*.md")
    for path in sorted(ROOT.glob(where))
    if path.name != "CHANGELOG.md"  # what commands were
]
COMMAND = re.compile(r"(?:^|bin/|&& |=\S* )igroteka ((?:--)?[a-z].*)")


def shown(text: str) -> Iterator[str]:
    """What is typed after `igroteka`, in blocks and between backticks."""
    inside, typed = False, ""
    for line in text.replace("\\\n", " ").splitlines():
        if line.lstrip().startswith("```"):
            inside = not inside
        elif not inside:
            typed += line + "\n"
        elif found := COMMAND.search(line.partition(" #")[0]):
            yield found[1]
    yield from (found[1] for said in re.findall(r"`([^`]+)`", typed) if (found := COMMAND.search(said)))


def faults(line: str) -> Iterator[str]:
    words = shlex.split(line.replace("…", " ").replace("'", " "))
    command: Any = typer.main.get_command(app)
    while words and words[0] in getattr(command, "commands", {}):
        command = command.commands[words.pop(0)]
    if hasattr(command, "commands"):
        if words and not words[0].startswith("--") and not words[0].isupper():
            yield f"igroteka {line}: there is no command {words[0]}"
        return
    known = {option for one in command.params for option in (*one.opts, *one.secondary_opts)} | {"--help"}
    for word in words:
        if word in ("&&", "|", ">", ">>"):
            return
        if re.match("--?[a-z]", word) and word.partition("=")[0] not in known:
            yield f"igroteka {line}: there is no {word}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_commands_of_a_page_can_be_typed(page: Path) -> None:
    assert [fault for line in shown(page.read_text("utf-8")) for fault in faults(line)] == []


def test_commands_are_found_in_blocks_and_in_sentences() -> None:
    text = "Say `igroteka play upturn`:\n```sh\nX=1 .venv/bin/igroteka arena \\\n  --gmae x   # twice\n```\n"
    assert list(shown(text)) == ["arena    --gmae x  ", "play upturn"]
    assert list(faults("arena --gmae x")) == ["igroteka arena --gmae x: there is no --gmae"]
    assert list(faults("areena")) == ["igroteka areena: there is no command areena"]
    assert sum(len(list(shown(page.read_text("utf-8")))) for page in PAGES) > 150
