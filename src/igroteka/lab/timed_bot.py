"""Bots of one's own think in a thread of their own, so that one that never answers can be given up."""

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final

from igroteka.bots import Bot
from igroteka.bots.answer import answer_of, kept_in
from igroteka.core import Chance

LIMIT: Final = 300.0
"""Seconds for one choice unless something else is asked for: enough to compile or to load what it needs."""
_LEAVE: Final = None


class NoAnswer(Exception):  # noqa: N818 - it says what happened
    """A bot did not answer in time; its thread is left behind and ends with the process."""


class TimedBot:
    """A bot that answers within so many seconds by the clock, or raises NoAnswer."""

    def __init__(self, make: Callable[[], Bot], limit: float) -> None:
        self._limit = limit
        self._asked, self._said = SimpleQueue[Any](), SimpleQueue[Any]()
        Thread(target=_serve, args=(make, self._asked, self._said), daemon=True).start()

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance) -> Any | None:
        self._asked.put((view, offers, may_wait, chance))
        try:
            answer, error = self._said.get(timeout=self._limit)
        except Empty:
            raise NoAnswer(f"no answer within {self._limit:g} seconds (see --limit)") from None
        if error is not None:
            raise error
        return answer

    def __del__(self) -> None:
        self._asked.put(_LEAVE)


def _serve(make: Callable[[], Bot], asked: SimpleQueue[Any], said: SimpleQueue[Any]) -> None:
    """In the thread: the bot is made here too, since what it opens may belong to a thread."""
    bot: Bot | None = None
    while (question := asked.get()) is not _LEAVE:
        try:
            bot = bot or kept_in(make)
            said.put((answer_of(bot, *question), None))
        except Exception as error:  # somebody else's code; raised where it was asked
            said.put((None, error))
