"""A site without a server, from the command line."""

from pathlib import Path
from typing import Annotated

import typer

from igroteka.cli import tables
from igroteka.cli.complaining import complain
from igroteka.cli.options import Lang
from igroteka.cli.serve import say
from igroteka.cli.speech import Speech
from igroteka.core import Refused


def run_site(
    folder: Annotated[Path, typer.Argument(help="A new or empty folder.")],
    lang: Lang = None,
) -> None:
    """Write the page as plain files for any web space: all games with bots and on one screen, no server.

    The same rules run in the browser (docs/offline.md). To try it: python -m http.server --directory FOLDER
    """
    from igroteka.server.http.site import write_site

    speech = Speech(tables.language(lang))
    try:
        size = write_site(folder)
    except Refused as refused:
        complain(refused, speech.language, None)
    line = speech.line("site_written", folder=str(folder), megabytes=f"{size / 1e6:.1f}")
    say(line)
