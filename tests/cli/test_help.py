"""`--help` teaches: what there is, in which group, and with examples that are commands as they stand."""

import shlex
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from cli.test_extras import command
from igroteka.cli import teach
from igroteka.cli.helping import ABOUT, PANELS, paragraphs
from igroteka.cli.main import app

COMMANDS = {one.name or one.callback.__name__: one for one in app.registered_commands if one.callback}
LINES = [
    (name, line)
    for name, one in COMMANDS.items()
    for line in (one.help or "").splitlines()
    if line.startswith("igroteka ")
]


def test_every_command_is_listed_in_one_group() -> None:
    grouped = [name for names in PANELS.values() for name in names]
    assert sorted(grouped) == sorted([*COMMANDS, *(group.name or "" for group in app.registered_groups)])
    assert list(COMMANDS)[:2] == ["play", "games"]


@pytest.mark.parametrize("name", ABOUT)
def test_what_is_not_installed_is_told_of_in_the_words_of_the_command_itself(name: str) -> None:
    doc = teach.teach.__doc__ if name == "teach" else COMMANDS[name].help  # the school is seldom installed
    assert paragraphs(doc or "").partition("\n")[0] == ABOUT[name]


def test_who_has_not_installed_an_extra_still_reads_what_a_command_would_do() -> None:
    told = " ".join(command("numba", "--help").stdout.replace("│", " ").split())
    assert f"{ABOUT['review']} Needs the extra `turbo`." in told
    assert "To begin: igroteka play" in told


@pytest.mark.parametrize(("name", "line"), LINES)
def test_an_example_is_a_command_as_it_stands(name: str, line: str) -> None:
    said = shlex.split(line.replace("GAME", "upturn"))[1:]
    assert said[0] == name
    group = typer.main.get_command(app)
    with group.make_context("igroteka", said) as context:
        _, found, rest = group.resolve_command(context, said)  # type: ignore[attr-defined]
        assert found is not None
        found.make_context(name, rest, parent=context).close()


def test_whoever_keeps_a_server_is_shown_how() -> None:
    shown = {name for name, _ in LINES}
    assert shown >= {"serve", "backup", "restore", "prune", "archive", "export", "import", "migrate"}


def test_sentences_are_one_line_and_examples_are_lines() -> None:
    said = """One thing.

    A sentence
    in two lines.

    igroteka one
    igroteka two
    """
    assert paragraphs(said) == "One thing.\n\nA sentence in two lines.\n\nigroteka one\nigroteka two"


def test_whatever_can_be_said_to_a_command_has_a_sentence() -> None:
    school = typer.Typer()
    school.command()(teach.teach)
    commands = [*spelled("igroteka", typer.main.get_command(app)), ("teach", typer.main.get_command(school))]
    asked = [(name, one) for name, of in commands for one in of.params]
    assert len(asked) > 150
    assert [(name, one.name) for name, one in asked if not getattr(one, "help", None)] == []


def spelled(name: str, group: Any) -> Iterator[tuple[str, Any]]:
    """Every command below a group, by what is typed for it."""
    if not hasattr(group, "commands"):
        yield name, group
        return
    for word, one in group.commands.items():
        yield from spelled(f"{name} {word}", one)
