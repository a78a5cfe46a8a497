"""What the sources of a package say: the reasons and outcomes that they name, with their parameters."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

SAYING: Final[Mapping[str, int]] = {"Refused": 0, "Refusal": 0}
"""What says a reason, and which of its arguments it is."""


def said(folder: Path, saying: Mapping[str, int] = SAYING) -> Iterator[tuple[str, set[str], bool]]:
    """Every key that is said below a folder, its parameters, and whether a clause stands beside it."""
    for path in sorted(folder.rglob("*.py")):
        yield from said_in(path, saying)


def said_in(path: Path, saying: Mapping[str, int] = SAYING) -> Iterator[tuple[str, set[str], bool]]:
    """The same of one file."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and (at := saying.get(_name(node.func))) is not None:
            yield from _keys(node, at)


def _keys(call: ast.Call, at: int) -> Iterator[tuple[str, set[str], bool]]:
    given = {word.arg for word in call.keywords if word.arg} | _written(call)
    cited = len(call.args) > at + 1 and not _is_none(call.args[at + 1])
    for argument in call.args[at : at + 1]:
        for key in _texts(argument):
            yield key, given, cited


def _texts(argument: ast.expr) -> Iterator[str]:
    """What may be said there; what a choice depends on is not."""
    if isinstance(argument, ast.IfExp):
        yield from (*_texts(argument.body), *_texts(argument.orelse))
        return
    for node in ast.walk(argument):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _name(function: ast.expr) -> str:
    """Of a function or a method that is called."""
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _written(call: ast.Call) -> set[str]:
    """The parameters that are written as a dictionary."""
    written = [arg for arg in call.args if isinstance(arg, ast.Dict)]
    return {str(key.value) for arg in written for key in arg.keys if isinstance(key, ast.Constant)}
