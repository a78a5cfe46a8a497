"""The way between a page and one of its tables: what the WebSocket of a server is, without a network."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

import msgspec

from igroteka.core import Refused
from igroteka.server.cluster.presence import make_place
from igroteka.server.connection.limits import Bucket
from igroteka.server.connection.messages import Bye, Hello
from igroteka.server.connection.session import Session, read_message
from igroteka.server.hub import Hub
from igroteka.server.logs import logger
from igroteka.server.table.tell import link_of

_MESSAGES: Final = 1000.0
"""A second: nobody but this page speaks here."""


class Line:
    """One connection of the page; `send` gets every frame, `closed` the reason why it ends."""

    is_ready = True

    def __init__(
        self,
        hub: Hub,
        table: str,
        origin: str,
        send: Callable[[str], Any],
        closed: Callable[[str], Any],
    ) -> None:
        self._hub = hub
        self._table = table
        self._origin = origin
        self._send = send
        self._closed = closed
        self._heard: asyncio.Queue[str | None] = asyncio.Queue()
        self._task = asyncio.ensure_future(self._run())

    # What the page does -----------------------------------------------------------------------------

    def hear(self, frame: str) -> None:
        self._heard.put_nowait(frame)

    def close(self) -> None:
        self._heard.put_nowait(None)

    # What a session does (connection.session.Writer) ------------------------------------------------

    def write(self, text: bytes) -> None:
        self._send(text.decode())

    def hang_up(self, code: int, reason: str) -> None:
        self._closed(reason)
        self.close()

    # Between them -----------------------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            await self._greet()
        except Refused as refused:
            self._bye(refused.reason)
        except Exception as error:
            logger.error("fault on a connection", exc_info=error)
            self._bye("server-error")

    async def _greet(self) -> None:
        frame = await self._heard.get()
        if frame is None:
            return
        hello = read_message(frame)
        if not isinstance(hello, Hello):
            raise Refused("hello-first")
        room = await self._hub.room(self._table)
        person = None if hello.screen else self._hub.person(room, hello.token)
        bucket = Bucket(_MESSAGES, _MESSAGES, self._hub.entropy.monotonic())
        who = person.id if person else None
        link = link_of(self._origin, room)
        session = Session(room, who, link, self, bucket, self._hub.metrics, hello.screen)
        room.came(session)
        make_place(room, who, self._hub.settings.sockets_per_seat)
        session.poke(table=True, game=True)
        try:
            while (heard := await self._heard.get()) is not None:
                await session.hear(heard, self._hub.entropy.monotonic())
        finally:
            room.went(session)

    def _bye(self, reason: str) -> None:
        self.write(msgspec.json.encode([Bye(reason)]))
        self._closed(reason)
