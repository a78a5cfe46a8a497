"""Running a server: one process, one port, one SQLite file or one database beside others."""

import asyncio
import contextlib
import gc
import os
import secrets
import signal
import socket
import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from igroteka.bots.levels import add as add_bots
from igroteka.core import Refused
from igroteka.server import logs
from igroteka.server.app import make_app
from igroteka.server.cluster.neighbours import ALONE, Neighbours, Unheard
from igroteka.server.connection.crowd import Crowd
from igroteka.server.connection.frames import Frames
from igroteka.server.connection.http_protocol import HttpProtocol
from igroteka.server.connection.proxies import Proxies
from igroteka.server.connection.rush import Rush
from igroteka.server.connection.tls_door import TlsDoor
from igroteka.server.connection.unread import Unread
from igroteka.server.entropy import Entropy
from igroteka.server.guests import WATCH
from igroteka.server.hub import Hub
from igroteka.server.metrics import Metrics
from igroteka.server.settings import DATABASE, Settings, listed
from igroteka.server.thinking.here import ThinkingHere
from igroteka.server.thinking.thought import Thinking
from igroteka.server.watched_store import WatchedStore
from igroteka.store import Store, StoreFailed
from igroteka.store.sqlite import SqliteStore

_SWITCH_SECONDS = 0.001
"""How long a bot that thinks may hold the interpreter while the event loop waits for it."""
_DESCRIPTORS = 65_536
"""Of open files and sockets; more than one process can serve."""
_LEAVING = 512
"""Sockets that are waited for after a good-bye: each takes some 50 kB, and strangers do not hang up."""
_UNREAD = 128 * 1024
"""Bytes that the system keeps for a client that does not read; it would be megabytes otherwise."""


def serve(settings: Settings, ready: Callable[[str], None], entropy: Entropy | None = None) -> None:
    """Until Ctrl-C or SIGTERM; `ready` hears the address once people can connect."""
    logs.set_up(settings.log_level)
    add_bots(settings.bots)
    _spare_the_collector()
    sys.setswitchinterval(_SWITCH_SECONDS)
    WATCH.set_up()
    with contextlib.closing(_listening(settings)) as sock:
        settings = settings.at(sock.getsockname()[1])
        with asyncio.Runner(loop_factory=_loop()) as runner:
            runner.run(_serve(settings, sock, ready, entropy or Entropy()))


