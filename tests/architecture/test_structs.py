"""What is passed about cannot be changed on the way: structs are frozen, and one that is not says why."""

import ast
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "src" / "igroteka"
FILES = sorted(SRC.rglob("*.py"))


def is_struct(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base).endswith("Struct") for base in node.bases)


def is_frozen(node: ast.ClassDef) -> bool:
    return any(key.arg == "frozen" and ast.unparse(key.value) == "True" for key in node.keywords)


def thawed(text: str) -> list[str]:
    """The structs that can be changed and do not call themselves mutable."""
    structs = [
        node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef) and is_struct(node)
    ]
    return [n.name for n in structs if not is_frozen(n) and "utable" not in (ast.get_docstring(n) or "")]


@pytest.mark.parametrize("room", sorted({path.relative_to(SRC).parts[0] for path in FILES}))
def test_every_struct_is_frozen_or_says_why_not(room: str) -> None:
    inside = [path for path in FILES if path.relative_to(SRC).parts[0] == room]
    assert {path.name: names for path in inside if (names := thawed(path.read_text("utf-8")))} == {}


def test_a_struct_that_could_be_changed_is_found() -> None:
    assert thawed("class Loose(msgspec.Struct, frozen=False): ...\nclass Looser(msgspec.Struct): ...") == [
        "Loose",
        "Looser",
    ]
    assert (
        thawed('class Kept(Struct, frozen=True): ...\nclass Said(Struct):\n    """Mutable: it grows."""')
        == []
    )
