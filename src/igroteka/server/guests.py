"""Games of guests as a server asks them: what raises, or takes too long, harms no other table."""

import time
from _thread import get_ident
from collections.abc import Callable
from functools import partial, wraps
from types import FrameType
from typing import Any, Final, TypeVar, cast

import msgspec

from igroteka.core import AnyGame, Refused
from igroteka.core.shelving import DEFAULTS, Shelved
from igroteka.games import game as on_shelf
from igroteka.games import is_of_the_house
from igroteka.server.logs import logger
from igroteka.server.threads import SCISSORS, TooSlow
from igroteka.table import Match, Row

T = TypeVar("T")

_FUNCTIONS: Final = (
    "start", "legal", "decide", "evolve", "view", "redact", "outcome", "turn", "imagine", "position",
    "from_position", "canonical", "sides", "progress", "rematch", "need_manners", "is_quiet", "asking_tells",
    "taking", "is_gentle", "exercise", "explain", "open_hands",
)  # fmt: skip
SLOW_SECONDS: Final = 3.0
"""How long a function of a guest may hold up all tables; those of sound games answer in milliseconds."""
REST_SECONDS: Final = 300.0
"""For so long a game that was too slow is not asked again."""
_SELDOM: Final = 60.0


class GameBroke(Refused):
    """A function of a game has raised, or has not answered in time; the log says which, and where."""

    def __init__(self) -> None:
        super().__init__("game-broke")


class _Watch:
    """Ends a function of a guest on the main thread, where the event loop runs: all tables wait for it.

    In other threads `SCISSORS` do.
    """

    def __init__(self) -> None:
        self._set: Callable[[float, float], Any] | None = None
        """Sets the alarm, where there is one: after so many seconds, and again after so many more."""
        self._thread = 0
        self._is_running = False

    def set_up(self) -> None:
        """For a process that serves, on systems that have alarms; elsewhere nothing is cut short."""
        import signal  # a browser has none, and would fetch it for nothing

        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, self._rang)
            self._thread = get_ident()
            self._set = partial(signal.setitimer, signal.ITIMER_REAL)

    def _rang(self, _number: int, _frame: FrameType | None) -> None:
        if self._is_running:
            raise TooSlow

    def begin(self) -> bool:
        """Whether it runs from now on: not within another one's time, nor beside the event loop."""
        if self._set is None or self._is_running or get_ident() != self._thread:
            return False
        self._is_running = True
        self._set(SLOW_SECONDS, 1.0)  # again, should the first go unheard
        return True

    def end(self) -> None:
        self._is_running = False
        if self._set is not None:
            self._set(0.0, 0.0)


WATCH: Final = _Watch()


def game(name: str) -> AnyGame:
    """The game of that name, or Refused; a guest's raises nothing but refusals."""
    found = on_shelf(name)
    if is_of_the_house(found):
        return found
    if name not in _known or _known[name][0] is not found:
        _known[name] = found, _watched(found)
    return _known[name][1]


def is_of_house(name: str) -> bool:
    """Whether a game is one of ours: what guests do is watched."""
    return is_of_the_house(on_shelf(name))


_known: Final[dict[str, tuple[AnyGame, AnyGame]]] = {}
"""By name what lies on the shelf, and the same watched."""


def _watched(guest: AnyGame) -> AnyGame:
    asked = _Asked(guest.NAME)
    names = dict(vars(guest))
    for name in _FUNCTIONS:
        if callable(names[name]) and names[name] is not DEFAULTS.get(name):
            names[name] = asked.watched(name, names[name])
    return cast("AnyGame", Shelved(names))


class _Asked:
    """What is known of a guest that is asked: until when it rests, and what was complained of."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._rests_until = 0.0
        self._said: dict[tuple[str, str], float] = {}

    def watched(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def asked(*given: Any, **named: Any) -> Any:
            if self._rests_until and time.monotonic() < self._rests_until:
                raise GameBroke
            try:
                return within_time(function, *given, **named)
            except Refused:
                raise
            except (Exception, TooSlow) as error:
                self._complain(name, given, error)
                raise GameBroke from None

        return asked

    def _complain(self, function: str, given: tuple[Any, ...], error: BaseException) -> None:
        """Once a minute of the same: people and bots ask again and again."""
        now, what = time.monotonic(), (function, type(error).__name__)
        fields: dict[str, Any] = {"game": self._game, "function": function}
        if isinstance(error, TooSlow):
            self._rests_until = now + REST_SECONDS
            fields |= {"seconds": SLOW_SECONDS, "rests": REST_SECONDS}
        if now - self._said.get(what, -_SELDOM) < _SELDOM:
            return
        self._said[what] = now
        if function == "decide":
            fields["intent"] = type(given[2]).__name__
        logger.error("a game broke", exc_info=error, extra={"fields": fields})


def within_time(function: Callable[..., T], *given: Any, **named: Any) -> T:
    """What a function of a guest answers, or TooSlow."""
    if not WATCH.begin():
        return SCISSORS.within(SLOW_SECONDS, partial(function, *given, **named))
    try:
        return function(*given, **named)
    finally:
        WATCH.end()


def need_told(match: Match, row: Row, state: Any) -> None:
    """GameBroke where what a guest has decided could not be told to somebody: it is not written down then,
    and the table stays as everybody sees it.
    """
    if is_of_the_house(match.game):
        return
    match.game.turn(state)
    for seat in (None, *match.seats):
        msgspec.json.encode((match.game.view(state, seat), match.told(row, seat)))
