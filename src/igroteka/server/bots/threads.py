"""The threads in which bots think, beside the event loop: no table waits for the thoughts of another."""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from igroteka.bots import DEFAULT, make
from igroteka.bots.checked_bot import Checked
from igroteka.bots.levels import QUICK, is_known
from igroteka.core import Chance
from igroteka.server.logs import logger

_GIVEN_UP: Final = 10.0
"""Seconds beyond its time after which a bot is not waited for any more."""
_LEAST: Final = 0.03
"""The share of its time that a searching bot is left, however many wait."""


class BotThreads:
    """The threads of a server: one for bots without search, which hold the interpreter while they think,
    and as many as the machine has cores for those that search.

    A table has one bot that thinks, and they are served in the order in which they ask: no table gets more
    than another. Where more tables wait than there are cores, all of them think for less time instead of
    waiting for longer.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.waiting = 0
        """Choices that were asked for and are not made yet."""
        self._searching = 0
        self._cores = os.cpu_count() or 1
        self._quick = ThreadPoolExecutor(1, "bots")
        self._slow = ThreadPoolExecutor(self._cores, "searching-bots")

    @property
    def share(self) -> float:
        """Which part of its time a bot that searches has now; 1 where there are cores for all of them."""
        return max(_LEAST, min(1.0, self._cores / max(1, self._searching)))

    def make(self, level: str | None) -> "SeatedBot":
        """The bot of a level; in the place of one that this server does not know any more, the usual one."""
        known = level if level and is_known(level) else DEFAULT
        try:
            return SeatedBot(known, self._checked(known))
        except Exception as error:  # somebody else's code
            _complain(known, error)
            return SeatedBot(DEFAULT, self._checked(DEFAULT))

    async def think(
        self, seated: "SeatedBot", view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance
    ) -> Any | None:
        """What the bot chooses: one of the offers, or None where it may wait."""
        is_quick = seated.level in QUICK
        pool = self._quick if is_quick else self._slow
        self.waiting += 1
        self._searching += not is_quick
        thinking = asyncio.get_running_loop().run_in_executor(
            pool, self._choose, seated.bot, view, offers, may_wait, chance
        )
        try:
            return await asyncio.wait_for(thinking, self._seconds + _GIVEN_UP)
        except TimeoutError:
            _complain(seated.level, TimeoutError())
            seated.level, seated.bot = DEFAULT, self._checked(DEFAULT)
            return await self.think(seated, view, offers, may_wait, chance)
        finally:
            self.waiting -= 1
            self._searching -= not is_quick

    def _choose(
        self, bot: Checked, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance
    ) -> Any | None:
        """In a thread: how long it may take is known when it begins."""
        bot.hurry(self.share)
        return bot.choose(view, offers, may_wait, chance)

    def close(self) -> None:
        for pool in (self._quick, self._slow):
            pool.shutdown(wait=False, cancel_futures=True)

    def _checked(self, level: str) -> Checked:
        return Checked(make(level, self._seconds), lambda error: _complain(level, error))


class SeatedBot:
    """A bot at a seat; one that does not answer is replaced."""

    def __init__(self, level: str, bot: Checked) -> None:
        self.level = level
        self.bot = bot


def _complain(level: str, error: Exception) -> None:
    """Where it happened, not what was said: a message could tell a hand."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}" if trace else ""
    fields = {"bot": level, "error": type(error).__name__, "where": where}
    logger.warning("a bot failed", extra={"fields": fields})
