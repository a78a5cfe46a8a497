"""`igroteka think`: processes that think for the bot Master, on any machine that reaches Redis."""

import os
from importlib.util import find_spec
from typing import Annotated, Any

import typer

from igroteka.cli import tables
from igroteka.cli.complaining import complain
from igroteka.cli.options import Lang
from igroteka.cli.serve import LogLevel, heard_or_not, say, warn_of_unknown
from igroteka.cli.speech import Speech
from igroteka.core import Refused
from igroteka.server import logs
from igroteka.server.settings import from_environment
from igroteka.store.addresses import shown


def run_worker(
    redis: Annotated[
        str | None,
        typer.Option(
            "--redis", help="redis://…, the one that the servers have; IGROTEKA_REDIS hides it better."
        ),
    ] = None,
    processes: Annotated[
        int | None,
        typer.Option("--processes", min=1, max=1024, help="Thoughts at once; one for each core by default."),
    ] = None,
    log_level: LogLevel = None,
    lang: Lang = None,
) -> None:
    """Think for the bot Master of all servers on this Redis, until Ctrl-C.

    Start it where there are cores to spare: beside the servers, or on machines of its own; as often as you
    like, and stop it whenever you like. Servers notice within a second or two. What a worker is told is the
    view of the seat that has to choose, never the rest of the table.

    A table that asks much waits behind one that asks little. Where more tables wait than there are
    processes, each thought gets less time, and people at those tables are told. Without any worker a server
    thinks in processes of its own.

    Example: igroteka think --redis redis://10.0.0.5:6379/0 --processes 8
    """
    speech = Speech(tables.language(lang))
    flags: dict[str, Any] = {"redis": redis, "thinking_processes": processes, "log_level": log_level}
    try:
        warn_of_unknown(speech)
        settings = from_environment(os.environ, flags)
        if not settings.redis:
            raise Refused("think-needs-redis")
        if find_spec("redis") is None:
            raise Refused("extra-missing", None, extra="scale")
        from igroteka.server.thinking.worker import work

        logs.set_up(settings.log_level)
        count = settings.thinking_processes or os.cpu_count() or 1
        told = speech.line("worker_ready", count=count, url=shown(settings.redis))
        work(settings.redis, count, lambda: _say(told))
    except Refused as refused:
        complain(refused, speech.language, None)
    _say(speech.line("worker_stopped"))


def _say(line: str) -> None:
    with heard_or_not():
        say(line)
