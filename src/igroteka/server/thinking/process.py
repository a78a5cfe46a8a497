"""A process that thinks: a thought a line comes in, a choice a line goes out, until nobody asks any more.

`python -m igroteka.server.thinking.process`, started by a `Crew`.
"""

import contextlib
import os
import signal
import sys
from importlib import import_module
from typing import Any, Final

import msgspec

from igroteka.answers import answers
from igroteka.bots import make
from igroteka.bots.checked_bot import Checked
from igroteka.core import Seeded
from igroteka.games import game as on_shelf
from igroteka.server.thinking.thought import Choice, Thought

READY: Final = b"ready"
_POLITE: Final = 5
"""How much less a thought is worth to the system than the servers beside it."""


def main() -> None:
    say = answers()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started it ends it
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(_POLITE)
    with contextlib.suppress(ImportError):
        import_module("igroteka.bots.compiled_search")  # it takes a second or two
    say(READY)
    for line in sys.stdin.buffer:
        say(msgspec.json.encode(answer(line)))


def answer(line: bytes) -> Choice:
    """The choice, or why there is none; what an error says could tell a hand, so only its kind is told."""
    try:
        return _choose(msgspec.json.decode(line, type=Thought))
    except Exception as error:
        return Choice(failed=type(error).__name__)


def _choose(asked: Thought) -> Choice:
    game = on_shelf(asked.game)
    view = msgspec.json.decode(asked.view, type=game.View)
    offers: tuple[Any, ...] = msgspec.json.decode(asked.offers, type=tuple[game.Intent, ...])  # type: ignore[name-defined]
    failed: list[Exception] = []
    bot = make(asked.level, asked.seconds)
    if hasattr(bot, "past"):
        bot.past = tuple(msgspec.json.decode(one, type=game.View) for one in asked.past)
    checked = Checked(bot, failed.append)
    checked.hurry(asked.share)
    chosen = checked.choose(view, offers, asked.may_wait, Seeded(bytes.fromhex(asked.seed)))
    if failed:
        raise failed[0]
    return Choice(_place(chosen, offers))


def _place(chosen: Any, offers: tuple[Any, ...]) -> int | None:
    return None if chosen is None else offers.index(chosen)


if __name__ == "__main__":
    main()
