"""Nothing lies about that nobody uses: a name that stands in one place is its own definition, no more."""

import ast
import re
import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
KINDS = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
FOUND = ("test", "Test", "pytest_", "on_", "PageHook")
"""Names by which pytest, mkdocs and hatchling find what they call."""
CODE = {".py", ".ts", ".svelte", ".js", ".mjs", ".cjs", ".html", ".toml", ".md", ".ipynb"}


@cache
def files() -> dict[str, str]:
    told = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    names = [name for name in told.splitlines() if Path(name).suffix in CODE and (ROOT / name).is_file()]
    return {name: (ROOT / name).read_text("utf-8") for name in names}


@cache
def counts() -> Counter[str]:
    found: Counter[str] = Counter()
    for text in files().values():
        found.update(re.findall(r"\w+", text))
    return found


def defined_in_python(text: str) -> Iterator[str]:
    """Functions and classes of a module; what is decorated is used by the decorator, tests by pytest."""
    for node in ast.parse(text).body:
        if isinstance(node, KINDS) and not node.decorator_list and not node.name.startswith(FOUND):
            yield node.name


def exported_in_typescript(text: str) -> list[str]:
    return re.findall(r"^export (?:async )?(?:function|const|let|class|type|interface) (\w+)", text, re.M)


def test_every_function_and_class_is_used_somewhere() -> None:
    python = {name: text for name, text in files().items() if name.endswith(".py")}
    assert [(f, n) for f, text in python.items() for n in defined_in_python(text) if counts()[n] < 2] == []


def test_everything_that_a_file_of_the_page_exports_is_used_somewhere() -> None:
    page = {
        name: text for name, text in files().items() if name.startswith("web/src/") and name.endswith(".ts")
    }
    written = {name for name in page if name.startswith("web/src/wire/")}  # from Python, whole
    left = {name: text for name, text in page.items() if name not in written}
    assert [(f, n) for f, text in left.items() for n in exported_in_typescript(text) if counts()[n] < 2] == []


WORDS = re.compile(r"web/src/(.*/)?(words|ui\.ru|ui\.en)\.ts")


def words_of_the_page(text: str) -> list[str]:
    """The keys of a dictionary of the page, those of its first language."""
    return re.findall(r"^  (\w+): ", text.split("\nconst en", 1)[0], re.M)


def unsaid(keys: list[str], places: Iterable[str]) -> list[str]:
    """Those that no place asks for, by a dot or by their name in quotation marks."""
    said = "\n".join(places)
    return [key for key in keys if not re.search(rf"\.{key}\b|[\"']{key}[\"']", said)]


def test_every_word_of_the_page_is_said_somewhere() -> None:
    """A game's words in its own folder, others anywhere on the page."""
    page = {name: text for name, text in files().items() if name.startswith("web/src/")}
    books = [name for name in page if WORDS.fullmatch(name)]
    assert len(books) > 10
    for name in books:
        folder = f"{Path(name).parent}/" if name.startswith("web/src/tables/") else "web/src/"
        places = [text for at, text in page.items() if at.startswith(folder) and at not in books]
        assert unsaid(words_of_the_page(page[name]), places) == [], name


def test_every_line_of_the_house_is_said_somewhere() -> None:
    """By its name, or by the beginning of it: `f"review_{term}"`."""
    code = [text for name, text in files().items() if name.startswith("src/") and name.endswith(".py")]
    begun = tuple(re.findall(r"f\"(\w+_)\{", "\n".join(code)))
    lines = tomllib.loads((ROOT / "src/igroteka/core/texts/en.toml").read_text("utf-8"))["lines"]
    assert [key for key in unsaid(list(lines), code) if not key.startswith(begun)] == []


def test_what_nobody_uses_is_found() -> None:
    planted = (
        "def _left_behind(): ...\n@app.command()\ndef told(): ...\ndef test_it(): ...\nclass Kept: ...\n"
    )
    assert list(defined_in_python(planted)) == ["_left_behind", "Kept"]
    assert exported_in_typescript("export const a = 1;\nconst b = 2;\nexport async function c() {}") == [
        "a",
        "c",
    ]
    keys = words_of_the_page(
        'const ru = {\n  a: "A",\n  b: (n: number) => n,\n};\n\nconst en = {\n  c: "C",\n'
    )
    assert (keys, unsaid(keys, ["words().a"])) == (["a", "b"], ["b"])
