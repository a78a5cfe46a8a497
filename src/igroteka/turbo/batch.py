"""Many games at once from Python: arrays in, arrays out, no loop in Python over the games."""

from collections.abc import Callable
from functools import wraps
from operator import index
from threading import RLock
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

import numpy as np
import numpy.typing as npt

from igroteka.core import read
from igroteka.turbo.chance import Streams, streams
from igroteka.turbo.header import ANEW, EVERYONE, HONOUR
from igroteka.turbo.twin import States, Twin

P = ParamSpec("P")
R = TypeVar("R")


def alone(method: Callable[Concatenate[Any, P], R]) -> Callable[Concatenate[Any, P], R]:
    """Kernels run without the lock of the interpreter: two threads at the same tables would ruin memory."""

    @wraps(method)
    def guarded(self: Any, /, *words: P.args, **named: P.kwargs) -> R:
        if not self.lock.acquire(blocking=False):
            raise RuntimeError("another thread is at these tables: each thread needs a batch of its own")
        try:
            return method(self, *words, **named)
        finally:
            self.lock.release()

    return guarded


class Batch:
    """`count` tables of one kind, each at its next decision.

    Decisions with a single answer are made by themselves. With `again` an ended game is dealt anew at once;
    else it stays as it ended and `seats` says NOBODY. With `check` an action that is no answer is refused
    with a ValueError and changes nothing; without it such an action may do anything. A batch is for one
    thread at a time: another that comes in between gets a RuntimeError.
    With `device="cuda"` everything lives on a graphics card, and arrays are what PyTorch, JAX and CuPy take
    without a copy; there the look at actions waits for the card (`check=False` saves it), and records are as
    narrow as these tables allow: with `wide` they are not, and `restore` may bring tables of other kinds.
    """

    def __new__(cls, *_: Any, device: str = "cpu", **__: Any) -> Self:
        if device == "cuda":
            from igroteka.turbo.card.batch import CardBatch

            return object.__new__(CardBatch)  # type: ignore[return-value]
        if device != "cpu":
            raise ValueError(f"device is 'cpu' or 'cuda', not {device!r}")
        return object.__new__(cls)

    def __init__(
        self,
        game: str | Twin,
        count: int,
        seats: int,
        options: Any = None,
        *,
        seed: int = 0,
        honour: bool = False,
        everyone: bool = False,
        again: bool = True,
        check: bool = True,
        wide: bool = False,
        device: str = "cpu",
    ) -> None:
        if not isinstance(count, int | np.integer) or count < 1:
            raise ValueError(f"a batch has a whole number of tables, at least one, not {count!r}")
        self.lock, self.device = RLock(), device
        self.check, self.wide = check, wide
        self.twin = _twin(game)
        if not isinstance(options, self.twin.GAME.Options):
            options = read(options or {}, self.twin.GAME.Options)
        table = self.twin.blank(seats, options)
        table["mode"] = HONOUR * honour + EVERYONE * everyone
        self.table = table
        self._lay_out(table, count, seats, seed, again)
        self.deal()

    def _lay_out(self, table: States, count: int, seats: int, seed: int, again: bool) -> None:
        self.states: States = np.repeat(table, count)
        self.rngs = streams(seed, count)
        self.again = again
        self.seats: npt.NDArray[np.int8] = np.empty(count, np.int8)
        self.scores: npt.NDArray[np.float32] = np.zeros((count, seats), np.float32)
        self.ended: npt.NDArray[np.bool_] = np.zeros(count, np.bool_)
        self._run = self.twin.KERNELS
        self._list = np.empty(self.twin.WIDEST, np.int16)
        self._lists = np.empty((count, self.twin.WIDEST), np.int16)
        self._counts = np.empty(count, np.int16)
        self._masks = np.empty((count, self.twin.ACTIONS), np.bool_)
        self._seen = np.empty((count, self.twin.OBSERVED), np.uint8)
        self._last = self.states.copy()
        self._stale = np.full(count, ANEW, np.uint8)

    def __len__(self) -> int:
        return len(self.states)

    @alone
    def deal(self, which: npt.NDArray[np.bool_] | None = None) -> None:
        """Every table anew, or those of a mask."""
        which = self._which(which)
        states, rngs = self.states[which], self.rngs[which]
        self._run["deal_all"](states, rngs, self._list)
        self.states[which], self.rngs[which] = states, rngs
        self._stale[which] = ANEW
        self.seats[which] = states["deciding"]

    def _which(self, which: npt.ArrayLike | None) -> npt.NDArray[np.bool_]:
        """A mask over the tables, all of them if nothing is said; or ValueError."""
        mask = np.ones(len(self), np.bool_) if which is None else np.asarray(which)
        if mask.shape != (len(self),) or mask.dtype != np.bool_:
            raise ValueError(f"which tables are dealt anew is told by {len(self)} truth values")
        return mask

    @alone
    def put(self, state: States) -> None:
        """Every table as this one state, up to its next decision."""
        if not isinstance(state, np.ndarray) or state.dtype != self.states.dtype or len(state) != 1:
            raise ValueError(f"a state is one record of {self.twin.GAME.NAME}, as `encode` makes it")
        self._run["put_all"](self.states, state, self.rngs, self._list)
        self._changed()

    @alone
    def step(self, actions: npt.ArrayLike) -> int:
        """Each deciding seat answers; how many times a state changed. See `seats`, `ended`, `scores`."""
        steps = self._run["step_all"](
            self.states,
            self._answers(actions),
            self.rngs,
            self._list,
            self.seats,
            self.scores,
            self.ended,
            self._stale,
            self.again,
        )
        return int(steps)

    def answer(self, actions: npt.ArrayLike) -> None:
        """The same without counting: a card is not waited for."""
        self.step(actions)

    def _answers(self, actions: npt.ArrayLike) -> npt.NDArray[np.int16]:
        """One whole number a table, each an answer of its deciding seat; or ValueError."""
        given = one_a_table(actions, len(self))
        answers = np.ascontiguousarray(given.astype(np.int16, copy=False))
        if self.check:
            self._need_answers(given, answers)
        return answers

    def _need_answers(self, given: npt.NDArray[Any], answers: npt.NDArray[np.int16]) -> None:
        beyond = (given < 0) | (given >= self.twin.ACTIONS)
        if beyond.any():
            beyond &= self.states["over"] == 0  # games that are over take no answers, whatever is said
        table = int(beyond.argmax())
        if not beyond[table]:
            table = int(self._run["odd_answer"](self.states, answers, self._list))
        if table >= 0:
            raise not_an_answer(table, int(self.states["deciding"][table]), int(given[table]))

    @alone
    def legal(self) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
        """The answers of each deciding seat as rows of a list, and how many of each row count."""
        self._run["legal_all"](self.states, self._lists, self._counts)
        return self._lists, self._counts

    @alone
    def masks(self) -> npt.NDArray[np.bool_]:
        """The answers of each deciding seat as a mask over all actions."""
        self._run["mask_all"](self.states, self._masks)
        return self._masks

    @alone
    def random(self, into: npt.NDArray[Any] | None = None, rngs: Any = None) -> npt.NDArray[Any]:
        """A random answer of each deciding seat, every one as likely as any other.

        Chance comes from the tables' own streams, or from `rngs`, one a table: then the games do not change.
        """
        actions = np.empty(len(self), np.int16) if into is None else into
        if actions.shape != (len(self),) or actions.dtype.kind not in "iu" or not actions.flags.writeable:
            raise ValueError(f"random answers are written into {len(self)} whole numbers")
        chance = self.rngs if rngs is None else rngs
        if not isinstance(chance, np.ndarray) or (chance.shape, chance.dtype) != ((len(self),), np.uint64):
            raise ValueError(f"random answers come from {len(self)} streams (uint64), one a table")
        self._run["random_all"](self.states, chance, self._list, actions)
        return actions

    @alone
    def observe(self) -> npt.NDArray[np.uint8]:
        """What each deciding seat may know (docs/turbo.md): made when asked for, where it has changed."""
        self._run["observe_all"](self.states, self._last, self._seen, self._stale)
        return self._seen

    @alone
    def observe_seats(self) -> npt.NDArray[np.uint8]:
        """What every seat may know, by table and seat: for critics that see everything."""
        seen = np.empty((len(self), self.scores.shape[1], self.twin.OBSERVED), np.uint8)
        self._run["observe_seats_all"](self.states, seen)
        return seen

    @alone
    def play_out(self) -> int:
        """Random play of all tables to their ends; the steps it took."""
        self._stale[:] = ANEW
        steps = self._run["play_all"](self.states, self.rngs, self._list)
        self.seats[:] = -1
        return int(steps)

    @alone
    def play_on(self, steps: int) -> tuple[int, int]:
        """Random play of at least so many steps at each table, dealt anew at each end; all steps and games.

        Where a game stands afterwards is no decision yet: `deal` before stepping on.
        """
        tally = np.zeros(1 + self.scores.shape[1], np.int64)
        self._stale[:] = ANEW
        done = self._run["play_on_all"](self.states, self.rngs, self._list, index(steps), tally)
        self.seats[:] = -1
        return int(done), int(tally[0])

    @alone
    def kept(self) -> tuple[States, npt.NDArray[np.uint64]]:
        """States and streams of all tables as NumPy has them, for looking at, and for `restore`."""
        return self.states.copy(), self.rngs.copy()

    @alone
    def restore(self, states: States, rngs: npt.NDArray[np.uint64]) -> None:
        """The tables as they were `kept`, on whichever device; or ValueError."""
        for given, own in ((states, self.states), (rngs, self.rngs)):
            if not isinstance(given, np.ndarray) or (given.shape, given.dtype) != (own.shape, own.dtype):
                name = self.twin.GAME.NAME
                raise ValueError(
                    f"{len(self)} tables of {name} and as many streams, please, as `kept` gives them"
                )
        self.states[:] = states
        self.rngs[:] = rngs
        self._changed()

    def reseed(self, seed: int | Streams) -> None:
        """The streams of another seed, or these, from now on."""
        rngs = seed if isinstance(seed, np.ndarray) and seed.ndim else streams(index(seed), len(self))
        if (rngs.shape, rngs.dtype) != (self.rngs.shape, self.rngs.dtype):
            raise ValueError(
                f"streams are {len(self)} numbers (uint64), one a table; not of the shape {rngs.shape}"
            )
        self.rngs[:] = rngs

    @property
    def bytes_per_table(self) -> int:
        """What a table takes: its state and stream."""
        return int(self.states.dtype.itemsize) + 8

    @alone
    def determinize(self, seat: int) -> None:
        """What the seat cannot see is dealt anew at every table."""
        if seat not in range(self.scores.shape[1]):
            raise ValueError(f"there is no seat {seat}")
        self._run["determinize_all"](self.states, int(seat), self.rngs)
        self._stale[:] = ANEW

    def _changed(self) -> None:
        self._stale[:] = ANEW
        self.seats[:] = self.states["deciding"]


def one_a_table(actions: npt.ArrayLike, count: int) -> npt.NDArray[Any]:
    """Actions as an array of whole numbers, or ValueError."""
    given = np.asarray(actions)
    if given.shape != (count,) or given.dtype.kind not in "iu":
        raise ValueError(
            f"actions are {count} whole numbers, one a table; "
            f"these are {given.dtype} of the shape {given.shape}"
        )
    return given


def not_an_answer(table: int, seat: int, action: int) -> ValueError:
    return ValueError(f"table {table}: {action} is not one of the answers of seat {seat} (see its mask)")


def _twin(game: str | Twin) -> Twin:
    from igroteka.turbo import twin

    return twin(game) if isinstance(game, str) else game