async def _serve(
    settings: Settings, sock: socket.socket, ready: Callable[[str], None], entropy: Entropy
) -> None:
    metrics = Metrics()
    store = WatchedStore(await _store(settings), metrics)
    thinking = _thinking(settings)
    hub = Hub(store, settings, entropy, metrics, _neighbours(settings, store), thinking)
    server = _Server(_config(settings, hub), hub)
    try:
        _load(server.config, settings)
        with contextlib.suppress(
            StoreFailed
        ):  # it is logged; a server that cannot write is ill from the start
            await store.prove()
        await hub.cluster.start()
        await thinking.start()
    except Refused:
        await store.close()
        raise
    server.heed_hangup()
    serving = asyncio.create_task(server.serve(sockets=[sock]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        ready(settings.origin())
    await serving


async def _store(settings: Settings) -> Store:
    """The database that is named, or a file in the data folder; Refused if it cannot be used."""
    if settings.database:
        _need_scale()
        from igroteka.store.postgres import PostgresStore

        return await PostgresStore.connected(settings.database)
    folder = settings.folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # the log holds secrets
    except OSError as error:
        raise Refused("data-unusable", None, file=str(folder), problem=error.strerror or "") from None
    store = SqliteStore(folder / DATABASE)
    _warn_of_readers(store.path)
    return store


def _warn_of_readers(file: Path) -> None:
    """A file that was copied here by hand may be readable for everybody on the machine: it is left as it is,
    since somebody may want it so, and said."""
    mode = file.stat().st_mode & 0o777
    if os.name == "posix" and mode & file.parent.stat().st_mode & 0o077:
        fields = {"file": str(file), "mode": f"{mode:03o}", "better": f"chmod 600 {file}*"}
        logs.logger.warning("others on this machine can read the tables", extra={"fields": fields})


def _neighbours(settings: Settings, store: Store) -> Neighbours:
    """Other servers: none on a file, heard over Redis on a database, or not heard at all."""
    if not store.is_shared:
        return ALONE
    if not settings.redis:
        return Unheard()
    from igroteka.server.cluster.redis import RedisNeighbours

    return RedisNeighbours(settings.redis, store.identity, secrets.token_hex(6))


def _thinking(settings: Settings) -> Thinking:
    """In processes of this server, unless there are workers that are heard over Redis."""
    here = ThinkingHere(settings.thinking_processes or os.cpu_count() or 1)
    if not settings.redis:
        return here
    _need_scale()
    from igroteka.server.thinking.elsewhere import ThinkingElsewhere

    return ThinkingElsewhere(settings.redis, secrets.token_hex(6), here, says_so=not settings.database)


def _need_scale() -> None:
    if not find_spec("asyncpg") or not find_spec("redis"):
        raise Refused("extra-missing", None, extra="scale")


class _Server(uvicorn.Server):
    """Lets nobody in any more, then says good-bye; a signal to stop is heard, and not raised again."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self._hub = hub
        self._door: TlsDoor | None = None

    def heed_hangup(self) -> None:
        """A terminal that is closed ends the server as Ctrl-C does, unless it is told to ignore that."""
        hangup = getattr(signal, "SIGHUP", None)  # Windows has none
        if hangup is not None and signal.getsignal(hangup) is signal.SIG_DFL:
            asyncio.get_running_loop().add_signal_handler(hangup, self.handle_exit, hangup, None)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """With a certificate hands are shaken at a door of ours, not by the event loop."""
        if self.config.ssl is None or not sockets:
            await super().startup(sockets)
            return
        http: Any = self.config.http_protocol_class
        self._door = TlsDoor(self.config.ssl, http.seconds, http.crowd)
        await super().startup([])
        given = {"config": self.config, "server_state": self.server_state, "app_state": self.lifespan.state}
        self._door.open(sockets[0], partial(http, **given))

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._door is not None:
            await self._door.close()
        for listening in (*self.servers, *(sockets or ())):
            listening.close()  # who comes now is refused at once, and finds another server
        await self._hub.say_good_bye()
        await super().shutdown(sockets)
        await self._hub.close()  # also when a second Ctrl-C has cut it short


def _spare_the_collector() -> None:
    """What is loaded by now stays, and what a move leaves behind has no cycles: look for them seldom."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def _config(settings: Settings, hub: Hub) -> uvicorn.Config:
    rush = Rush(settings.requests_per_minute)
    proxies = Proxies(listed(settings.trusted_proxies), rush)
    return uvicorn.Config(
        proxies.around(make_app(hub)),
        log_config=None,
        access_log=False,
        http=_http(settings, hub, rush, proxies),
        ws=Frames,
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=settings.ping_seconds,
        ws_ping_timeout=settings.ping_seconds,
        ssl_certfile=settings.tls_cert or None,
        ssl_keyfile=settings.tls_key or None,
        proxy_headers=False,
        timeout_graceful_shutdown=5,
        server_header=False,
    )


def _http(settings: Settings, hub: Hub, rush: Rush, proxies: Proxies) -> type[HttpProtocol]:
    """Half of the descriptors may be connections that are no table's; the rest is for tables."""
    descriptors = _descriptors()
    known = {
        "seconds": settings.request_seconds,
        "greetings": hub.greetings,
        "crowd": Crowd(descriptors // 2),
        "leaving": Crowd(min(_LEAVING, descriptors // 8)),
        "unread": Unread(),
        "rush": rush,
        "proxies": proxies,
    }
    return type("Http", (HttpProtocol,), known)


def _descriptors() -> int:
    """As many as the system lets the process have: a shell gives a thousand, which a stranger can use up."""
    try:
        import resource
    except ImportError:  # Windows has no such bound
        return _DESCRIPTORS
    few, many = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _DESCRIPTORS if many == resource.RLIM_INFINITY else min(many, _DESCRIPTORS)
    if few == resource.RLIM_INFINITY or few >= most:
        return most
    with contextlib.suppress(OSError, ValueError):  # not allowed here: what there is has to do
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, many))
        return most
    return few


def _load(config: uvicorn.Config, settings: Settings) -> None:
    """The certificate is read here; Refused if it cannot be used."""
    try:
        config.load()
    except OSError as error:  # ssl.SSLError is one; of a missing file it says everything but the name
        for file in filter(None, (settings.tls_cert, settings.tls_key)):
            _need_readable(file)
        problem = error.strerror or str(error)
        raise Refused(
            "tls-unusable", None, cert=settings.tls_cert, key=settings.tls_key, problem=problem
        ) from None


def _need_readable(file: str) -> None:
    try:
        with open(file, "rb"):
            return
    except OSError as error:
        raise Refused("file-unreadable", None, file=file, problem=error.strerror or "") from None


def _listening(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    sock = socket.socket(family)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNREAD)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # who takes nothing for this long is gone, whatever it says
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(3000 * settings.ping_seconds))
    try:
        sock.bind((settings.host, settings.port))
    except OSError as error:
        sock.close()
        problem = error.strerror or str(error)
        raise Refused("port-taken", None, host=settings.host, port=settings.port, problem=problem) from None
    return sock


def _loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
