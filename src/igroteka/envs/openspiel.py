"""The games in OpenSpiel: importing this registers every game on the shelf as `igroteka_<name>`.

Chance is explicit. Whatever shuffles (the deal, a refilled deck or bag) is preceded by four chance nodes with
256 equal outcomes each: a number of 32 bits from which the shuffle comes. Where several seats may act off
turn, a chance node picks who is asked first. Between two shuffles nothing is left to chance.

With `box=tiny` a few parts are dealt one by one, each by a chance node of its own, and the whole tree can be
walked: what would have to be shuffled then ends the game without a winner.
"""

from collections.abc import Callable
from copy import deepcopy
from hashlib import blake2b
from importlib import import_module
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt

from igroteka.core import Tiny
from igroteka.core.extras import need
from igroteka.core.kinds import alternatives
from igroteka.envs.heard import Heard
from igroteka.envs.layout import as_words
from igroteka.envs.table import Table, open_table, usual_seats, whole
from igroteka.games import SHELF
from igroteka.games import game as on_shelf
from igroteka.turbo import WAIT
from igroteka.turbo.chance import Mirror, streams

need("igroteka.envs.openspiel", "openspiel", "pyspiel")
pyspiel: Any = import_module("pyspiel")  # it has no types

DIGITS: Final = 4
BASE: Final = 256
_SHUFFLES: Final = [(digit, 1 / BASE) for digit in range(BASE)]
_DEAL: Final = -1
"""What waits for chance before the game begins."""
_DIGEST: Final = 16
"""How many bytes tell apart what a seat has seen, in the string of an information state."""


def _parameters(game: str) -> dict[str, Any]:
    """`players`, `max_steps`, `honour` and the table options; a number that is left open is -1."""
    fields = {field.name: field for field in msgspec.structs.fields(on_shelf(game).Options)}
    chosen = {name: OPEN if _is_open_number(field) else field.default for name, field in fields.items()}
    chosen |= on_shelf(game).LEARNING
    plain = {name: value for name, value in chosen.items() if isinstance(value, bool | int | str)}
    return {"players": usual_seats(game), "max_steps": 100_000, **_MORE, **plain}


def _is_open_number(field: Any) -> bool:
    """Whether it may be a number, but is something else by default."""
    may_be = any(isinstance(kind, msgspec.inspect.IntType) for kind in alternatives(field.type))
    return may_be and not isinstance(field.default, int)


