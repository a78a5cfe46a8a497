"""What a bot says, held to what it was offered: whatever else its code does is an exception like others."""

from collections.abc import Callable
from threading import current_thread, main_thread
from typing import Any, Final, TypeVar

from igroteka.bots.bot import Bot
from igroteka.core import Chance

T = TypeVar("T")

_SHOWN: Final = 200
"""So many characters of what was chosen are told."""
_SAID: Final = 400
"""So many of an error: some carry a whole array, or the log of a compiler."""


class NotOffered(Exception):  # noqa: N818 - it says what happened
    """A bot has chosen what it may not."""


class EndsProgram(Exception):  # noqa: N818 - it says what happened
    """A bot has raised what ends programs, `sys.exit()` say, and not only its own turn."""


def answer_of(bot: Bot, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance) -> Any | None:
    """The offer that the bot chooses, or None where it may wait; else an Exception."""
    chosen = kept_in(lambda: bot.choose(view, offers, may_wait, chance))
    if chosen is None and may_wait:
        return None
    for offer in offers:
        # an array has no one answer to ==, and somebody else's object any answer it likes
        if type(chosen) is type(offer) and chosen == offer:
            return offer
    raise NotOffered(_shown(chosen))


def kept_in(call: Callable[[], T]) -> T:
    """What somebody else's code gives; it may fail, but not end the program.

    Ctrl-C is a person's, and comes to the main thread alone.
    """
    try:
        return call()
    except Exception:
        raise
    except BaseException as left:
        if isinstance(left, KeyboardInterrupt) and current_thread() is main_thread():
            raise
        wish = f"it wants to end the program: {left!r}"
        raise EndsProgram(wish).with_traceback(left.__traceback__) from None


def told(error: BaseException) -> str:
    """An error in one line, as long as can be read: its kind, and what it says if it says something."""
    try:
        said = " ".join(str(error).split())
    except Exception:  # somebody else's code
        said = ""
    said = said if len(said) <= _SAID else f"{said[:_SAID]} …"
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def _shown(chosen: Any) -> str:
    try:
        return repr(chosen)[:_SHOWN]
    except Exception:  # somebody else's code
        return f"something of type {type(chosen).__name__}"
