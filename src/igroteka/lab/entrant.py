"""A bot that takes part in a contest, as people name it: its level, its time, its habits, its network."""

from collections.abc import Iterable
from math import inf, isfinite, nan
from typing import Annotated, Any, Final, TypeAlias
from urllib.parse import parse_qsl

import msgspec

from igroteka.bots import SECONDS, Bot, make
from igroteka.bots.beginner import SEES, TRIES
from igroteka.bots.habits import FIRST, Habits
from igroteka.bots.master import MasterBot
from igroteka.bots.sense import sense_of
from igroteka.core import Refused
from igroteka.lab.timed_bot import TimedBot

_SEER: Final = "seer"
"""Master that sees hands, a bound for figures: no table knows it."""
_SEARCHING: Final = {"master": None, "master1": FIRST, _SEER: None}
"""Levels that search, with their habits; None: those of the table."""
_QUICK: Final = ("random", "beginner", "player")
"""Levels whose bots can be asked many times over."""
_LAPSES: Final = {"random": (1.0, 0.0, 0.0), "beginner": (1 / TRIES, 1 / SEES, 0.7)}
"""How often such bots answer just anything, overlook an answer, and see too late that they could act off
turn, in games where Beginner sees something late; others play soundly. The last was counted in games of two:
Beginner takes 23 of 100 such chances, Player 76."""

_Cards: TypeAlias = Annotated[int, msgspec.Meta(ge=0)] | None


class Entrant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot that takes part: `master`, `master:0.2` (seconds a move), `master:200x` or `mymodule:MyBot`.

    `200x` is so many looks ahead a move, on however fast a machine: such games are the same the next time.
    `master?most=40&trust=0.5&network=my.npz` is Master with other habits (`bots.habits`) or another network.
    """

    name: str
    level: str
    seconds: float
    looks: int | None = None

    @classmethod
    def of(cls, name: str, seconds: float = SECONDS) -> "Entrant":
        level, _, said = name.rpartition(":")
        if level and said.endswith("x") and said[:-1].isdecimal() and len(said) < 10 and int(said[:-1]):
            return cls(name, level, seconds, int(said[:-1]))
        try:
            asked = float(said) if level else seconds
        except ValueError:
            asked = nan if level.partition("?")[0] in _SEARCHING else seconds
            level = ""
        if not 0 < asked < inf:
            problem = f"'{said}' is neither seconds a move, as 0.2, nor looks ahead, as 200x"
            raise Refused("bot-not-found", None, bot=name, problem=problem)
        return cls(name, level or name, asked)

    @property
    def is_quick(self) -> bool:
        return self.level in _QUICK

    @property
    def is_network(self) -> bool:
        """Whether it is a file of a network, which is compiled when it is first asked."""
        return self.level.endswith(".npz")

    def lapses(self, game: str) -> tuple[float, float, float]:
        anything, overlooked, late = _LAPSES.get(self.level, (0.0, 0.0, 0.0))
        return anything, overlooked, late if sense_of(game).LATE else 0.0

    def bot(self, game: str | None = None) -> Bot:
        """A fresh one, for one seat of one game; Master has its CPU time, however busy the machine is.

        Refused if there is none, or if its network was taught another game than the one that is named.
        """
        if not self.searches:
            return make(self.level, self.seconds, game)
        habits, network, sees = self._habits(game)
        if self.sees:
            from igroteka.lab.seer.seer import SeerBot  # it needs Numba

            return SeerBot(self.seconds, self.looks, habits, sees)
        return MasterBot(self.seconds, patience=None, iterations=self.looks, habits=habits, network=network)

    def bot_within(self, limit: float) -> Bot:
        """The same; a class of one's own has so many seconds for a choice, or any for 0. Ours know an end."""
        return TimedBot(self.bot, limit) if limit and self.is_own else self.bot()

    @property
    def is_own(self) -> bool:
        """Whether somebody's code plays."""
        return ":" in self.level and not self.searches

    @property
    def sees(self) -> bool:
        """Whether it is shown the truth."""
        return self.level.partition("?")[0] == _SEER

    @property
    def searches(self) -> bool:
        return self.level.partition("?")[0] in _SEARCHING

    def _habits(self, game: str | None) -> tuple[Habits | None, Any | None, int | None]:
        """Those that the name tells, None for those of the table; the network; how many cards it is told."""
        level, _, told = self.level.partition("?")
        said = dict(parse_qsl(told))
        network = self._network(said.pop("network", None), game)
        try:
            cards = msgspec.convert(said.pop("told", None), _Cards, strict=False) if self.sees else None
            self._need_habits(said)
            habits = msgspec.convert(said, Habits, strict=False) if said else _SEARCHING[level]
            self._need_finite(habits)
            return habits, network, cards
        except msgspec.ValidationError as error:
            raise Refused("bot-not-found", None, bot=self.name, problem=str(error)) from None

    def _need_habits(self, said: Iterable[str]) -> None:
        known = Habits.__struct_fields__
        if odd := next((name for name in said if name not in known), None):
            also = ("network", "told") if self.sees else ("network",)
            problem = f"there is no habit {odd}; there are {', '.join((*known, *also))}"
            raise Refused("bot-not-found", None, bot=self.name, problem=problem)

    def _need_finite(self, habits: Habits | None) -> None:
        """What is no number, or endless, would make nonsense of every choice without a word."""
        for name, told in msgspec.structs.asdict(habits).items() if habits else ():
            if isinstance(told, float) and not isfinite(told):
                raise Refused("bot-not-found", None, bot=self.name, problem=f"{name} is a number, not {told}")

    def _network(self, path: str | None, game: str | None) -> Any | None:
        if path is None:
            return None
        from igroteka.bots.network_file import read_network  # it needs Numba

        found = read_network(path)
        if game is not None and found.game != game:
            raise Refused("bot-of-another-game", None, bot=self.name, taught=found.game, game=game)
        return found.network
