"""Bots that cannot spoil a table: whatever one of them does, a legal choice comes of it."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from igroteka.bots.answer import answer_of
from igroteka.bots.bot import Bot, RandomBot
from igroteka.bots.player import PlayerBot
from igroteka.core import Chance

Complaint: TypeAlias = Callable[[Exception], None]

_INSTEAD: Final[tuple[Bot, ...]] = (PlayerBot(), RandomBot())


class Checked:
    """A bot whose faults are told, and made good by a simpler one."""

    def __init__(self, bot: Bot, complain: Complaint) -> None:
        self._bot = bot
        self._complain = complain

    def hurry(self, share: float) -> None:
        """Ask a bot that knows how to for quicker choices; others take the time that they take."""
        hurry = getattr(self._bot, "hurry", None)
        if hurry is not None:
            hurry(share)

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance) -> Any | None:
        for bot in (self._bot, *_INSTEAD):
            try:
                return answer_of(bot, view, offers, may_wait, chance)
            except Exception as error:  # a bot of one's own may raise anything
                self._complain(error)
        raise AssertionError("any choice of the random bot is offered")
