"""Running a server from the command line, and where its tables are."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console

from igroteka.cli import tables
from igroteka.cli.complaining import complain, complaints
from igroteka.cli.options import Lang
from igroteka.cli.speech import Speech
from igroteka.cli.tame import tame_lines
from igroteka.core import Refused
from igroteka.server.settings import DATABASE, Settings, from_environment, unknown
from igroteka.store.addresses import shown

Data = Annotated[
    Path | None, typer.Option("--data", help="The folder with the tables; your data folder by default.")
]
Database = Annotated[
    str | None,
    typer.Option("--database", help="postgresql://… instead of a folder; IGROTEKA_DATABASE hides it better."),
]
Redis = Annotated[
    str | None, typer.Option("--redis", help="redis://…, through which many servers wake each other up.")
]
Host = Annotated[str | None, typer.Option("--host", help="The address to listen on.")]
Port = Annotated[int | None, typer.Option("--port", help="The port to listen on; 0 takes a free one.")]
PublicUrl = Annotated[str | None, typer.Option("--public-url", help="Where people reach the server.")]
TlsCert = Annotated[Path | None, typer.Option("--tls-cert", help="A certificate, PEM.")]
TlsKey = Annotated[Path | None, typer.Option("--tls-key", help="Its private key, PEM.")]
Lan = Annotated[bool, typer.Option("--lan", help="Open to the home network, with a QR code for phones.")]
Pace = Annotated[float | None, typer.Option("--bot-pace", help="Seconds a bot takes for a move.")]
Patience = Annotated[
    float | None, typer.Option("--bot-patience", help="Seconds that bots leave a person's window open.")
]
MasterSeconds = Annotated[
    float | None, typer.Option("--master-seconds", help="Seconds that the bot Master may think at most.")
]
Bots = Annotated[
    list[str],
    typer.Option(
        "--bot",
        help="A bot of your own that people may choose: name=module:Class, name=policy.npz; may be repeated.",
    ),
]
LogLevel = Annotated[str | None, typer.Option("--log-level", help="debug, info, warning or error.")]


class _Lines(Console):
    """What a server prints; a pipe that nobody reads any more is a failure like others, not the end."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


console = _Lines()


def say(line: str, to: Console = console) -> None:
    """A line for whoever has given the command; names of files in it are no markup, and steer nothing."""
    to.print(tame_lines(line), markup=False, emoji=False, highlight=False, soft_wrap=True)


@contextmanager
def heard_or_not() -> Iterator[None]:
    """To print what a server says: it serves on where nobody reads that, or a full disk cannot take it."""
    try:
        yield
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)  # also what waits to be written when the process ends
        os.close(nowhere)


def run_server(
    data: Data = None,
    database: Database = None,
    redis: Redis = None,
    host: Host = None,
    port: Port = None,
    public_url: PublicUrl = None,
    tls_cert: TlsCert = None,
    tls_key: TlsKey = None,
    lan: Lan = False,
    bot_pace: Pace = None,
    bot_patience: Patience = None,
    master_seconds: MasterSeconds = None,
    bot: Bots = [],  # noqa: B006 - typer reads it, nobody changes it
    log_level: LogLevel = None,
    lang: Lang = None,
) -> None:
    """Serve tables over HTTP and WebSocket until Ctrl-C; a second start goes on where it was.

    Every setting can also be given as IGROTEKA_… in the environment, and some only there (docs/operating.md).

    igroteka serve --lan
    igroteka serve --public-url https://games.example --data /srv/igroteka
    igroteka serve --database postgresql://db/igroteka --redis redis://db
    """
    from igroteka.server.run import serve  # half a second, which the other commands need not wait

    speech = Speech(tables.language(lang))
    flags = {
        "data": None if data is None else str(data),
        "database": database,
        "redis": redis,
        "host": "0.0.0.0" if lan and host is None else host,
        "port": port,
        "public_url": public_url,
        "tls_cert": None if tls_cert is None else str(tls_cert),
        "tls_key": None if tls_key is None else str(tls_key),
        "bot_pace": bot_pace,
        "bot_patience": bot_patience,
        "master_seconds": master_seconds,
        "bots": ",".join(bot) or None,
        "log_level": log_level,
    }
    try:
        warn_of_unknown(speech)  # also where another one is refused: both are mended in one go
        settings = from_environment(os.environ, flags)
        if lan and not settings.public_url:
            settings = _for_phones(settings)
        serve(settings, lambda address: _ready(speech, settings, address, lan))
    except Refused as refused:
        complain(refused, speech.language, None)
    except KeyboardInterrupt:
        pass
    with heard_or_not():
        say(speech.line("server_stopped"))


def warn_of_unknown(speech: Speech) -> None:
    """A mistyped variable would leave the default in its place, and with it perhaps other tables."""
    for name, meant in unknown(os.environ):
        line = "setting_unknown_meant" if meant else "setting_unknown"
        say(speech.line(line, name=name, meant=meant), complaints)


def _for_phones(settings: Settings) -> Settings:
    """Links and QR codes name the address by which phones in the house reach this machine."""
    scheme = "https" if settings.tls_cert else "http"
    return msgspec.structs.replace(settings, public_url=f"{scheme}://{home_address()}:{settings.port}")


def home_address() -> str:
    """This machine's address in the home network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def _ready(speech: Speech, settings: Settings, address: str, lan: bool) -> None:
    from igroteka.server.http.static import has_page

    with heard_or_not():
        say(speech.line("server_ready", address=address))
        kept = speech.line("server_data", folder=str(settings.folder()))
        if settings.database:
            kept = speech.line("server_database", url=shown(settings.database))
        say(kept)
        if not has_page():
            say(speech.line("server_without_page"), complaints)
        if lan:
            import segno

            segno.make(address, error="m").terminal(compact=True)


def place(data: Path | None, database: str | None, speech: Speech) -> Path | str:
    """Where the tables are: in a file, or in the database of this address."""
    warn_of_unknown(speech)
    flags: dict[str, Any] = {"data": None if data is None else str(data), "database": database}
    if data is not None and database is None:
        flags["database"] = ""  # a folder that is named comes before a variable
    settings = from_environment(os.environ, flags)
    if settings.database and find_spec("asyncpg") is None:
        raise Refused("extra-missing", None, extra="scale")
    return settings.database or settings.folder() / DATABASE
