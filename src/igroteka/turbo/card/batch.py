"""`Batch` on a graphics card: the same tables and the same streams give the same games."""

from typing import Any

import numpy as np
import numpy.typing as npt

from igroteka.turbo.batch import Batch, not_an_answer
from igroteka.turbo.card import SIMULATED, cuda, need
from igroteka.turbo.card.kernels import NEAR, blocks, kernels_of, marks
from igroteka.turbo.chance import Streams, streams
from igroteka.turbo.header import fitted, refitted
from igroteka.turbo.twin import States

Card = Any
"""An array on the card: it has `__cuda_array_interface__`, and `copy_to_host()` gives NumPy's."""


class CardBatch(Batch):
    """What `Batch(..., device="cuda")` makes."""

    def _lay_out(self, table: States, count: int, seats: int, seed: int, again: bool) -> None:
        need()
        card = cuda()
        # the simulator gains nothing from narrow records, and each would be compiled for the processor anew
        narrow = not (SIMULATED or self.wide)
        record = fitted(self.twin.STATE, self.twin.needed(table[0])) if narrow else self.twin.STATE
        fast: Any = self.twin
        self._kernels = kernels_of(fast, record)
        self._count = count
        self._narrow = refitted(table, np.zeros(1, record))
        self._words = card.to_device(np.repeat(self._narrow, count).view(np.uint64))
        self.states: Card = self._words.view(record)
        self.rngs: Card = card.to_device(streams(seed, count))
        self.again = again
        self.seats: Card = card.device_array(count, np.int8)
        self.scores: Card = card.to_device(np.zeros((count, seats), np.float32))
        self.ended: Card = card.to_device(np.zeros(count, np.bool_))
        self._changes = card.device_array(count, np.int32)
        self._all = card.to_device(np.ones(count, np.bool_))
        self._marks = 4 * marks(self.twin.ACTIONS)
        self._odd = card.device_array(1, np.int32)
        self._made: dict[str, Any] = {}

    def __len__(self) -> int:
        return self._count

    def _array(self, name: str, shape: tuple[int, ...], kind: Any) -> Card:
        """Made when it is first asked for: not everybody needs masks, lists and observations."""
        if name not in self._made:
            self._made[name] = cuda().device_array(shape, kind)
        return self._made[name]

    def _rows(self, name: str, row: int) -> tuple[Card, Card]:
        """Rows of so many bytes, one a table, and the same as 64-bit words with room for whole blocks."""
        if name not in self._made:
            words = cuda().device_array(blocks(self._count) * NEAR * row // 8, np.uint64)
            rows = words.view(np.uint8)[: self._count * row].reshape(self._count, row)
            self._made[name] = (rows, words)
        return self._made[name]  # type: ignore[no-any-return]

    def _near(self, name: str, row: int, *arguments: Any) -> None:
        self._kernels.run_near(name, self._count, row, *arguments)

    def _launch(self, name: str, *arguments: Any) -> None:
        self._kernels.run(name, self._count, *arguments)

    def deal(self, which: Any = None) -> None:
        chosen = self._all if which is None else on_card(which, np.bool_)
        self._launch("deal_tables", self.states, self.rngs, chosen, self.seats)

    def put(self, state: States) -> None:
        if state.dtype != self.twin.STATE or len(state) != 1:
            raise ValueError(f"a state is one record of {self.twin.GAME.NAME}, as `encode` makes it")
        record = self.states.dtype
        if any(np.any(np.greater(shape, record[name].shape)) for name, shape in self._needs(state).items()):
            raise ValueError("this position needs a wider record than the tables of this batch have")
        given = cuda().to_device(refitted(state[:1], self._narrow))
        self._launch("put_tables", self.states, given, self.rngs, self.seats)

    def _needs(self, state: States) -> Any:
        return self.twin.needed(state[0])

    def step(self, actions: Any) -> int:
        self.answer(actions)
        return int(self._changes.copy_to_host().sum())

    def answer(self, actions: Any) -> None:
        self._near(
            "step_tables",
            0,
            self._words,
            self._on_card(actions),
            self.rngs,
            self.seats,
            self.scores,
            self.ended,
            self._changes,
            int(self.again),
        )

    def _on_card(self, actions: Any) -> Card:
        """One whole number a table, each an answer of its deciding seat; or ValueError."""
        given = on_card(actions)
        if tuple(given.shape) != (self._count,) or given.dtype.kind not in "iu":
            raise ValueError(
                f"actions are {self._count} whole numbers, one a table; "
                f"these are {given.dtype} of the shape {tuple(given.shape)}"
            )
        if self.check:
            self._look_at_answers(given)
        return given

    def _look_at_answers(self, given: Card) -> None:
        """This waits for the card."""
        self._odd.copy_to_device(np.array([self._count], np.int32))
        self._near("check_tables", self._marks, self._words, self._count, given, self._odd)
        table = int(self._odd.copy_to_host()[0])
        if table < self._count:
            seat, action = (int(part[table : table + 1].copy_to_host()[0]) for part in (self.seats, given))
            raise not_an_answer(table, seat, action)

    def legal(self) -> tuple[Card, Card]:
        lists = self._array("lists", (self._count, self.twin.WIDEST), np.int16)
        counts = self._array("counts", (self._count,), np.int16)
        self._launch("list_tables", self.states, lists, counts)
        return lists, counts

    def masks(self) -> Card:
        rows, words = self._rows("masks", self.twin.ACTIONS)
        self._near("mark_tables", self._marks, self._words, self._count, words)
        return rows.view(np.bool_)

    def random(self, into: Any = None, rngs: Any = None) -> Card:
        actions = self._array("actions", (self._count,), np.int16) if into is None else on_card(into)
        self._launch("pick_tables", self.states, self.rngs if rngs is None else rngs, actions)
        return actions

    def observe(self) -> Card:
        seen, words = self._rows("seen", self.twin.OBSERVED)
        self._near("look_tables", self.twin.OBSERVED, self._words, self._count, words)
        return seen

    def observe_seats(self) -> Card:
        seats = self.scores.shape[1]
        seen = self._array("seats", (self._count, seats, self.twin.OBSERVED), np.uint8)
        self._kernels.run("look_seats_tables", self._count * seats, self.states, seats, seen)
        return seen

    def play_out(self) -> int:
        return self._play(0, again=False)[0]

    def play_on(self, steps: int) -> tuple[int, int]:
        return self._play(steps, again=True)

    def _play(self, least: int, again: bool) -> tuple[int, int]:
        card = cuda()
        steps = self._array("steps", (self._count,), np.int64)
        tally = card.to_device(np.zeros(1 + self.scores.shape[1], np.int64))
        self._kernels.play(self._count, self._words, self.rngs, least, int(again), steps, tally)
        self.seats.copy_to_device(np.full(self._count, -1, np.int8))
        return int(steps.copy_to_host().sum()), int(tally.copy_to_host()[0])

    def determinize(self, seat: int) -> None:
        if seat not in range(self.scores.shape[1]):
            raise ValueError(f"there is no seat {seat}")
        self._launch("determinize_tables", self.states, seat, self.rngs)

    def kept(self) -> tuple[States, npt.NDArray[np.uint64]]:
        states = self._words.copy_to_host().view(self.states.dtype)
        return refitted(states, self.table), self.rngs.copy_to_host()

    def reseed(self, seed: int | Streams) -> None:
        chosen = streams(seed, self._count) if isinstance(seed, int) else seed
        self.rngs.copy_to_device(chosen)

    def restore(self, states: States, rngs: npt.NDArray[np.uint64]) -> None:
        self._words.copy_to_device(refitted(states, self._narrow).view(np.uint64))
        self.rngs.copy_to_device(np.ascontiguousarray(rngs))
        self.seats.copy_to_device(np.ascontiguousarray(states["deciding"]))


def on_card(array: Any, kind: Any = None) -> Card:
    """Any library's array on the card as it is; NumPy's is copied there."""
    if isinstance(array, np.ndarray | list):
        return cuda().to_device(np.ascontiguousarray(array, kind))
    if hasattr(array, "copy_to_host"):
        return array
    return cuda().as_cuda_array(array)
