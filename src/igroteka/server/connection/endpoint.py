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
from igroteka.server.connection.admission import Admission, Entered
from igroteka.server.connection.frames import frames_of
from igroteka.server.connection.messages import Bye, Hello
from igroteka.server.connection.session import Session, read_message
from igroteka.server.guests import GameBroke
from igroteka.server.hub import Hub
from igroteka.server.logs import logger
from igroteka.server.table.tell import link_of
from igroteka.store import StoreFailed

AnyWebSocket: TypeAlias = WebSocket[Any, Any, State]

_POLICY: Final = 1008
_FAULT: Final = 1011
_TRY_LATER: Final = 1013
_CATCHING_UP: Final = 0.1
_HURRY: Final = 2.0
"""Seconds that one has to say hello for whom there is no place, unless it comes back."""
_SLOW: Final = 1.0
"""Seconds after which one who has said nothing yet is not on its way any more: others are let past."""
_LATER: Final = ("too-many-requests", "too-many-sockets", "log-set-back")


@route("/ws/{table:str}")
async def table_websocket(socket: AnyWebSocket, table: FromPath[str]) -> None:
    admission = _admission(socket)
    if not admission.is_own_origin(socket):
        await socket.close(_POLICY, "wrong-origin")  # before the handshake: HTTP 403
        return
    await socket.accept()
    try:
        entered = admission.enter(socket)
    except Refused as refused:
        await _bye(socket, refused.reason, _TRY_LATER)
        return
    try:
        await _greet(socket, table, entered)
    except (WebSocketDisconnect, ConnectionError):
        pass
    except GameBroke as broke:
        await _bye(socket, broke.reason, _FAULT)
    except Exception as error:
        logger.error("fault on a connection", exc_info=error)
        await _bye(socket, "server-error", _FAULT)
    finally:
        admission.leave(entered)


async def _greet(socket: AnyWebSocket, table: str, entered: Entered) -> None:
    """Who is it? Then let it in, in its turn."""
    hub: Hub = socket.app.state.hub
    patience = hub.settings.hello_seconds
    try:
        hello = read_message(await _first(socket, min(patience, _HURRY) if entered.lacks else patience))
        if not isinstance(hello, Hello):
            raise Refused("hello-first")
        _admission(socket).need_guest(entered, hello.token)
        if (wait := await hub.greetings.turn()) is not None:
            await _bye(socket, "come-back-soon", _TRY_LATER, wait)
            return
        try:
            session = await _let_in(socket, hub, table, hello, entered)
        finally:
            hub.greetings.done()
    except TimeoutError:
        await _bye(socket, "hello-first", _POLICY)
    except Refused as refused:
        code = _TRY_LATER if refused.reason in _LATER else _POLICY
        await _bye(socket, refused.reason, code)
    except StoreFailed:
        await _bye(socket, "one-moment", _TRY_LATER)
    else:
        frames_of(socket.scope).has_come()
        await _serve(socket, hub, session)


async def _let_in(socket: AnyWebSocket, hub: Hub, table: str, hello: Hello, entered: Entered) -> Session:
    """The session of who has said hello, once it is told how the table stands; Refused if it may not."""
    frames, admission = frames_of(socket.scope), _admission(socket)
    if frames.disconnected:
        raise WebSocketDisconnect(detail="left while waiting")
    await admission.need_place(entered)
    room = await hub.room(table)
    person = None if hello.screen else hub.person(room, hello.token)
    if frames.disconnected:
        raise WebSocketDisconnect(detail="left while waiting")
    link = link_of(admission.origin(socket), room)
    who = person.id if person else None
    session = Session(room, who, link, frames, admission.bucket(), hub.metrics, hello.screen)
    frames.ready_again = session.flush
    if person:
        admission.greeted(entered.address, person.token)
    room.came(session)
    make_place(room, who, hub.settings.sockets_per_seat)
    session.poke(table=True, game=True)
    return session


def _admission(socket: AnyWebSocket) -> Admission:
    admission: Admission = socket.app.state.admission
    return admission


async def _serve(socket: AnyWebSocket, hub: Hub, session: Session) -> None:
    """Hear the client out, message by message; it is told what is new as soon as there is something."""
    frames, is_shared, monotonic = frames_of(socket.scope), hub.store.is_shared, hub.entropy.monotonic

    def hear_at_once(text: str) -> bool:
        if is_shared and hub.pulse.was_frozen:
            return False
        return session.hear_at_once(text, monotonic())

    frames.listen(hear_at_once, hub.bundles, hub.outbox)
    try:
        while (frame := await frames.read()) is not None:
            await session.hear(frame, monotonic(), is_shared and hub.pulse.was_frozen)
            while session.is_behind and not frames.disconnected:
                await asyncio.sleep(_CATCHING_UP)  # it does not read: it is not heard either
    finally:
        session.room.went(session)


async def _first(socket: AnyWebSocket, seconds: float) -> str | bytes:
    frames = frames_of(socket.scope)
    slow = frames.loop.call_later(_SLOW, frames.has_come)
    try:
        async with asyncio.timeout(seconds):
            frame = await frames.read()
    finally:
        slow.cancel()
    if frame is None:
        raise WebSocketDisconnect(detail="left without a word")
    return frame


async def _bye(socket: AnyWebSocket, reason: str, code: int, after: float | None = None) -> None:
    wait = None if after is None else round(after, 2)
    frames_of(socket.scope).has_come()  # who is sent away and stays is in nobody's way
    with contextlib.suppress(Exception):
        await socket.send_data(msgspec.json.encode([Bye(reason, wait)]).decode(), mode="text")
        await socket.close(code, reason)
        frames_of(socket.scope).linger()
