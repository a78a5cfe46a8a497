"""A game on paper, from the command line: the page's own drawings, printed by a browser that is here."""

import errno
import functools
import json
import os
import secrets
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Annotated, Any, Final
from urllib.parse import urlencode

import typer

from igroteka.cli import tables
from igroteka.cli.complaining import complain
from igroteka.cli.options import Lang, Named
from igroteka.cli.serve import say
from igroteka.cli.speech import Speech
from igroteka.core import AnyGame, Refused
from igroteka.games import game as on_shelf
from igroteka.games import is_of_the_house

_BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_SECONDS: Final = 120
_FLAGS: Final = (
    "--headless", "--disable-gpu", "--no-pdf-header-footer", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--virtual-time-budget=20000",
)  # fmt: skip


class Paper(StrEnum):
    a4 = "a4"
    letter = "letter"


class Cards(StrEnum):
    poker = "poker"
    mini = "mini"


def run_print(
    game: Named,
    out: Annotated[Path, typer.Option("--out", help="The PDF to write.")],
    paper: Annotated[Paper, typer.Option("--paper", help="The sheets of your printer.")] = Paper.a4,
    cards: Annotated[Cards, typer.Option("--cards", help="63 × 88 mm, or 44 × 63.")] = Cards.poker,
    backs: Annotated[bool, typer.Option("--backs", help="Backs after every sheet, for both sides.")] = False,
    save_ink: Annotated[bool, typer.Option("--save-ink", help="Paler, and no backs.")] = False,
    parts: Annotated[
        Path | None,
        typer.Option("--parts", help="A parts file of your own (TOML), where the game takes one."),
    ] = None,
    all_eyes: Annotated[
        bool, typer.Option("--all-eyes", help="Colours that the colour-blind tell apart too.")
    ] = False,
    lang: Lang = None,
) -> None:
    """Write cards, tiles, chips, board, a label and a leaflet of rules as a PDF in true size, with cut marks.

    The page draws it (/print/GAME in a browser is the same); Chromium or Chrome has to be installed.
    """
    speech = Speech(tables.language(lang))
    asked = {"paper": paper, "cards": cards, "lang": tables.language(lang)}
    asked |= ({"backs": "yes"} if backs else {}) | ({"ink": "save"} if save_ink else {})
    asked |= {"eyes": "all"} if all_eyes else {}
    asked |= {"own": "yes"} if parts else {}
    try:
        drawn = _drawn(game)
        own = _own(drawn, parts) if parts else None
        _print(drawn.NAME, asked, out.resolve(), own)
    except Refused as refused:
        complain(refused, speech.language, None)
    say(speech.line("printed", file=str(out)))


def _drawn(name: str) -> AnyGame:
    """A game that the page has drawings of, one of the house; Refused for a guest."""
    game = on_shelf(name)
    if not is_of_the_house(game):
        raise Refused("nothing-to-print", None, game=name)
    return game


def _own(game: AnyGame, parts: Path) -> dict[str, Any]:
    """What a family's file says, as the game takes it; Refused if it does not."""
    tables.options(game, (), parts)
    return tables.manifest(parts)


def _print(game: str, asked: dict[str, str], out: Path, own: dict[str, Any] | None) -> None:
    from igroteka.server.http.site import write_site

    browser = _browser()
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        write_site(site)
        if own is not None:
            (site / "parts.json").write_text(json.dumps(own), "utf-8")
        with _serving(site) as address:
            _to_pdf(browser, f"{address}/#/print/{game}?{urlencode(asked)}", out, Path(folder))


def _browser() -> str:
    named = (os.environ.get("CHROMIUM"), *map(shutil.which, _BROWSERS))
    found = next((path for path in named if path), None)
    if found is None:
        raise Refused("no-browser-to-print")
    return found


def _to_pdf(browser: str, url: str, out: Path, folder: Path) -> None:
    """Printed beside the file that is asked for, whose place it takes once it is whole.

    What is no file is left alone: root could put one in the place of a device.
    """
    if out.exists() and not out.is_file():
        raise Refused("file-unwritable", None, file=str(out), problem=os.strerror(errno.EINVAL))
    root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    profile = f"--user-data-dir={folder / 'profile'}"
    fresh = out.with_name(f"{out.stem[:100]}.{secrets.token_hex(4)}.pdf")
    command = [browser, *_FLAGS, *root, profile, f"--print-to-pdf={fresh}", url]
    try:
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False)
        if not _is_whole(fresh):
            problem = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
            said = " ".join(problem)[:200] or f"exit status {done.returncode}"
            raise Refused("not-printed", None, problem=said)
        fresh.replace(out)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Refused("not-printed", None, problem=str(error)[:200]) from None
    finally:
        fresh.unlink(missing_ok=True)


def _is_whole(pdf: Path) -> bool:
    """A browser whose disk is full writes as much as there is room for, and says that all is well."""
    return pdf.is_file() and pdf.read_bytes().rstrip().endswith(b"%%EOF")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Nobody needs to read who asked for which file."""


@contextmanager
def _serving(folder: Path) -> Iterator[str]:
    """The files of the site on this machine alone, for as long as the browser prints them."""
    handler = functools.partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