def _options(game: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """The table options among the parameters, as they are read from JSON."""
    open_numbers = {
        field.name for field in msgspec.structs.fields(on_shelf(game).Options) if _is_open_number(field)
    }
    left = {name: value for name, value in parameters.items() if name not in _OURS}
    return {name: value for name, value in left.items() if name not in open_numbers or value != OPEN}


OPEN: Final = -1
_MORE: Final = {"honour": False, "box": "", "history": 32}
_OURS: Final = ("players", "max_steps", *_MORE)


def _tiny(game: str, box: str, seats: int) -> Tiny | None:
    """The tiny deal of a game, if it is asked for."""
    tiny = on_shelf(game).TINY
    if box not in ("", "tiny") or (box and (tiny is None or seats != 2)):
        raise ValueError(
            f"box={box}: {game} has a tiny box for two players, or none" if tiny else f"no box {box}"
        )
    return tiny if box else None


def _type(game: str) -> Any:
    kind, seats = pyspiel.GameType, on_shelf(game).SEATS
    return kind(
        short_name=f"igroteka_{game}",
        long_name=f"Igroteka: {game}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its number of seats and its options."""

    game: str
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**_parameters(self.game), **(params or {})}
        seats = int(chosen["players"])
        self.history = whole("history", chosen["history"], 0)
        self.tiny = _tiny(self.game, chosen["box"], seats)
        steps = whole("max_steps", chosen["max_steps"], 1)
        self.max_steps = min(steps, self.tiny.steps if self.tiny else 2**31)
        options = {**_options(self.game, chosen), **(self.tiny.options if self.tiny else {})}
        self.table = open_table(self.game, seats, options, honour=chosen["honour"])
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.actions,
            max_chance_outcomes=BASE,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_steps,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Before every step a shuffle, and after it a choice of who is asked."""
        return (DIGITS + 1) * (self.max_steps + 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(self.table, iig_obs_type, self.history)

    def __reduce__(self) -> tuple[Any, ...]:
        """For copies and pickles: its string says all of it, and reading one imports this module first."""
        return _loaded, (str(self),)


def _loaded(said: str) -> Any:
    return pyspiel.load_game(said)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A table with what every seat has seen so far."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.table = game.table  # a copy of it is dealt to
        self.seen = [b""] * self.table.seats
        self.heard = Heard(self.table.seats, game.history)
        self._tiny = game.tiny
        self._dealt: list[str] = []
        self._left = game.max_steps
        self._pending: int | None = _DEAL
        self._digits: list[int] = []
        self._next: list[int] = []
        self._shuffled: list[int] = []
        self._repeated: int | None = None

    def current_player(self) -> int:
        if self._repeated is not None:
            return self._repeated
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self._is_chance() else self.table.seat

    def is_terminal(self) -> bool:
        return self._pending is None and (self.table.is_over or self._left <= 0)

    def _is_chance(self) -> bool:
        return self._pending is not None or len(self._next) > 1

    def _legal_actions(self, player: int) -> list[int]:
        return [int(action) for action in self.table.answers()]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self._pending == _DEAL and self._tiny:
            left = self._tiny.left(self._dealt)
            return [(self._tiny.kinds.index(kind), n / sum(left.values())) for kind, n in left.items()]
        if self._pending is not None:
            return _SHUFFLES
        return [(seat, 1 / len(self._next)) for seat in self._next]

    def _apply_action(self, action: int) -> None:
        if self._repeated is not None:
            return
        self._need_possible(action)
        if self._pending == _DEAL and self._tiny:
            self._add_part(self._tiny, action)
        elif self._pending is not None:
            self._add_digit(action)
        elif self._is_chance():
            self._ask([action])
        else:
            self._answer(action)

    def _need_possible(self, action: int) -> None:
        """OpenSpiel looks at no action, and a twin writes wherever a wrong one says."""
        chance = self._is_chance()
        possible = [outcome for outcome, _ in self.chance_outcomes()] if chance else self.table.answers()
        if self.is_terminal() or action not in possible:
            raise ValueError(f"{action} is not one of legal_actions() now")

    def _answer(self, action: int) -> None:
        """If that shuffles, it is taken back until chance has said how."""
        self._left -= 1
        seat = self.table.seat
        if self.table.apply_surely(action):
            self._tell(seat, action)
        elif self._tiny:
            self._left = 0
        else:
            self._pending, self._digits = action, []

    def _add_part(self, tiny: Tiny, number: int) -> None:
        """One part is dealt; what can be dealt in one way only needs no chance."""
        self._shuffled.append(self.move_number())
        self._dealt.append(tiny.kinds[number])
        while len(left := tiny.left(self._dealt)) == 1:
            self._dealt += left
        if not left:
            self._pending = None
            self.table = deepcopy(self.table)
            self.table.place(tiny.filled(self._dealt))
            self._tell(_DEAL, _DEAL)

    def _add_digit(self, digit: int) -> None:
        self._digits.append(digit)
        self._shuffled.append(self.move_number())
        if len(self._digits) == DIGITS:
            action, self._pending = self._pending, None
            if action == _DEAL:
                self.table = deepcopy(self.table)
            self.table.roll(int.from_bytes(bytes(self._digits)))
            if action == _DEAL:
                self.table.deal()
                self._tell(_DEAL, _DEAL)
            elif action is not None:
                seat = self.table.seat
                self.table.apply(action)
                self._tell(seat, action)

    def _tell(self, actor: int, action: int) -> None:
        """What everyone can see from now on; that a seat has let it be, it alone knows."""
        for seat in range(self.table.seats):
            if action != WAIT or seat == actor:
                self.seen[seat] = _after(self.seen[seat], self._said(seat, actor), self.table.observe(seat))
        if actor != _DEAL:
            self.heard.tell(self.table, actor, action)
        self._ask(self.table.next_asked())

    def _said(self, seat: int, actor: int) -> str:
        return f"{_DEAL} {_DEAL}" if actor == _DEAL else self.table.told(seat)

    def _ask(self, seats: list[int]) -> None:
        self._next = seats
        if len(seats) == 1:
            self.table.ask_seat(seats[0])

    def _action_to_string(self, player: int, action: int) -> str:
        if player >= 0:
            return self.table.said(action)
        if self._pending == _DEAL and self._tiny:
            return f"deal {self._tiny.kinds[action]}"
        return f"shuffle {action:02x}" if self._pending is not None else f"ask seat {action}"

    def returns(self) -> list[float]:
        return [float(reward) for reward in self.table.rewards()]

    def __str__(self) -> str:
        if self._pending == _DEAL:
            return f"before the deal {' '.join(self._dealt)}{bytes(self._digits).hex()}"
        waiting = "" if self._pending is None else f" {self._pending}/{bytes(self._digits).hex()}"
        asked = ",".join(map(str, self._next))
        return f"{msgspec.json.encode(self.table.position()).decode()} asked {asked}{waiting}"

    def resample_from_infostate(self, player_id: int, sampler: Callable[[], float]) -> "SpielState":
        """A state as the seat may imagine it: what it cannot see is dealt anew from its view alone.

        The history has the same answers, but no trace of the true shuffles; what other seats are said to
        have seen is what they see now.
        """
        if self._tiny:
            raise NotImplementedError("worlds of a tiny box are few: walk its tree instead")
        other: SpielState = self.get_game().new_initial_state()
        other._repeat(self.full_history(), self._shuffled)
        other._left, other._next = self._left, [*self._next]
        other._pending, other._digits = self._pending, [0] * len(self._digits)
        if self._pending != _DEAL:
            other.table = deepcopy(self.table)
            other.table.imagine(player_id, Mirror(streams(int(sampler() * 2**53))[0]))
            other.seen = [
                _after(b"", "imagined", other.table.observe(seat)) for seat in range(len(self.seen))
            ]
            other.seen[player_id] = self.seen[player_id]
            other.heard.take(self.heard, player_id)
        return other

    def _repeat(self, history: list[Any], shuffled: list[int]) -> None:
        """Write down what was answered, without doing it; the numbers of a shuffle are written as zeros."""
        self._shuffled = [*shuffled]
        hidden = {*shuffled}
        for number, item in enumerate(history):
            self._repeated = int(item.player)
            self.apply_action(0 if number in hidden else item.action)
        self._repeated = None


def _after(seen: bytes, said: str, observation: npt.NDArray[np.uint8]) -> bytes:
    """What a seat has seen, as a digest that grows by one thing said and what the table looks like then."""
    return blake2b(seen + said.encode() + b"|" + observation.tobytes(), digest_size=_DIGEST).digest()


class Observer:
    """What one seat may know: its observation, and for perfect recall what it has heard.

    A tensor has the last `history` answers that it heard of, as pairs of 1 + seat and 1 + action, the newest
    first; a string tells all information states apart.
    Without what is private an observation has no hand, and is the same for all; without what is public it is
    the hand alone.
    """

    def __init__(self, table: Table, kind: Any = None, history: int = 32) -> None:
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        single = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        none = kind.private_info == pyspiel.PrivateInfoType.NONE
        if not (single or (none and kind.public_info)) or (
            kind.perfect_recall and not kind.public_info & single
        ):
            raise ValueError("there are no observers of this kind: a seat sees what is public, and its own")
        self._game = table.game
        self._recalls = kind.perfect_recall
        self._shown = {"own": single, "public": bool(kind.public_info)}
        width = table.observed
        self.tensor = np.zeros(width + 2 * history * self._recalls, np.float32)
        self.dict = {"observation": self.tensor[:width]}
        if self._recalls:
            self.dict["history"] = self.tensor[width:].reshape(-1, 2)

    def _observed(self, state: SpielState, player: int) -> npt.NDArray[np.uint8]:
        return state.table.observe(player, **self._shown)

    def set_from(self, state: SpielState, player: int) -> None:
        self.dict["observation"][:] = self._observed(state, player)
        if self._recalls:
            self.dict["history"][:] = state.heard.rows(player)

    def string_from(self, state: SpielState, player: int) -> str:
        words = as_words(self._game, self._observed(state, player))
        return f"{words}  recall {state.seen[player].hex()}" if self._recalls else words


for _game in SHELF:
    _kind = _type(_game)
    pyspiel.register_game(_kind, type(f"{_game.title()}Game", (SpielGame,), {"game": _game, "kind": _kind}))
