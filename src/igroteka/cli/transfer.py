"""Where tables are kept, from the command line: migrate, export, import."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from igroteka.cli import tables
from igroteka.cli.complaining import complain
from igroteka.cli.ending import tidily
from igroteka.cli.options import Lang
from igroteka.cli.serve import Data, Database, place, say
from igroteka.cli.speech import Speech
from igroteka.core import Refused
from igroteka.server.entropy import Entropy
from igroteka.store.addresses import shown
from igroteka.store.sqlite import migrated as migrated_file
from igroteka.store.transfer import export_tables, import_tables


def run_migrate(data: Data = None, database: Database = None, lang: Lang = None) -> None:
    """Bring the tables to the version of this Igroteka; safe to run twice, and from two places at once.

    On SQLite a server does so when it starts; on PostgreSQL it comes first, and servers may go on.

    igroteka migrate --database postgresql://db/igroteka
    """
    speech = Speech(tables.language(lang))
    try:
        where = place(data, database, speech)
        before, after = asyncio.run(_migrate(where))
    except Refused as refused:
        complain(refused, speech.language, None)
    name = shown(where) if isinstance(where, str) else str(where)
    line = "migrated" if before < after else "migrated_already"
    say(speech.line(line, name=name, before=before, after=after))


async def _migrate(where: Path | str) -> tuple[int, int]:
    if isinstance(where, Path):
        return migrated_file(where)
    from igroteka.store.postgres import migrated

    return await migrated(where)


def run_export(
    file: Annotated[Path, typer.Argument(help="The file to write; it must not be there yet.")],
    data: Data = None,
    database: Database = None,
    lang: Lang = None,
) -> None:
    """Write all tables of SQLite or PostgreSQL to FILE; servers may go on running.

    igroteka export tables.sqlite3
    igroteka export tables.sqlite3 --database postgresql://db/igroteka
    """
    speech = Speech(tables.language(lang))
    try:
        with tidily():
            count = asyncio.run(export_tables(place(data, database, speech), file))
    except Refused as refused:
        complain(refused, speech.language, None)
    say(speech.line("exported", count=count, file=str(file)))


def run_import(
    file: Annotated[Path, typer.Argument(help="A file that `igroteka export` or `backup` has written.")],
    data: Data = None,
    database: Database = None,
    lang: Lang = None,
) -> None:
    """Add all tables of FILE to SQLite (its server stopped) or PostgreSQL; none may be there already.

    One whose short code another table has gets a new code; its link stays.

    igroteka import tables.sqlite3 --database postgresql://db/igroteka
    """
    speech, codes = Speech(tables.language(lang)), dict[str, str]()

    def fresh(old: str) -> str:
        return codes.setdefault(old, Entropy().code())

    try:
        count = asyncio.run(import_tables(file, place(data, database, speech), fresh))
    except Refused as refused:
        complain(refused, speech.language, None)
    for old, new in codes.items():
        say(speech.line("code_taken", old=old, new=new))
    say(speech.line("imported", count=count, file=str(file)))
