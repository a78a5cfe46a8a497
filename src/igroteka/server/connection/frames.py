"""The frames of a WebSocket connection: uvicorn's protocol with a way to write at once."""

import contextlib
from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

EXTENSION: Final = "igroteka.frames"
"""Under this name the application finds the frames of a connection in its ASGI scope."""
_READ_ON: Final = 5.0


class Frames(WebSocketsSansIOProtocol):
    """One connection, as a sequence of frames."""

    ready_again: Callable[[], None] | None = None
    """Called when the client reads again what was written to it."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
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

    def connection_lost(self, exc: Exception | None) -> None:
        self.ready_again = None
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
