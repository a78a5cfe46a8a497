"""uvicorn's HTTP protocol with an end to its patience: a request that does not arrive is not waited for."""

import asyncio

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from igroteka.core import Refused
from igroteka.server.connection.crowd import Crowd
from igroteka.server.connection.frames import Frames
from igroteka.server.connection.greetings import Greetings
from igroteka.server.connection.proxies import Proxies
from igroteka.server.connection.rush import KEPT_WAITING, Rush
from igroteka.server.connection.unread import Unread

_WAITING = (h11.IDLE, h11.SEND_BODY)
_TABLE = b"GET /ws/"
_UPGRADE = b"\r\nupgrade: websocket\r\n"
_END = b"\r\n\r\n"
_TOO_MANY = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\ncache-control: no-store\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)
_WHY = msgspec.json.encode(Refused("too-many-requests").told())
_TOO_OFTEN = (
    b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 60\r\ncache-control: no-store\r\n"
    b"content-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n%s"
) % (len(_WHY), _WHY)


class HttpProtocol(H11Protocol):
    """One HTTP connection; from its first byte, or from the beginning, a request has so many seconds."""

    seconds = 20.0
    greetings: Greetings
    crowd: Crowd
    leaving: Crowd
    """Sockets of tables that were said good-bye to, and have not said so too."""
    unread: Unread
    rush: Rush
    proxies: Proxies
    _due: asyncio.TimerHandle | None = None
    _is_websocket = False
    _has_heard = False

    def data_received(self, data: bytes) -> None:
        """What is plainly the way to a table goes there without h11: when thousands come at once, parsing
        every head twice would be a fifth of the work."""
        is_first, self._has_heard = not self._has_heard, True
        if is_first and _is_way_to_table(data):
            self._to_table(data)
        else:
            super().data_received(data)

    def _to_table(self, head: bytes) -> None:
        """As `handle_websocket_upgrade` does it; the head itself is checked there."""
        self._is_websocket = True
        self._stop_waiting()
        self.crowd.gone(self)
        self.connections.discard(self)
        if not self.greetings.knock():
            self.transport.write(_TOO_MANY)
            self.transport.close()
            return
        protocol = self.ws_protocol_class(  # type: ignore[call-arg, misc]
            config=self.config, server_state=self.server_state, app_state=self.app_state
        )
        assert isinstance(protocol, Frames)
        protocol.came = self.greetings.came
        protocol.leaving = self.leaving
        protocol.connection_made(self.transport)
        self.transport.set_protocol(protocol)
        protocol.data_received(head)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.crowd.came(self)
        self._due = self.loop.call_later(self.seconds, self._give_up)

    def handle_events(self) -> None:
        begins = self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0])
        if begins and self._is_rushing():
            self._keep_waiting()
            return
        super().handle_events()
        if self._is_websocket:
            return
        half_there = self.conn.their_state is h11.SEND_BODY or bool(self.conn.trailing_data[0])
        if self.conn.their_state not in _WAITING or not half_there:
            self._stop_waiting()
        elif self._due is None:
            self._due = self.loop.call_later(self.seconds, self._give_up)

    def _is_rushing(self) -> bool:
        """Who comes through a proxy stands in the head: it is counted when that was read (`proxies`)."""
        host = self.client[0] if self.client else ""
        return host not in self.proxies and not self.rush.lets_in(host)

    def _keep_waiting(self) -> None:
        """Nothing is read of who comes too often, for a while: that costs nothing, and they cannot ask on."""
        self._stop_waiting()
        self.flow.pause_reading()
        self._due = self.loop.call_later(KEPT_WAITING, self._send_away)

    def _send_away(self) -> None:
        self._due = None
        self.transport.write(_TOO_OFTEN)
        self.transport.close()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._is_websocket = True
        self._stop_waiting()
        self.crowd.gone(self)
        super().handle_websocket_upgrade(event)
        if isinstance(protocol := self.transport.get_protocol(), Frames):
            protocol.leaving = self.leaving

    def shutdown(self) -> None:
        """A server that stops waits for no request that has not arrived: a stranger could hold it up."""
        if self.conn.their_state is h11.SEND_BODY:
            self._give_up()
        else:
            super().shutdown()

    @property
    def is_idle(self) -> bool:
        is_answered = self.cycle is None or self.cycle.response_complete
        return is_answered or self.flow.write_paused or self.conn.their_state is h11.SEND_BODY

    def make_room(self) -> None:
        self._stop_waiting()
        self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.unread.waits(self, self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        self.unread.reads(self)
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self.crowd.gone(self)
        self.unread.reads(self)
        super().connection_lost(exc)

    def _stop_waiting(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _give_up(self) -> None:
        self._due = None
        self.transport.abort()


def _is_way_to_table(data: bytes) -> bool:
    """Whether this is one whole head that asks for a table's WebSocket, and nothing else."""
    is_head = data.startswith(_TABLE) and data.find(_END) == len(data) - len(_END)
    return is_head and _UPGRADE in data.lower()
