"""A room imports only what CONTRIBUTING.md allows it."""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src" / "igroteka"
FILES = sorted(SRC.rglob("*.py"))
ROOMS = sorted({path.relative_to(SRC).parts[0] for path in FILES if len(path.relative_to(SRC).parts) > 1})

PURE = {"core", "games"}
"""Rooms without time, randomness or input and output: msgspec and these of the standard library."""
HARMLESS = {
    "abc", "bisect", "collections", "dataclasses", "enum", "functools", "hashlib", "heapq", "importlib",
    "itertools", "math", "operator", "re", "string", "tomllib", "types", "typing",
}  # fmt: skip


def allowed_rooms() -> dict[str, set[str]]:
    """The rooms table of CONTRIBUTING.md, so that page and test cannot differ."""
    rows = re.findall(r"^\| `(\w+)/` \|[^|]*\| ([^|]*) \|$", (ROOT / "CONTRIBUTING.md").read_text(), re.M)
    names = {name for name, _ in rows}
    return {name: names if said == "anything" else set(re.findall(r"`(\w+)`", said)) for name, said in rows}


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written out in full"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def room(path: Path) -> str:
    return path.relative_to(SRC).parts[0]


def wrong(names: Iterable[str], inside: str) -> list[str]:
    """Those of the imported names that a file of this room may not import."""
    rooms = {inside, *allowed_rooms()[inside]}
    ours = [name.split(".") for name in names if name.startswith("igroteka.")]
    return [".".join(name) for name in ours if name[1] in ROOMS and name[1] not in rooms]


def test_every_room_stands_in_the_table() -> None:
    assert set(ROOMS) <= set(allowed_rooms())
    assert allowed_rooms()["core"] == set()


def test_the_folders_of_the_server_and_the_files_named_there_are_those_that_it_has() -> None:
    told = (
        (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("### Inside `server/`", 1)[1].split("\n## ", 1)[0]
    )
    table, beside = told.split("\nBeside them:", 1)
    server = SRC / "server"
    named = {
        folder: re.findall(r"`(\w+)`", said)
        for folder, said in re.findall(r"^\| `(\w+)/` \|(.*)$", table, re.M)
    }
    assert named.keys() == {path.parent.name for path in server.glob("*/__init__.py")}
    assert [
        n for folder, names in named.items() for n in names if not (server / folder / f"{n}.py").is_file()
    ] == []
    assert [name for name in re.findall(r"`(\w+)`", beside) if not (server / f"{name}.py").is_file()] == []


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_imports_only_the_rooms_named_beside_it(name: str) -> None:
    for path in FILES:
        if room(path) == name:
            assert not wrong(imports(path), name), path


def test_games_never_import_one_another() -> None:
    for path in FILES:
        place = path.relative_to(SRC).parts
        if place[0] == "games" and len(place) > 2:
            others = [n for n in imports(path) if re.match(r"igroteka\.games\.(?!" + place[1] + r"\b)", n)]
            assert not others, (path, others)


def test_core_and_games_know_nothing_but_msgspec_and_harmless_modules() -> None:
    for path in FILES:
        if room(path) in PURE:
            outside = {name.split(".")[0] for name in imports(path)} - {"igroteka", "msgspec"}
            assert outside <= HARMLESS, (path, outside - HARMLESS)
            names = {n.id for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.Name)}
            assert not names & {"open", "print", "input", "exec", "eval"}, path
    assert sys.stdlib_module_names >= HARMLESS


def test_a_planted_wrong_import_is_found(tmp_path: Path) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text("import msgspec\nfrom igroteka.core import Seat\nfrom igroteka.games import SHELF\n")
    assert wrong(imports(planted), "core") == ["igroteka.games.SHELF"]
    assert wrong(imports(planted), "games") == []


def test_there_are_no_junk_drawers() -> None:
    junk = {"utils", "common", "helpers", "manager", "misc"}
    assert not [path for path in FILES if junk & {part.removesuffix(".py") for part in path.parts}]
