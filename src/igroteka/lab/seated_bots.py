"""Bots at the seats of one game: each with chance of its own, and what it does wrong is told by its name."""

from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final, TypeAlias

from igroteka.bots import Bot
from igroteka.bots.answer import NotOffered, answer_of, told
from igroteka.core import Chance, Refused, Seat, Seeded
from igroteka.lab.entrant import Entrant
from igroteka.lab.timed_bot import LIMIT, NoAnswer
from igroteka.table import Chooser, Match

_NO_FAULT: Final = ("bot-of-another-game", "bot-not-found")
"""What is refused of a bot that cannot play here; whatever else it raises is its own fault."""
_LOTS: Final = 8
"""So many times a quick bot is asked again, for what its own chance could have made it answer."""
BOTS_CHANCE: Final = 2**63
_LOTS_CHANCE: Final = 2**63 + 2**62
"""Rows of the seed from these on are the bots' own chance; the rows of a log never come so far."""

Lots: TypeAlias = dict[int, tuple[Any, ...]]
"""By row what the bot could as well have answered in it, all things but its own chance being the same."""


class BotFailed(Exception):  # noqa: N818 - it says what happened
    """A bot raised an error, asked for what it was not offered, or never answered."""


def chooser(
    match: Match,
    entrants: Sequence[Entrant],
    seed: int,
    deal: int,
    lots: Lots | None = None,
    limit: float = LIMIT,
) -> Chooser:
    """A fresh bot with chance of its own at every seat; what it does wrong is told by its name.

    `lots` is filled with what else the chance of quick bots could have made them answer.
    """
    bots = [entrant.bot_within(limit) for entrant in entrants]
    chances = [Seeded(seed).row(BOTS_CHANCE + seat) for seat in match.seats]

    def choose(seat: Seat, look: Any, offers: tuple[Any, ...], may_wait: bool) -> Any | None:
        number = len(match.log) + 1
        try:
            if lots is not None and entrants[seat].is_quick and not may_wait and len(offers) > 1:
                others = Seeded(seed).row(_LOTS_CHANCE + number)
                lots[number] = _asked_again(bots[seat], look(), offers, others)
            if entrants[seat].sees:
                bots[seat].see(match.state)  # type: ignore[attr-defined]
            return answer_of(bots[seat], look(), offers, may_wait, chances[seat])
        except NoAnswer as late:
            raise BotFailed(f"{entrants[seat].name}: {late} (deal {deal})") from late
        except NotOffered as wish:
            said = f"{entrants[seat].name}: asked for {wish}, which was not offered (deal {deal})"
            raise BotFailed(said) from wish
        except Exception as error:
            if isinstance(error, Refused) and error.reason in _NO_FAULT:
                raise
            said = f"{entrants[seat].name}: {told(error)}"
            raise BotFailed(f"{said} (deal {deal}, {_place_of(error)})") from error

    return choose


def _place_of(error: Exception) -> str:
    """The file and the line where it was raised."""
    last = extract_tb(error.__traceback__)[-1]
    return f"{Path(last.filename).name}:{last.lineno}"


def _asked_again(bot: Bot, view: Any, offers: tuple[Any, ...], chance: Chance) -> tuple[Any, ...]:
    """What copies of the bot answer, each by lots of its own."""
    return tuple(deepcopy(bot).choose(view, offers, False, chance) for _ in range(_LOTS))
