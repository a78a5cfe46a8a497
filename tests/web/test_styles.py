"""What a style names is there: a browser passes over a colour or size that nobody has defined."""

import re
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).parents[2] / "web"
SOURCES: Final = {
    path: path.read_text("utf-8")
    for path in [WEB / "index.html", *(WEB / "src").rglob("*")]
    if path.suffix in {".svelte", ".css", ".ts", ".html"}
}


def test_every_variable_of_a_style_is_defined_somewhere():
    """The end of UpTurn lay on a colour that had another name by then: white tiles on white."""
    defined = set(re.findall(r"""(--[\w-]+)["']?\s*[:=,)]""", _without_uses("\n".join(SOURCES.values()))))
    used = {
        (name, path.relative_to(WEB).as_posix())
        for path, text in SOURCES.items()
        for name in re.findall(r"var\(\s*(--[\w-]+)\s*\)", text)
    }
    assert len(used) > 100
    assert sorted((name, path) for name, path in used if name not in defined) == []


def _without_uses(text: str) -> str:
    return re.sub(r"var\(\s*--[\w-]+", "", text)
