"""The frames of a WebSocket connection: uvicorn's protocol with a way to write at once."""

import contextlib
from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from igroteka.server.connection.bundles import Bundles
from igroteka.server.connection.crowd import Crowd
from igroteka.server.connection.framing import are_whole, head_of, text_of
from igroteka.server.connection.limits import Bucket
from igroteka.server.connection.outbox import Outbox

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
_HEAD_END: Final = b"\r\n\r\n"
_HARDLY: Final = 0.1
"""The part of the time between two pings for which one need not be put off."""
_PING: Final = b"\x89\x00"
_HEARTBEAT: Final = _PING + b"\x81\x02[]"


class Frames(WebSocketsSansIOProtocol):
    """One connection, as a sequence of frames."""

    __slots__ = (
        "_after_close", "_bucket", "_bundles", "_hear_at_once", "_heard_at", "_held", "_is_plain", "_longest",
        "_outbox", "_said_at", "_unparsed", "came", "close_sent", "disconnected", "is_ready", "loop", "queue",
        "ready_again", "transport",
    )  # fmt: skip
    """With those of uvicorn's that are read for every move; the others are in a dictionary, and slower."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.ready_again: Callable[[], object] | None = None
        """Called when the client reads again what was written to it."""
        self.came: Callable[[], None] | None = None
        """Called once, when the client is greeted or will not be."""
        self.leaving: Crowd | None = None
        """Where it is, once it was said good-bye to: others may need its place."""
        self.is_ready = True
        """Whether the client reads as fast as it is written to."""
        self._hear_at_once: Callable[[str], bool] | None = None
        self._bundles: Bundles
        self._outbox: Outbox | None = None
        self._held = ""
        """A text that is heard soon, with others; nothing of this connection overtakes it."""
        self._longest = 0
        """Bytes of a text that may be heard at once."""
        self._bucket: Bucket | None = None
        self._is_plain = False
        """Whether everything so far has come in whole frames: such a text needs no parser."""
        self._after_close = 0
        self._heard_at = self._said_at = self.loop.time()
        """When the client has last been heard from, and written to."""
        self._unparsed = b""
        """What has come and waits until the messages before it were heard."""

    def data_received(self, data: bytes) -> None:
        """In small portions: a megabyte of empty frames must not be parsed before it can be refused."""
        self._heard_at = self.loop.time()
        if self.close_sent:
            self._after_close += len(data)
            if self._after_close > _AFTER_CLOSE:
                return  # it goes on talking after the good-bye
        elif self._is_held(data):
            return
        if not self.handshake_initiated:
            self._shake_hands(data)
        elif not self._unparsed and len(data) <= _AT_ONCE:
            super().data_received(data)
        else:
            self._unparsed += data
            self._parse_on()

    def _shake_hands(self, head: bytes) -> None:
        """Of a head that cannot be read uvicorn takes no notice: nobody would ever hang up."""
        super().data_received(head)
        if not self.handshake_initiated:
            self.close_sent = True
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def listen(self, hear_at_once: Callable[[str], bool], bundles: Bundles, outbox: Outbox) -> None:
        """From now on ask first for each text; the answer is False if it has to be heard in its turn."""
        self._hear_at_once, self._bundles, self._outbox = hear_at_once, bundles, outbox
        self._longest = min(self.config.ws_max_size, 65_535)

    def _is_held(self, data: bytes) -> bool:
        """Most of what comes is one short text of somebody for whom nothing waits."""
        if self._held:
            self._hear_held()
        if not self._is_plain:
            self._is_plain = not self.handshake_initiated and data.endswith(_HEAD_END)
            return False
        text = text_of(data, self._longest)
        if text is None:
            self._is_plain = are_whole(data)
        if not text or self._hear_at_once is None or self._unparsed or not self.queue.empty():
            return False
        self._held = text
        self._bundles.add(self._hear_held)
        return True

    def _hear_held(self) -> None:
        text, self._held = self._held, ""
        if text and (self._hear_at_once is None or not self._hear_at_once(text)):
            self._put(text)

    def _put(self, text: str) -> None:
        """As `send_receive_event_to_app` does it."""
        if not self.close_sent:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
            if not self.read_paused:
                self.read_paused = True
                self.transport.pause_reading()

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

        Who has just asked, and was just told something, needs none. Thousands are pinged every second: all
        pings are alike, and one write does.
        """
        self.ping_timer = None
        if self.close_sent or self.transport.is_closing():
            return
        assert self.ping_interval is not None
        now = self.loop.time()
        left = min(self._heard_at, self._said_at) + self.ping_interval - now
        if left > _HARDLY * self.ping_interval:
            self.ping_timer = self.loop.call_later(left, self.send_keepalive_ping)
            return
        self.pending_ping_payload, self.ping_sent_at, self._said_at = b"", now, now
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

    def write(self, text: bytes) -> None:
        """One text frame, with those for others, once the client is greeted."""
        if self._outbox is None:
            self.write_now(text)
        else:
            self._outbox.add(self, text)

    def write_now(self, text: bytes) -> None:
        """To a connection that is gone, nothing."""
        if not (self.disconnected or self.close_sent or self.transport.is_closing()):
            size = len(text)
            head = b"\x81\x7e" + size.to_bytes(2, "big") if 126 <= size < 65_536 else head_of(size)
            self._said_at = self.loop.time()
            self.transport.write(head + text)

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

    def pause_writing(self) -> None:
        super().pause_writing()
        self.is_ready = False

    def resume_writing(self) -> None:
        super().resume_writing()
        self.is_ready = True
        if self.ready_again is not None:
            self.ready_again()

    def linger(self) -> None:
        """It was said good-bye to, and has ten seconds to say so too, unless others need its place."""
        if self.leaving is not None and not self.disconnected:
            self.leaving.came(self)

    @property
    def is_idle(self) -> bool:
        return True

    def make_room(self) -> None:
        self.transport.abort()

    def has_come(self) -> None:
        if self.came is not None:
            self.came()
            self.came = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._hear_held()
        self.ready_again = self._hear_at_once = None
        self.has_come()
        if self.leaving is not None:
            self.leaving.gone(self)
        self._unparsed = b""  # who has gone is not heard out: it could have been a flood
        super().connection_lost(exc)


def frames_of(scope: Any) -> Frames:
    frames: Frames = scope["extensions"][EXTENSION]
    return frames
