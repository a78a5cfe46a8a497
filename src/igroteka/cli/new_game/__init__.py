"""`igroteka new-game`: a package with a tiny working game, to be changed into one's own."""

import keyword
import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Final

import typer

from igroteka.cli import tables
from igroteka.cli.speech import Speech
from igroteka.core import Refused
from igroteka.games import SHELF

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{1,29}")
_MARK: Final = re.compile(r"@(\w+)@")
_SUFFIX: Final = ".tmpl"


def run(
    name: Annotated[str, typer.Argument(help="The name of the game: small letters, digits and _.")],
    out: Annotated[
        Path | None, typer.Option("--out", help="The folder to make; one with the game's name by default.")
    ] = None,
    lang: Annotated[
        str | None, typer.Option("--lang", help="ru or en; the system's language by default.")
    ] = None,
) -> None:
    """Make a package with a tiny working game: installable, playable and tested, to change into yours."""
    folder = out or Path(name)
    make(name, folder)
    print(Speech(tables.language(lang)).line("new_game_made", name=name, folder=str(folder)))


def make(name: str, folder: Path) -> None:
    """Write the package into a new folder, or Refused."""
    _need_name(name)
    if folder.exists():
        raise Refused("file-exists", None, file=str(folder))
    words = {"name": name, "Title": _title(name), "Class": _title(name).replace(" ", ""), "XX": _prefix(name)}
    try:
        for path, text in _written(files(__name__).joinpath("template"), Path(), words):
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, "utf-8")
    except OSError as error:
        raise Refused("file-unwritable", None, file=str(folder), problem=error.strerror or "") from None


def _need_name(name: str) -> None:
    if not _NAME.fullmatch(name) or name.endswith("_") or keyword.iskeyword(name):
        raise Refused("game-name-unusable", None, name=name)
    if name in SHELF:
        raise Refused("game-name-taken", None, name=name)


def _title(name: str) -> str:
    return name.replace("_", " ").title()


def _prefix(name: str) -> str:
    """Two letters that no game on the shelf begins its clauses with."""
    letters = [letter.upper() for letter in name if letter.isalpha()] + ["X", "Y", "Z"]
    taken = {game.CLAUSES for game in SHELF.values()}
    return next(pair for second in letters[1:] if (pair := letters[0] + second) not in taken)


def _written(folder: Traversable, within: Path, words: dict[str, str]) -> Iterator[tuple[Path, str]]:
    """Every file of the template with the game's own words in name and text."""
    for entry in folder.iterdir():
        path = within / _filled(entry.name, words)
        if entry.is_dir():
            yield from _written(entry, path, words)
        elif entry.name.endswith(_SUFFIX):
            yield path.with_name(path.name.removesuffix(_SUFFIX)), _filled(entry.read_text("utf-8"), words)


def _filled(text: str, words: dict[str, str]) -> str:
    return _MARK.sub(lambda mark: words[mark[1]], text)
