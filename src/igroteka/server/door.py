"""The socket of a table: hello first, then messages both ways until one side has enough."""

import asyncio
import contextlib
from typing import Any, Final, TypeAlias

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from igroteka.core import Refused
from igroteka.server.doorkeeper import Doorkeeper, address_of
from igroteka.server.hub import Hub
from igroteka.server.logs import logger
from igroteka.server.messages import Bye, Hello
from igroteka.server.room import Room
from igroteka.server.socket import Socket, read_message
from igroteka.server.telling import link_of

AnySocket: TypeAlias = WebSocket[Any, Any, State]

_HELLO_SECONDS: Final = 10.0
_POLICY: Final = 1008
_TRY_LATER: Final = 1013


@websocket("/ws/{table:str}")
async def table_socket(socket: AnySocket, table: str) -> None:
    hub: Hub = socket.app.state.hub
    keeper: Doorkeeper = socket.app.state.doorkeeper
    if not keeper.is_own_origin(socket):
        await socket.close(_POLICY, "wrong-origin")
        return
    address = address_of(socket)
    if not keeper.addresses.enter(address):
        await socket.close(_TRY_LATER, "too-many-sockets")
        return
    try:
        await socket.accept()
        await _greet(socket, hub, keeper, table)
    except (WebSocketDisconnect, ConnectionError):
        return
    except Exception as error:
        logger.error("fault on a socket", exc_info=error)
        await _bye(socket, "server-error", 1011)
    finally:
        keeper.addresses.leave(address)


async def _greet(socket: AnySocket, hub: Hub, keeper: Doorkeeper, table: str) -> None:
    """Who is it? Then let it in."""
    try:
        hello = read_message(await _first(socket))
        if not isinstance(hello, Hello):
            raise Refused("hello-first")
        room = await hub.room(table)
        person = hub.person(room, hello.token)
    except TimeoutError:
        await _bye(socket, "hello-first", _POLICY)
        return
    except Refused as refused:
        await _bye(socket, refused.reason, _POLICY)
        return
    who = person.id if person else None
    seat_key = f"{table}/{who}"
    if who is not None and not keeper.seats.enter(seat_key):
        await _bye(socket, "too-many-sockets", _TRY_LATER)
        return
    try:
        await _serve(socket, hub, keeper, room, who)
    finally:
        if who is not None:
            keeper.seats.leave(seat_key)


async def _serve(socket: AnySocket, hub: Hub, keeper: Doorkeeper, room: Room, who: str | None) -> None:
    """Hear the client out, message by message, while a task of its own tells it what is new."""
    send = socket.send

    async def tell(frame: bytes) -> None:
        await send({"type": "websocket.send", "text": frame.decode(), "bytes": None})

    onlooker = Socket(room, who, link_of(hub, room), tell, keeper.bucket(), hub.metrics)

    async def pump() -> None:
        await onlooker.pump()
        await send({"type": "websocket.close", "code": _POLICY, "reason": None})

    pumping = asyncio.get_running_loop().create_task(pump())
    room.sockets.add(onlooker)
    room.tell(table=True, game=False)
    try:
        while (frame := await _frame(socket)) is not None:
            await onlooker.hear(frame, hub.entropy.now())
    finally:
        room.sockets.discard(onlooker)
        pumping.cancel()
        await asyncio.gather(pumping, return_exceptions=True)
        room.tell(table=True, game=False)


async def _frame(socket: AnySocket) -> str | bytes | None:
    """The next frame; None when the connection is gone."""
    message: Any = await socket.receive()
    if message["type"] == "websocket.disconnect":
        return None
    text = message.get("text")
    return text if text is not None else message.get("bytes") or b""


async def _first(socket: AnySocket) -> str | bytes:
    async with asyncio.timeout(_HELLO_SECONDS):
        return await _frame(socket) or b""


async def _bye(socket: AnySocket, reason: str, code: int) -> None:
    with contextlib.suppress(Exception):
        await socket.send_data(msgspec.json.encode([Bye(reason)]).decode(), mode="text")
        await socket.close(code, reason)
