"""Scenario files: YAML documents read, run and reported one by one."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import yaml
from msgspec import json

from igroteka.core import Refused, read
from igroteka.games import game as on_shelf
from igroteka.table import Scenario, problems


def run(paths: Iterable[Path]) -> Iterator[tuple[str, list[str]]]:
    """Every scenario's name and what was wrong with it."""
    for path in _files(paths):
        yield from _run_file(path)


class _Plain(yaml.SafeLoader):
    """YAML without aliases: a few lines of them, each of the one before, grow into gigabytes."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError(f"line {self.line + 1}: aliases are not read")
        return super().compose_node(parent, index)


def load(path: Path) -> list[Any]:
    """The documents of a file as JSON would tell them, or Refused."""
    try:
        documents = yaml.load_all(path.read_text("utf-8"), _Plain)
        return [json.decode(json.encode(document)) for document in documents if document is not None]
    except OSError as error:
        raise Refused("file-unreadable", None, file=str(path), problem=error.strerror or "") from None
    except (yaml.YAMLError, ValueError, RecursionError, TypeError) as error:
        raise Refused("file-unreadable", None, file=str(path), problem=str(error)) from None


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(f for f in path.rglob("*") if f.suffix in (".yaml", ".yml"))
        else:
            yield path


def _run_file(path: Path) -> Iterator[tuple[str, list[str]]]:
    try:
        documents = load(path)
    except Refused as refused:
        yield str(path), [str(refused)]
        return
    for number, document in enumerate(documents, 1):
        yield _run_one(path, number, document)


def _run_one(path: Path, number: int, document: Any) -> tuple[str, list[str]]:
    name = f"{path} #{number}"
    try:
        scenario = read(document, Scenario)
        name = f"{path}: {scenario.name}"
        return name, list(problems(scenario, on_shelf(scenario.game)))
    except Refused as refused:
        return name, [str(refused)]
