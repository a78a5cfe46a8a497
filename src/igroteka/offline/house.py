"""Everything that a page needs of a server, in the page itself."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Final

from igroteka.bots.levels import QUICK, only
from igroteka.offline.desk import Desk
from igroteka.offline.line import Line
from igroteka.offline.store import BrowserStore, Keeper
from igroteka.server.entropy import Entropy
from igroteka.server.hub import Hub
from igroteka.server.metrics import Metrics
from igroteka.server.settings import Settings

_TIDY_SECONDS: Final = 60.0


class House:
    """The tables of this browser, asked and told in the words of the protocol (docs/protocol.md)."""

    def __init__(self, keeper: Keeper, origin: str, settings: Settings | None = None) -> None:
        self._store = BrowserStore(keeper)
        self._hub = Hub(self._store, settings or Settings(), Entropy(), Metrics())
        self._desk = Desk(self._hub, origin)
        self._origin = origin
        self._tidying: asyncio.Future[None] | None = None

    def start(self, kept: Iterable[str]) -> None:
        """With the rows that the browser has kept. Bots that search are left to servers."""
        only(QUICK)
        self._store.restore(kept)
        self._tidying = asyncio.ensure_future(self._tidy())

    async def ask(self, method: str, path: str, body: str, token: str | None) -> tuple[bool, str]:
        """Whether it was granted, and the answer or the refusal as JSON."""
        return await self._desk.ask(method, path, body, token)

    def connect(self, table: str, send: Callable[[str], Any], closed: Callable[[str], Any]) -> Line:
        return Line(self._hub, table, self._origin, send, closed)

    async def close(self) -> None:
        if self._tidying is not None:
            self._tidying.cancel()
            await asyncio.gather(self._tidying, return_exceptions=True)
        await self._hub.close()

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(_TIDY_SECONDS)
            await self._hub.put_away()
