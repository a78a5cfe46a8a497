"""Python's library without the bodies of functions: whoever calls such a function notices nothing."""

import asyncio
import importlib.util
import inspect
import marshal
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts" / "browser_python"
LONG = "text = 'a body that is long enough to be worth cutting out'; other = [text, text.upper(), len(text)]"
SOURCE = f"""
class Base:
    def name(self, more=""):
        {LONG}; third = dict(one=1, two=2, three=3); fourth = list(third.items()) + other
        return "base" + more

class Child(Base):
    def name(self, more="", *, loud=False):
        {LONG}; third = dict(one=1, two=2, three=3); fourth = list(third.items()) + other
        said = super().name(more) + "-child"
        return said.upper() if loud else said

def counter(start, /, *steps, **named):
    total = start
    def add(by=1):
        nonlocal total
        {LONG}; third = dict(one=1, two=2, three=3); fourth = list(third.items()) + other
        total += by
        return total, steps, named
    return add

def counted(many):
    {LONG}; third = dict(one=1, two=2, three=3); fourth = list(third.items()) + other
    got = 0
    for number in range(many):
        got += (yield number) or 0
    return got

async def waited(value):
    {LONG}; third = dict(one=1, two=2, three=3); fourth = list(third.items()) + other
    return value * 2
"""


def loaded(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, SCRIPTS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Cut:
    """A module without bodies, and the rest that has them; `fetched` counts how often they were asked for."""

    def __init__(self, folder: Path) -> None:
        bodies = loaded("bodies").Bodies(level=2)
        self.code = bodies.cut(SOURCE.encode(), "/lib/cut.py", {("counter", 15)})
        self.found = bodies.found
        self.rest = loaded("rest_of_library")
        self.rest.REST = str(folder / "rest.zip")
        self.fetched = 0
        self.names: dict[str, Any] = {"__name__": "cut"}
        exec(self.code, self.names)

    def fetch(self) -> None:
        self.fetched += 1
        with zipfile.ZipFile(self.rest.REST, "w") as archive:
            archive.writestr(self.rest.BODIES, marshal.dumps(self.found))
            archive.writestr("later_module.py", "FOUND = 'it has come'")


@pytest.fixture
def cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cut]:
    made = Cut(tmp_path)
    browser = ModuleType("js")
    browser.igrotekaRest = made.fetch  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "js", browser)
    yield made
    sys.meta_path[:] = [one for one in sys.meta_path if type(one).__name__ != "Rest"]
    del sys.modules["builtins"].__whole__


def answers(names: dict[str, Any]) -> list[object]:
    child = names["Child"]()
    add = names["counter"](10, "a", "b", c=3)
    yielding = names["counted"](3)
    first, second = next(yielding), yielding.send(5)
    return [
        child.name(), child.name("!", loud=True), add(), add(by=4), first, second,
        list(names["counted"](4)), asyncio.run(names["waited"](21)),
    ]  # fmt: skip


def test_functions_without_bodies_do_what_they_did(cut: Cut) -> None:
    whole: dict[str, Any] = {"__name__": "whole"}
    exec(compile(SOURCE, "whole.py", "exec"), whole)
    assert len(cut.found) == 5, "all but the function that is called"
    assert cut.fetched == 0
    assert answers(cut.names) == answers(whole)
    assert cut.fetched == 1, "bodies come once"


def test_functions_without_bodies_look_as_they_did(cut: Cut) -> None:
    whole: dict[str, Any] = {"__name__": "whole"}
    exec(compile(SOURCE, "whole.py", "exec"), whole)
    for name in ("counter", "counted", "waited"):
        assert inspect.signature(cut.names[name]) == inspect.signature(whole[name])
    assert inspect.iscoroutinefunction(cut.names["waited"])
    assert inspect.isgeneratorfunction(cut.names["counted"])
    assert cut.fetched == 0


def test_functions_get_their_bodies_back(cut: Cut) -> None:
    add = cut.names["counter"](1)
    before = answers(cut.names)
    cut.rest.renew()
    functions = [cut.names["counted"], cut.names["Child"].name, add]
    assert all("__whole__" not in one.__code__.co_names for one in functions)
    assert add(by=2) == (3, (), {}), "what it closes over is still the same"
    assert answers(cut.names) == before


def test_a_module_of_the_rest_is_fetched_when_it_is_imported(
    cut: Cut, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cut.rest, "NAMES", frozenset(("later_module",)))
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("no_such_module")
    assert cut.fetched == 0
    assert importlib.import_module("later_module").FOUND == "it has come"
    assert cut.fetched == 1
    del sys.modules["later_module"]
