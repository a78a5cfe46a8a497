"""Keeping the tables of a server, from the command line: backup, restore, archive, prune."""

import asyncio
import errno
import os
import re
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Final

import typer

from igroteka.cli import tables
from igroteka.cli.complaining import complain, complaints
from igroteka.cli.ending import tidily
from igroteka.cli.options import Lang
from igroteka.cli.serve import Data, Database, place, say
from igroteka.cli.speech import Speech
from igroteka.core import Refused
from igroteka.store import Store, StoreFailed
from igroteka.store.addresses import shown
from igroteka.store.copies import backup as copy_out
from igroteka.store.copies import restore as copy_in
from igroteka.store.copies import shrink as shrink_file
from igroteka.store.schema import problem
from igroteka.store.sqlite import SqliteStore

_UNITS: Final = {"d": 86400.0, "h": 3600.0}
_LEAST_DAYS: Final = 30.0


def run_backup(
    file: Annotated[Path, typer.Argument(help="The file to write.")], data: Data = None, lang: Lang = None
) -> None:
    """Write a consistent copy of all tables to FILE; the server may go on running.

    The copy is checked before it takes the place of an older one of that name.

    igroteka backup tables-monday.sqlite3
    """
    speech = Speech(tables.language(lang))
    try:
        with tidily():
            copy_out(_database(data, speech), file)
    except Refused as refused:
        complain(refused, speech.language, None)
    say(speech.line("backup_written", file=str(file)))


def run_restore(
    file: Annotated[Path, typer.Argument(help="A file that `igroteka backup` has written.")],
    data: Data = None,
    lang: Lang = None,
) -> None:
    """Put a backup in place of the current tables; the server must be stopped.

    What has happened since the backup is gone; a file that is not whole is refused, and nothing changes.

    igroteka restore tables-monday.sqlite3
    """
    speech = Speech(tables.language(lang))
    try:
        with tidily():
            copy_in(file, _database(data, speech))
    except Refused as refused:
        complain(refused, speech.language, None)
    say(speech.line("backup_restored", file=str(file)))


def run_archive(
    older: Annotated[str, typer.Option("--older", help="How long nobody has touched them, for example 7d.")],
    data: Data = None,
    database: Database = None,
    lang: Lang = None,
) -> None:
    """Pack the logs of finished games: a tenth of the room, still replayed, verified and played on.

    Servers do so by themselves, some at a time, after IGROTEKA_ARCHIVE_HOURS (a week); this does it for all
    at once. On SQLite the server must be stopped; on PostgreSQL servers may go on running.

    igroteka archive --older 7d
    """
    speech = Speech(tables.language(lang))
    try:
        where, before = place(data, database, speech), time.time() - _span(older)
        count = asyncio.run(_changed(where, lambda store: store.archive(before)))
        say(speech.line("archived", count=count))
        if count or isinstance(where, str):
            _give_room(where, speech)
    except Refused as refused:
        complain(refused, speech.language, None)


def run_prune(
    older: Annotated[str, typer.Option("--older", help="How long nobody has touched them, for example 90d.")],
    shrink: Annotated[
        bool, typer.Option("--shrink", help="PostgreSQL: give the room to the disk; servers wait meanwhile.")
    ] = False,
    data: Data = None,
    database: Database = None,
    lang: Lang = None,
) -> None:
    """Delete tables that nobody has touched for a while (30 days at least).

    On SQLite the server must be stopped; on PostgreSQL servers may go on running.

    igroteka prune --older 90d
    """
    speech = Speech(tables.language(lang))
    try:
        where, before = place(data, database, speech), time.time() - _seconds(older)
        count = asyncio.run(_changed(where, lambda store: store.prune(before)))
        say(speech.line("pruned", count=count))
        if count or (shrink and isinstance(where, str)):
            _give_room(where, speech, is_full=shrink)
    except Refused as refused:
        complain(refused, speech.language, None)


async def _changed(where: Path | str, change: Callable[[Store], Awaitable[int]]) -> int:
    """How many tables it has changed; Refused where the store cannot."""
    store = await _store(where)
    try:
        return await change(store)
    except StoreFailed as failed:
        why = problem(cause if isinstance(cause := failed.__cause__, Exception) else failed)
        if isinstance(where, str):
            raise Refused("database-unreachable", None, url=shown(where), problem=why) from None
        raise Refused("data-unusable", None, file=str(where), problem=why) from None
    finally:
        await store.close()


def _give_room(where: Path | str, speech: Speech, is_full: bool = False) -> None:
    """Back to the disk; where that fails, what was asked for is done all the same.

    A file is written anew for that, for which a disk that is full has no room.
    """
    try:
        if isinstance(where, str):
            from igroteka.store.postgres import vacuum

            asyncio.run(vacuum(where, is_full=is_full))
        else:
            shrink_file(where)
    except Refused as refused:
        say(speech.line("room_stays", why=speech.refusal(refused.told())), complaints)


async def _store(where: Path | str) -> Store:
    if isinstance(where, str):
        from igroteka.store.postgres import PostgresStore

        return await PostgresStore.connected(where)
    if not where.exists():
        raise Refused("file-unreadable", None, file=str(where), problem=os.strerror(errno.ENOENT))
    return SqliteStore(where)


def _seconds(said: str) -> float:
    seconds = _span(said)
    if seconds < _LEAST_DAYS * _UNITS["d"]:
        raise Refused("span-too-short", None, days=int(_LEAST_DAYS))
    return seconds


def _span(said: str) -> float:
    found = re.fullmatch(r"(\d{1,6})([dh])", said.strip())
    if not found:
        raise Refused("span-unreadable", None, said=said[:60])
    return int(found[1]) * _UNITS[found[2]]


def _database(data: Path | None, speech: Speech) -> Path:
    """The file of the tables; what only a file can do is refused where a database is set."""
    where = place(data, None, speech)
    if isinstance(where, str):
        raise Refused("backup-is-the-databases", None, url=shown(where))
    return where
