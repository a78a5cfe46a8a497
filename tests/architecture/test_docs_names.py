"""What pages name is there: files, tests, commands with their options, targets of make."""

import re
import subprocess
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
import typer

from igroteka.cli.main import app
from igroteka.cli.teach import teach

ROOT = Path(__file__).parents[2]
COMMAND = re.compile(r"(?:^|bin/|&& |\| |=\S* )(igroteka (?:--)?[a-z][^|&>]*)")
"""The whole line of a command, also behind a variable or another command."""
OF_THEIR_TIME = ("CHANGELOG.md", "docs/decisions/")
"""Pages that tell how things were; the others tell how they are."""
FOLDERS = "src|tests|scripts|web|docs|deploy|examples"
FILE = re.compile(r"[\w.-]+(?:/[\w.@-]+)+\.(?:py|ts|svelte|toml|md|sh|sql|css|html|ya?ml|js)")


@cache
def tracked() -> frozenset[str]:
    told = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return frozenset(told.splitlines())


def pages() -> list[str]:
    return sorted(n for n in tracked() if n.endswith(".md") and not n.startswith(OF_THEIR_TIME))


def text_of(page: str) -> str:
    return (ROOT / page).read_text("utf-8").replace("\\\n", " ")


@cache
def places() -> frozenset[str]:
    """Every file and folder, also by the end of its path, as pages shorten it, and tests without `.py`."""
    whole = {*tracked(), *(str(up) for name in tracked() for up in PurePosixPath(name).parents)}
    whole |= {name.removesuffix(".py") for name in whole if name.startswith("tests/")}
    ends = {"/".join(PurePosixPath(name).parts[at:]) for name in whole for at in range(name.count("/"))}
    return frozenset(whole | ends)


def paths_in(text: str) -> set[str]:
    quoted = re.findall(r"`([^`\n]+)`", text)
    whole = {name for said in quoted for name in re.findall(rf"^(?:{FOLDERS})/[\w./@-]+", said)}
    return {name.rstrip("/.") for name in whole | {said for said in quoted if FILE.fullmatch(said)}}


def commands_in(text: str) -> list[str]:
    """What is typed from `igroteka` on, in quotes or on a line of an example."""
    blocks = re.findall(r"```\w*\n(.*?)```", text, re.S)
    lines = [line.strip().partition(" #")[0] for block in blocks for line in block.splitlines()]
    said = re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", text, flags=re.S)) + lines
    return [found[1].strip() for words in said if (found := COMMAND.search(words))]


@cache
def root() -> Any:
    found: Any = typer.main.get_command(app)
    school = typer.Typer()
    school.command()(teach)  # where PyTorch is not installed, another command stands in for it
    found.commands["teach"] = typer.main.get_command(school)
    return found


def not_offered(command: str) -> list[str]:
    """The words of a command line that name no command and no option."""
    here, words = root(), command.split()[1:]
    while words and hasattr(here, "commands"):
        if words[0].startswith("-"):
            break
        if words[0] not in here.commands:
            return [words[0]] if re.fullmatch(r"[a-z][a-z-]*", words[0]) else []
        here = here.commands[words.pop(0)]
    known = {option for one in here.params for option in (*one.opts, *one.secondary_opts)} | {"--help"}
    asked = {word.strip("[](),.;…").split("=")[0] for word in words}
    return sorted(word for word in asked - known if re.fullmatch(r"--?[a-z][\w-]*", word))


@pytest.mark.parametrize("page", pages())
def test_every_file_that_a_page_names_is_there(page: str) -> None:
    assert paths_in(text_of(page)) <= places()


@pytest.mark.parametrize("page", pages())
def test_every_test_that_a_page_names_is_there(page: str) -> None:
    stems = {PurePosixPath(name).stem for name in tracked()}
    assert set(re.findall(r"(?<!\w)test_\w+", text_of(page))) <= stems


@pytest.mark.parametrize("page", pages())
def test_every_command_that_a_page_names_is_offered_with_its_options(page: str) -> None:
    assert {one: wrong for one in commands_in(text_of(page)) if (wrong := not_offered(one))} == {}


@pytest.mark.parametrize("page", pages())
def test_every_target_of_make_that_a_page_names_is_there(page: str) -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.M)
    assert set(re.findall(r"`make ([a-z]+)", text_of(page))) <= set(targets)


def test_what_is_not_there_is_found() -> None:
    assert paths_in("see `server/rude.py` and `tests/web/test_sounds`") == {
        "server/rude.py",
        "tests/web/test_sounds",
    }
    assert not_offered("igroteka paly upturn") == ["paly"]
    assert not_offered("igroteka play upturn --seat 3") == ["--seat"]
    assert not_offered("igroteka bench rules --fast") == ["--fast"]
    block = "X=1 .venv/bin/igroteka play --me 0   # you --here\ncd x && igroteka games"
    example = f"`igroteka soak`\n```sh\n{block}\n```\n"
    assert commands_in(example) == ["igroteka soak", "igroteka play --me 0", "igroteka games"]
    assert sum(len(commands_in(text_of(page))) for page in pages()) > 150
