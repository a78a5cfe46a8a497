"""Where the results of long work go, looked at before the work; and how a bot that failed is told of."""

import os
from pathlib import Path
from typing import Annotated, NoReturn, TypeAlias

import typer

from igroteka.cli.tame import tame_lines
from igroteka.cli.watching import complaints
from igroteka.core import Refused

Limit: TypeAlias = Annotated[
    float,
    typer.Option(
        "--limit",
        min=0,
        max=10**6,
        help="Seconds by the clock for one choice of a bot of your own: then it has failed. 0: no limit.",
    ),
]


def need_writable(*files: Path | None) -> None:
    """Refused before the first game if what comes of it could not be written there, each in its own file."""
    places = [file.resolve() for file in files if file is not None]
    if again := next((place for place in places if places.count(place) > 1), None):
        raise typer.BadParameter(f"{again} would be written twice: each result wants a file of its own")
    for file in files:
        if file is None:
            continue
        is_new = not file.exists()
        try:
            file.open("ab").close()
            if is_new:
                file.unlink()
        except OSError as error:
            raise _unwritable(file, error) from None


def need_folder(folder: Path | None) -> None:
    """The folder, made where there is none; or Refused."""
    if folder is None:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder, error) from None
    need_writable(folder / ".igroteka")


def _unwritable(path: Path, error: OSError) -> Refused:
    return Refused("file-unwritable", None, file=str(path), problem=error.strerror or "")


def tell_bot_failed(failed: Exception) -> NoReturn:
    """In one line, or with all of its traceback where that is asked for."""
    if os.environ.get("IGROTEKA_TRACE"):
        raise failed
    complaints.print(tame_lines(str(failed)), soft_wrap=True)
    raise SystemExit(1) from None
