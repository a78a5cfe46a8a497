"""One table, decision by decision: what the interfaces of this room have in common.

A game with a fast twin is played by that, any other by its readable rules, which is slower by far.
"""

import copyreg
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, Self, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, Space

from igroteka.core import AnyGame, Chance, read, usual_number
from igroteka.games import game as on_shelf
from igroteka.turbo import twins

F = TypeVar("F", np.float32, np.float64)
Seeds = int | Sequence[int | None] | None


def _unset() -> Any:
    return msgspec.UNSET


# A pickle of options holds msgspec's UNSET, which pickle looks for in every module that is loaded; those of
# older versions of PettingZoo raise ImportError when they are looked at.
copyreg.pickle(msgspec.UnsetType, lambda _: (_unset, ()))


class Table(Protocol):
    """A game in which every decision is asked, even one with a single answer.

    Off-turn seats that may act are asked first, in a random order, then the seat on turn.
    """

    game: str
    seats: int
    options: Any
    actions: int
    """Answers are 0 (let it be) up to, not including, this."""
    observed: int
    """The length of an observation."""
    chance: Any
    """The stream that everything left to chance comes from."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Self: ...

    def deal(self, seed: int | None = None) -> None:
        """A new game; with a seed, always the same one for the same answers."""
        ...

    def place(self, position: dict[str, Any]) -> None:
        """Go on from this position; nobody is asked yet."""
        ...

    def ask(self) -> int:
        """Whose decision it is now; NOBODY after the end."""
        ...

    def next_asked(self) -> list[int]:
        """The seats of which `ask` would pick one by chance: off-turn seats first, then the seat on turn."""
        ...

    def ask_seat(self, seat: int) -> None:
        """Like `ask`, where chance has picked this one of `next_asked`."""
        ...

    @property
    def seat(self) -> int:
        """The seat that is asked; NOBODY after the end."""
        ...

    @property
    def is_over(self) -> bool: ...

    def answers(self) -> npt.NDArray[np.int16]:
        """What the deciding seat may answer, rising."""
        ...

    @property
    def is_choice(self) -> bool:
        """Whether the seat is asked because it has two answers, or so that being asked says nothing."""
        ...

    @property
    def offers(self) -> dict[int, Any]:
        """The intents among them by number; letting it be is none."""
        ...

    def mask(self) -> npt.NDArray[np.int8]:
        """The same over all actions; made once a decision, so leave it as it is."""
        ...

    def observe(self, seat: int, *, own: bool = True, public: bool = True) -> npt.NDArray[np.uint8]:
        """What the seat may know: what it alone is told, and what everyone is."""
        ...

    def answer(self, action: int) -> None:
        """The deciding seat answers; the next one is asked. What is no answer raises and changes nothing."""
        ...

    def apply(self, action: int) -> None:
        """The deciding seat answers, without a look at whether it may; nobody is asked yet."""
        ...

    def apply_surely(self, action: int) -> bool:
        """Like `apply`, unless chance has a say in it: then nothing changes, and the answer is False."""
        ...

    def roll(self, number: int) -> None:
        """Whatever is left to chance from now on comes from this number."""
        ...

    def told(self, seat: int) -> str:
        """What the seat heard of the last answer."""
        ...

    def heard(self, seat: int) -> int:
        """The number of the last answer, as far as the seat has heard of it."""
        ...

    def rewards(self) -> npt.NDArray[np.float64]:
        """By seat; all 0 until the end."""
        ...

    def view(self, seat: int) -> Any:
        """What the seat may know, as the readable rules tell it."""
        ...

    def imagine(self, seat: int, chance: Chance) -> None:
        """From now on a table that the seat's view allows, made from that alone; who is asked stays."""
        ...

    def position(self) -> dict[str, Any]:
        """The truth as plain data (docs/rules/<game>.md, section 3)."""
        ...

    def said(self, action: int) -> str:
        """An action in words: the JSON of its intent."""
        ...


def open_table(game: str, seats: int, options: Any = None, *, honour: bool = False) -> Table:
    """A table of any game on the shelf, or Refused."""
    from igroteka.envs.fast_table import FastTable
    from igroteka.envs.readable_table import ReadableTable

    kind = FastTable if game in twins() else ReadableTable
    return kind(game, seats, options, honour=honour)


def read_options(game: AnyGame, options: Any) -> Any:
    """The game's own Options, or what they are read from: a mapping, or None for the defaults."""
    return options if isinstance(options, game.Options) else read(_mapped(options), game.Options)


def environment_options(game: AnyGame, options: Any) -> Any:
    """The same, but what is left open is as the game recommends it for learning (`LEARNING`)."""
    return (
        options
        if isinstance(options, game.Options)
        else read({**game.LEARNING, **_mapped(options)}, game.Options)
    )


def _mapped(options: Any) -> Mapping[str, Any]:
    if options is None or isinstance(options, Mapping):
        return options or {}
    raise ValueError(f"options are table options by name, as {{'name': value}}, not {options!r}")


def observation_space(observed: int, actions: int, history: int = 0) -> Dict:
    """What a seat is given: what it may know, what it may answer now, and on request what it has heard."""
    shapes: dict[str, Space[Any]] = {
        "observation": Box(0, 255, (observed,), np.uint8),
        "action_mask": Box(0, 1, (actions,), np.int8),
    }
    if history:
        shapes["history"] = Box(0, actions, (history, 2), np.int16)
    return Dict(shapes)


def whole(name: str, number: Any, least: int) -> int:
    """The number as Python has it (1e4 too), or ValueError unless it is whole and as large as that."""
    try:
        found = int(number)
        if found == number and found >= least:
            return found
    except (TypeError, ValueError, OverflowError):
        pass
    raise ValueError(f"{name} is a whole number from {least} on, not {number!r}")


def listed(seed: Seeds | npt.NDArray[Any]) -> Seeds:
    """An array of seeds as a list; a text is no list of them."""
    if isinstance(seed, str | bytes):
        return whole("a seed", seed, 0)
    return seed.tolist() if isinstance(seed, np.ndarray) and seed.ndim else seed  # type: ignore[return-value]


def flag(name: str, said: Any) -> bool:
    """True or False, NumPy's too, or ValueError: "no" is true for Python."""
    if isinstance(said, bool | np.bool_):
        return bool(said)
    raise ValueError(f"{name} is True or False, not {said!r}")


def fresh_seed() -> int:
    """A seed that no other environment has."""
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0])


def usual_seats(game: str) -> int:
    """For how many a table is where nothing is said."""
    return usual_number(on_shelf(game).SEATS)


def parties_at(game: AnyGame, seats: int, options: Any) -> int:
    """How many win or lose on their own."""
    return len(game.sides(game.start(seats, options)))


def rewards_of(scores: npt.NDArray[F], parties: int) -> npt.NDArray[F]:
    """What a finished game is worth to each seat: a row of scores (1 for every winner) or many rows.

    A lone winner, or everyone on the winning side, gets 1, and everyone else -1 / (parties - 1). Parties that
    win together share the win. Without a winner, or when all win: 0. The sum is 0. Where all are on one side
    there is nobody to win against: the score itself counts.
    """
    if parties < 2:
        return scores
    seats = scores.shape[-1]
    won = scores.sum(axis=-1, keepdims=True) * parties / seats
    share = scores / np.maximum(won, 1)
    rewards = (share * parties - 1) / (parties - 1)
    return np.where(won > 0, rewards, 0).astype(scores.dtype)
