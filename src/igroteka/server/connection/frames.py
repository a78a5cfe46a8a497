"""The frames of a WebSocket connection: uvicorn's protocol with a way to write at once."""

import contextlib
from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from igroteka.server.connection.limits import Bucket

EXTENSION: Final = "igroteka.frames"
"""Under this name the application finds the frames of a connection in its ASGI scope."""
_READ_ON: Final = 5.0
_AT_ONCE: Final = 2048
"""Bytes that are parsed before it is looked whether there were too many frames in them."""
_AFTER_CLOSE: Final = 4096
"""Bytes that are still read when the connection is being closed: the client's own good-bye is short."""
_PER_SECOND: Final = 20.0
_BURST: Final = 100.0
"""Control frames and fragments; browsers answer a ping now and then, and never send fragments so small."""
_POLICY: Final = 1008
_PING: Final = b"\x89\x00"
_HEARTBEAT: Final = _PING + b"\x81\x02[]"


class Frames(WebSocketsSansIOProtocol):
    """One connection, as a sequence of frames."""

    ready_again: Callable[[], None] | None = None
    """Called when the client reads again what was written to it."""

    came: Callable[[], None] | None = None
    """Called once, when the client is greeted or will not be."""

    _bucket: Bucket | None = None
    _after_close = 0
    _unparsed = b""
    """What has come and waits until the messages before it were heard."""

    def data_received(self, data: bytes) -> None:
        """In small portions: a megabyte of empty frames must not be parsed before it can be refused."""
        if self.close_sent:
            self._after_close += len(data)
            if self._after_close > _AFTER_CLOSE:
                return  # it goes on talking after the good-bye
        if not self._unparsed and len(data) <= _AT_ONCE:
            super().data_received(data)
        else:
            self._unparsed += data
            self._parse_on()

    def _parse_on(self) -> None:
        if self.close_sent:
            self._unparsed = self._unparsed[:_AT_ONCE]
        while self._unparsed and (self.queue.empty() or self.close_sent):
            data, self._unparsed = self._unparsed[:_AT_ONCE], self._unparsed[_AT_ONCE:]
            super().data_received(data)

    async def receive(self) -> Any:
        message = await self.queue.get()
        if self._unparsed:
            self._parse_on()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()
        return message

    def handle_ping(self) -> None:
        """Answered, unless the client does not read: its pongs would fill the memory."""
        pong = b"".join(self.conn.data_to_send())
        if self._is_within_limits() and self.is_ready:
            self.transport.write(pong)

    def send_keepalive_ping(self) -> None:
        """A page cannot see pings: with each one goes a message that says nothing, so that it knows of a
        server that has frozen, or of a line that is dead, though it asks nothing itself.

        Thousands are pinged every second: all pings are alike, and one write does.
        """
        self.ping_timer = None
        if self.close_sent or self.transport.is_closing():
            return
        self.pending_ping_payload, self.ping_sent_at = b"", self.loop.time()
        self.transport.write(_HEARTBEAT if self.is_ready else _PING)
        assert self.ping_timeout is not None
        self.pong_timer = self.loop.call_later(self.ping_timeout, self.keepalive_timeout)

    def handle_pong(self, event: Frame) -> None:
        if self._is_within_limits():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._is_within_limits():
            super().handle_cont(event)

    def _is_within_limits(self) -> bool:
        """Whether one more control frame or fragment is not too many; if it is, the connection ends."""
        now = self.loop.time()
        if self._bucket is None:
            self._bucket = Bucket(_PER_SECOND, _BURST, now)
        if not self.close_sent and not self._bucket.take(now):
            self._refuse()
        return not self.close_sent

    def _refuse(self) -> None:
        if not self.close_sent:
            self.conn.fail(_POLICY, "too-fast")
            self.handle_parser_exception()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["headers"] = [(name.lower(), value) for name, value in self.scope["headers"]]
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]

    @property
    def is_ready(self) -> bool:
        """Whether the client reads as fast as it is written to."""
        return self.writable.is_set()

    def write(self, text: bytes) -> None:
        """One text frame; to a connection that is gone, nothing."""
        if not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(_head(len(text)) + text)

    async def read(self) -> str | bytes | None:
        """The next message of the client; None when the connection is gone."""
        message: Any = await self.receive()
        if message["type"] == "websocket.disconnect":
            return None
        text: str | None = message.get("text")
        return message.get("bytes") or b"" if text is None else text

    def hang_up(self, code: int, reason: str) -> None:
        """Close as soon as the client has read what was written."""
        task = self.loop.create_task(self._hang_up(code, reason))
        self.tasks.add(task)
        task.add_done_callback(self.on_task_complete)

    async def _hang_up(self, code: int, reason: str) -> None:
        with contextlib.suppress(ClientDisconnected, RuntimeError):  # the client was faster
            await self.send({"type": "websocket.close", "code": code, "reason": reason})

    def handle_parser_exception(self) -> None:
        """Say why, and read on for a while without listening: who is cut off while sending hears nothing."""
        if self.close_sent:
            return
        assert self.conn.close_sent is not None
        self.queue.put_nowait({"type": "websocket.disconnect", "code": self.conn.close_sent.code})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.close_timer = self.loop.call_later(_READ_ON, self.transport.close)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.ready_again is not None:
            self.ready_again()

    def has_come(self) -> None:
        if self.came is not None:
            self.came()
            self.came = None

    def connection_lost(self, exc: Exception | None) -> None:
        self.ready_again = None
        self.has_come()
        self._unparsed = b""  # who has gone is not heard out: it could have been a flood
        super().connection_lost(exc)


def _head(size: int) -> bytes:
    """The head of a whole text frame (RFC 6455, 5.2); a server does not mask."""
    if size < 126:
        return bytes((0x81, size))
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")


def frames_of(scope: Any) -> Frames:
    frames: Frames = scope["extensions"][EXTENSION]
    return frames
