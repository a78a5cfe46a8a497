"""Requests of one address, counted before anything is done for them: refusing one takes as long."""

import time
from typing import Final

from igroteka.server.connection.admission import counted
from igroteka.server.connection.limits import Buckets
from igroteka.server.logs import Seldom

_TIMES: Final = 8
"""So many times the requests that an address may make, since files of the page are not counted there."""


KEPT_WAITING: Final = 2.0
"""Seconds; then it is refused."""


class Rush:
    """Whether an address comes so often that it is kept waiting."""

    def __init__(self, requests_per_minute: int) -> None:
        self._buckets = Buckets(_TIMES * requests_per_minute)
        self._log = Seldom("too many requests from one address: it is kept waiting")

    def lets_in(self, host: str) -> bool:
        """Whether one more request from there is looked at now."""
        if self._buckets.take(counted(host), time.monotonic()):
            return True
        self._log.warn()
        return False
