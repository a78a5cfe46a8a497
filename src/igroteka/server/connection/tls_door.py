"""The door of a server with a certificate: who does not shake hands is not waited for, and makes room."""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Callable
from typing import Final

from igroteka.server.connection.crowd import Crowd

_AGAIN: Final = 0.05
"""Seconds until one more is let to the door, where the system could not give it a descriptor."""
_BACKLOG: Final = 2048


class TlsDoor:
    """Lets in who has shaken hands.

    An event loop that does it by itself waits a minute for each, and nobody knows of them: they would take
    all descriptors.
    """

    def __init__(self, context: ssl.SSLContext, seconds: float, crowd: Crowd) -> None:
        self.context = context
        self.seconds = seconds
        self.crowd = crowd
        self.knocking: set[_Knock] = set()
        self._opened: asyncio.Task[None] | None = None

    def open(self, sock: socket.socket, inside: Callable[[], asyncio.Protocol]) -> None:
        """Who comes by this socket and has shaken hands meets a protocol that `inside` makes."""
        sock.setblocking(False)
        sock.listen(_BACKLOG)
        self._opened = asyncio.get_running_loop().create_task(self._listen(sock, inside))

    async def _listen(self, sock: socket.socket, inside: Callable[[], asyncio.Protocol]) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                came, _ = await loop.sock_accept(sock)
            except OSError:  # who was first has gone again, or there is no descriptor
                await asyncio.sleep(_AGAIN)
            else:
                _Knock(self, came, inside)

    async def close(self) -> None:
        """Nobody at the door is waited for."""
        tasks = [knock.shaking for knock in self.knocking]
        for task in (*tasks, *([self._opened] if self._opened else [])):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class _Knock:
    """One connection until hands were shaken."""

    def __init__(self, door: TlsDoor, came: socket.socket, inside: Callable[[], asyncio.Protocol]) -> None:
        self._door = door
        door.knocking.add(self)
        self.shaking = asyncio.get_running_loop().create_task(self._shake_hands(came, inside))
        self.shaking.add_done_callback(self._gone)
        door.crowd.came(self)

    async def _shake_hands(self, came: socket.socket, inside: Callable[[], asyncio.Protocol]) -> None:
        loop, door = asyncio.get_running_loop(), self._door
        with contextlib.suppress(OSError):  # of whatever kind: it is theirs
            await loop.connect_accepted_socket(
                inside, came, ssl=door.context, ssl_handshake_timeout=door.seconds
            )

    def _gone(self, _task: asyncio.Task[None]) -> None:
        self._door.knocking.discard(self)
        self._door.crowd.gone(self)

    @property
    def is_idle(self) -> bool:
        return True

    def make_room(self) -> None:
        self.shaking.cancel()
