"""The WebSocket of a table: hello first, then messages both ways until one side has enough."""

import asyncio
import contextlib
from typing import Any, Final, TypeAlias

import msgspec
from litestar import WebSocket
from litestar import websocket as route
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from igroteka.core import Refused
from igroteka.server.cluster.presence import make_place
from igroteka.server.connection.admission import Admission, address_of
from igroteka.server.connection.frames import frames_of
from igroteka.server.connection.messages import Bye, Hello
from igroteka.server.connection.session import Session, read_message
from igroteka.server.hub import Hub
from igroteka.server.logs import logger
from igroteka.server.table.room import Room
from igroteka.server.table.tell import link_of
from igroteka.store import StoreFailed

AnyWebSocket: TypeAlias = WebSocket[Any, Any, State]

_POLICY: Final = 1008
_FAULT: Final = 1011
_TRY_LATER: Final = 1013
_CATCHING_UP: Final = 0.1


@route("/ws/{table:str}")
async def table_websocket(socket: AnyWebSocket, table: FromPath[str]) -> None:
    admission: Admission = socket.app.state.admission
    if not admission.is_own_origin(socket):
        await socket.close(_POLICY, "wrong-origin")  # before the handshake: HTTP 403
        return
    await socket.accept()
    try:
        await admission.need_request(socket)
    except Refused as refused:
        await _bye(socket, refused.reason, _TRY_LATER)
        return
    address = address_of(socket)
    if (place := await admission.enter(address)) is None:
        await _bye(socket, "too-many-sockets", _TRY_LATER)
        return
    try:
        await _greet(socket, table)
    except (WebSocketDisconnect, ConnectionError):
        pass
    except Exception as error:
        logger.error("fault on a connection", exc_info=error)
        await _bye(socket, "server-error", _FAULT)
    finally:
        admission.leave(address, place)


async def _greet(socket: AnyWebSocket, table: str) -> None:
    """Who is it? Then let it in."""
    hub: Hub = socket.app.state.hub
    try:
        hello = read_message(await _first(socket, hub.settings.hello_seconds))
        if not isinstance(hello, Hello):
            raise Refused("hello-first")
        room = await hub.room(table)
        person = hub.person(room, hello.token)
    except TimeoutError:
        await _bye(socket, "hello-first", _POLICY)
    except Refused as refused:
        await _bye(socket, refused.reason, _POLICY)
    except StoreFailed:
        await _bye(socket, "one-moment", _TRY_LATER)
    else:
        await _serve(socket, hub, room, person.id if person else None)


async def _serve(socket: AnyWebSocket, hub: Hub, room: Room, who: str | None) -> None:
    """Hear the client out, message by message; it is told what is new as soon as there is something."""
    frames, admission = frames_of(socket.scope), socket.app.state.admission
    link = link_of(admission.origin(socket), room)
    session = Session(room, who, link, frames, admission.bucket(), hub.metrics)
    frames.ready_again = session.flush
    room.came(session)
    make_place(room, who, hub.settings.sockets_per_seat)
    session.poke(table=True, game=True)
    try:
        while (frame := await frames.read()) is not None:
            await session.hear(frame, hub.entropy.monotonic())
            while session.is_behind and not frames.disconnected:
                await asyncio.sleep(_CATCHING_UP)  # it does not read: it is not heard either
    finally:
        room.went(session)


async def _first(socket: AnyWebSocket, seconds: float) -> str | bytes:
    async with asyncio.timeout(seconds):
        frame = await frames_of(socket.scope).read()
    if frame is None:
        raise WebSocketDisconnect(detail="left without a word")
    return frame


async def _bye(socket: AnyWebSocket, reason: str, code: int) -> None:
    with contextlib.suppress(Exception):
        await socket.send_data(msgspec.json.encode([Bye(reason)]).decode(), mode="text")
        await socket.close(code, reason)
