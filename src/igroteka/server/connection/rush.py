"""Requests of one address, counted before anything is done for them: refusing one takes as long."""

import time
from typing import Final

from igroteka.server.connection.admission import counted
from igroteka.server.connection.limits import Buckets
from igroteka.server.logs import Seldom

_TIMES: Final = 8
"""So many times the requests that an address may make, since files of the page are not counted there."""


class Rush:
    """Whether an address comes so often that it is kept waiting.

    Behind proxies all come from the same few addresses, and who they are stands in a head that would have
    to be parsed first: there, floods are the proxy's to stop.
    """

    def __init__(self, requests_per_minute: int, *, is_behind_proxy: bool) -> None:
        self._buckets = Buckets(_TIMES * requests_per_minute)
        self._is_off = is_behind_proxy
        self._log = Seldom("too many requests from one address: it is kept waiting")

    def lets_in(self, host: str) -> bool:
        """Whether one more request from there is looked at now."""
        if self._is_off or self._buckets.take(counted(host), time.monotonic()):
            return True
        self._log.warn()
        return False
