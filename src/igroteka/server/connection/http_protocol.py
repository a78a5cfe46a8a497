"""uvicorn's HTTP protocol with an end to its patience: a request that does not arrive is not waited for."""

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

_WAITING = (h11.IDLE, h11.SEND_BODY)


class HttpProtocol(H11Protocol):
    """One HTTP connection; from its first byte, or from the beginning, a request has so many seconds."""

    seconds = 20.0
    _due: asyncio.TimerHandle | None = None
    _is_websocket = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._due = self.loop.call_later(self.seconds, self._give_up)

    def handle_events(self) -> None:
        super().handle_events()
        if self._is_websocket:
            return
        half_there = self.conn.their_state is h11.SEND_BODY or bool(self.conn.trailing_data[0])
        if self.conn.their_state not in _WAITING or not half_there:
            self._stop_waiting()
        elif self._due is None:
            self._due = self.loop.call_later(self.seconds, self._give_up)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._is_websocket = True
        self._stop_waiting()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _stop_waiting(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _give_up(self) -> None:
        self._due = None
        self.transport.abort()
