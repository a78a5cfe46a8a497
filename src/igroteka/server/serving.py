"""Running a server: one process, one port, one SQLite file."""

import asyncio
import contextlib
import socket
from collections.abc import Callable

import uvicorn

from igroteka.core import Refused
from igroteka.server import logs
from igroteka.server.app import make_app
from igroteka.server.entropy import Entropy
from igroteka.server.hub import Hub
from igroteka.server.metrics import Metrics
from igroteka.server.settings import Settings
from igroteka.store import SqliteStore

DATABASE = "igroteka.sqlite3"


def serve(settings: Settings, ready: Callable[[str], None], entropy: Entropy | None = None) -> None:
    """Until Ctrl-C or SIGTERM; `ready` hears the address once people can connect."""
    logs.set_up(settings.log_level)
    with contextlib.closing(_listening(settings)) as sock:
        with asyncio.Runner(loop_factory=_loop()) as runner:
            runner.run(_serve(settings, sock, ready, entropy or Entropy()))


async def _serve(
    settings: Settings, sock: socket.socket, ready: Callable[[str], None], entropy: Entropy
) -> None:
    folder = settings.folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused("data-unusable", None, file=str(folder), problem=error.strerror or "") from None
    store = SqliteStore(folder / DATABASE)
    hub = Hub(store, settings, entropy, Metrics())
    server = uvicorn.Server(_config(settings, hub))
    serving = asyncio.create_task(server.serve(sockets=[sock]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        ready(settings.origin())
    await serving


def _config(settings: Settings, hub: Hub) -> uvicorn.Config:
    return uvicorn.Config(
        make_app(hub),
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=False,
        ssl_certfile=settings.tls_cert or None,
        ssl_keyfile=settings.tls_key or None,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or None,
        timeout_graceful_shutdown=5,
        server_header=False,
    )


def _listening(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    sock = socket.socket(family)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
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
