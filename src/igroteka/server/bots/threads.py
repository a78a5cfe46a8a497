"""Who thinks for the bots of a server, beside the event loop: no table waits for the thoughts of another."""

import asyncio
import os
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final

from igroteka.bots import DEFAULT, RandomBot, make
from igroteka.bots.checked_bot import Checked
from igroteka.bots.levels import QUICK, is_known, is_portable
from igroteka.bots.sense import Views, game_of, sense_of
from igroteka.core import Chance
from igroteka.server.guests import REST_SECONDS, SLOW_SECONDS, is_of_house, within_time
from igroteka.server.logs import logger
from igroteka.server.metrics import Metrics
from igroteka.server.thinking.thought import Chosen, NoThought, Thinking, part, thought
from igroteka.server.threads import SCISSORS, LeavingThreads, TooSlow

_GIVEN_UP: Final = 10.0
"""Seconds beyond its time after which a bot is not waited for any more."""
_LATE: Final = 8.0
"""Seconds beyond its time for which a thought is waited for: one process may be lost over it."""
HURRIED: Final = 0.5
"""A bot that has less than this share of its time is in a hurry, and the table is told."""


class BotThreads:
    """One thread for bots without search, which hold the interpreter while they think; for those that search,
    and for Player where it plays a guest's game out, the processes of `thinking`; and as many threads at a
    time as the machine has cores for bots of one's own, which may remember what they like, for all bots at
    games of guests, which may never come back, and for all that search where there are no such processes.

    Where more tables wait than there are cores, all of them think for less time instead of waiting for
    longer.
    """

    def __init__(
        self, seconds: float, thinking: Thinking | None = None, metrics: Metrics | None = None
    ) -> None:
        self._seconds = seconds
        self._thinking = thinking
        self._metrics = metrics or Metrics()
        self.waiting = 0
        """Choices that were asked for and are not made yet."""
        self._searching = 0
        self._cores = os.cpu_count() or 1
        self._quick = ThreadPoolExecutor(1, "bots")
        self._slow = LeavingThreads()
        self._free = asyncio.Semaphore(self._cores)
        self._rests: dict[str, float] = {}
        """Until when no bot asks a game what it thinks: it has not come back."""

    @property
    def share(self) -> float:
        """Which part of its time a bot that searches has now; 1 where there are cores for all of them."""
        here = part(self._cores, self._searching)
        return here if self._thinking is None else min(here, self._thinking.share)

    def make(self, level: str | None, table: str = "", game: str | None = None) -> "SeatedBot":
        """The bot of a level; in the place of one that it does not know for this game, the usual one."""
        known = level if level and is_known(level, game) else DEFAULT
        try:
            return SeatedBot(known, self._checked(known), table)
        except Exception as error:  # somebody else's code
            _complain(known, error)
            return SeatedBot(DEFAULT, self._checked(DEFAULT), table)

    async def think(
        self, seated: "SeatedBot", view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance
    ) -> Any | None:
        """What the bot chooses: one of the offers, or None where it may wait."""
        self.waiting += 1
        try:
            if self._thinking is not None and is_portable(seated.level, game_of(view)):
                return await self._think_outside(self._thinking, seated, view, offers, may_wait, chance)
            return await self._think_inside(seated, view, offers, may_wait, chance)
        finally:
            self.waiting -= 1

    def close(self) -> None:
        for pool in (self._quick, self._slow):
            pool.shutdown(wait=False, cancel_futures=True)

    # In processes -----------------------------------------------------------------------------------

    async def _think_outside(
        self,
        thinking: Thinking,
        seated: "SeatedBot",
        view: Any,
        offers: tuple[Any, ...],
        may_wait: bool,
        chance: Chance,
    ) -> Any | None:
        """Where nobody has thought about it in time, the usual bot chooses: a table never waits for long."""
        game, past = game_of(view), seated.past
        self._remember(seated, game, view)
        if len(offers) == 1 and not may_wait:
            return offers[0]
        asked = thought(game, seated.level, self._seconds, view, past, offers, may_wait, chance)
        try:
            if self._is_resting(game):
                raise NoThought("the game is left alone for a while")
            async with asyncio.timeout(self._seconds + _LATE):
                chosen = await thinking.think(seated.table, asked)
        except (NoThought, TimeoutError) as error:
            _complain(seated.level, error)
            seated.is_hurried = seated.level not in QUICK
            self._metrics.hurried_choices += seated.is_hurried
            usual = SeatedBot(DEFAULT, self._checked(DEFAULT))
            return await self._think_inside(usual, view, offers, may_wait, chance)
        self._note(seated, chosen)
        return None if chosen.at is None else offers[chosen.at]

    def _remember(self, seated: "SeatedBot", game: str, view: Any) -> None:
        """Here, where all tables wait: what a guest does not do in time is not asked again for a while."""
        if self._is_resting(game):
            return
        try:
            seated.past = within_time(sense_of(game).remember, seated.past, view)
        except TooSlow:
            self._rest(game)
        except Exception as error:  # somebody else's code
            _complain(seated.level, error)

    def _note(self, seated: "SeatedBot", chosen: Chosen) -> None:
        seated.is_hurried = chosen.share < HURRIED and seated.level not in QUICK
        self._metrics.hurried_choices += seated.is_hurried
        self._metrics.thought_waited(chosen.waited)

    # In threads -------------------------------------------------------------------------------------

    async def _think_inside(
        self, seated: "SeatedBot", view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance
    ) -> Any | None:
        is_quick = seated.level in QUICK
        is_guest = is_quick and not is_of_house(game_of(view))
        self._searching += not is_quick
        asked = seated.bot, view, offers, may_wait, chance
        choose = self._choose_at_guests if is_guest else self._choose
        thinking = self._in_thread(is_quick and not is_guest, choose, *asked)
        try:
            return await asyncio.wait_for(thinking, self._seconds + _GIVEN_UP)
        except TimeoutError:
            _complain(seated.level, TimeoutError())
            seated.level, seated.bot = DEFAULT, self._checked(DEFAULT)
            return await self._think_inside(seated, view, offers, may_wait, chance)
        finally:
            self._searching -= not is_quick

    async def _in_thread(self, is_quick: bool, choose: Any, *asked: Any) -> Any | None:
        """One that is not waited for any more makes room for others."""
        loop = asyncio.get_running_loop()
        if is_quick:
            return await loop.run_in_executor(self._quick, choose, *asked)
        async with self._free:
            return await loop.run_in_executor(self._slow, choose, *asked)

    def _choose(
        self, bot: Checked, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance
    ) -> Any | None:
        """In a thread: how long it may take is known when it begins."""
        bot.hurry(part(self._cores, self._searching))
        return bot.choose(view, offers, may_wait, chance)

    def _choose_at_guests(
        self, bot: Checked, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance
    ) -> Any | None:
        """As `_choose`; a game that does not come back with what it thinks is left alone for a while, and
        anything is played there."""
        game, asked, begun = game_of(view), (view, offers, may_wait, chance), time.monotonic()
        if self._is_resting(game):
            return RandomBot().choose(*asked)
        try:
            return SCISSORS.within(SLOW_SECONDS, partial(self._choose, bot, *asked))
        except TooSlow:
            return RandomBot().choose(*asked)
        finally:
            if time.monotonic() - begun > SLOW_SECONDS:  # heard here, or where a bot's faults are made good
                self._rest(game)

    def _is_resting(self, game: str) -> bool:
        return time.monotonic() < self._rests.get(game, 0.0)

    def _rest(self, game: str) -> None:
        self._rests[game] = time.monotonic() + REST_SECONDS
        fields = {"game": game, "function": "sense", "seconds": SLOW_SECONDS, "rests": REST_SECONDS}
        logger.error("a game broke", extra={"fields": fields})

    def _checked(self, level: str) -> Checked:
        return Checked(make(level, self._seconds), lambda error: _complain(level, error))


class SeatedBot:
    """A bot at a seat; one that does not answer is replaced."""

    def __init__(self, level: str, bot: Checked, table: str = "") -> None:
        self.level = level
        self.bot = bot
        self.table = table
        self.past: Views = ()
        """Earlier views, for a bot that thinks in another process each time."""
        self.is_hurried = False
        """Whether its last choice was made in much less than its time."""


def _complain(level: str, error: Exception) -> None:
    """Where it happened, not what was said: a message could tell a hand."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}" if trace else ""
    fields = {"bot": level, "error": type(error).__name__, "where": where}
    logger.warning("a bot failed", extra={"fields": fields})
