"""Lockstep on a graphics card: the same tables and streams there and on the processor, compared all along."""

import random
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from igroteka.turbo.batch import Batch
from igroteka.turbo.lockstep import Difference, random_options, tables
from igroteka.turbo.twin import Twin

TABLES: Final = 4096
LOOKS: Final = 64
"""Answers a round after which everything is compared."""
STEPS: Final = 2000
"""Steps of random play a round, at each table, after which states and streams are."""


class Both:
    """The same tables on both devices."""

    def __init__(self, twin: Twin, count: int, seats: int, options: Any, seed: int, honour: bool) -> None:
        self.said = f"{twin.GAME.NAME}, {seats} seats, {options}, seed {seed}, honour {honour}"
        self.cpu, self.card = (
            Batch(twin, count, seats, options, seed=seed, honour=honour, device=device)
            for device in ("cpu", "cuda")
        )

    def answer(self) -> int:
        """A random answer at every table, and whatever can be seen of it compared; the steps."""
        actions = self.cpu.random()
        there = self.card.random()
        self._need("random actions", actions, there)
        steps = self.cpu.step(actions)
        self._need("changes", [steps], [self.card.step(there)])
        for name in ("seats", "ended", "scores"):
            self._need(name, getattr(self.cpu, name), getattr(self.card, name))
        self._need("masks", self.cpu.masks(), self.card.masks())
        self._need("observations", self.cpu.observe(), self.card.observe())
        self._need("observations of all seats", self.cpu.observe_seats(), self.card.observe_seats())
        self._need_lists()
        self.compare()
        return steps

    def play_on(self, steps: int) -> int:
        """Random play at every table, then compared; the steps."""
        done, games = self.cpu.play_on(steps)
        self._need("steps and games", [done, games], self.card.play_on(steps))
        self.compare()
        return done

    def imagine(self, seat: int) -> None:
        """What the seat cannot see is dealt anew at all tables; and then all are."""
        for batch in (self.cpu, self.card):
            batch.determinize(seat)
        self.compare()
        for batch in (self.cpu, self.card):
            batch.deal()
        self.compare()

    def compare(self) -> None:
        """Every field of every state, and where every stream stands."""
        (states, rngs), (other_states, other_rngs) = self.cpu.kept(), self.card.kept()
        self._need("streams", rngs, other_rngs)
        for name in states.dtype.names or ():
            self._need(f"field {name}", states[name], other_states[name])

    def _need_lists(self) -> None:
        (lists, counts), (others, other_counts) = self.cpu.legal(), self.card.legal()
        self._need("numbers of legal actions", counts, other_counts)
        beyond = np.arange(lists.shape[1]) >= counts[:, None]
        self._need("legal actions", np.where(beyond, 0, lists), np.where(beyond, 0, _host(others)))

    def _need(self, what: str, cpu: Any, card: Any) -> None:
        cpu, card = np.asarray(cpu), _host(card)
        if not np.array_equal(cpu, card):
            different = np.flatnonzero((cpu != card).reshape(len(cpu), -1).any(axis=1))
            at = int(different[0])
            shown = f"  cpu:  {cpu[at]}\n  cuda: {card[at]}"
            raise Difference(f"{self.said}: {what} differ at {len(different)} tables, first {at}\n{shown}")


def _host(array: Any) -> Any:
    return array.copy_to_host() if hasattr(array, "copy_to_host") else np.asarray(array)


def run(
    twin: Twin,
    seed: int,
    steps: int,
    told: Callable[[int], None] | None = None,
    count: int = TABLES,
    looks: int = LOOKS,
    most: int = STEPS,
) -> int:
    """At least so many steps over tables of the smallest and the largest size, with random options.

    The steps done; Difference tells at which table something differs.
    """
    done = 0
    while done < steps:
        chooser = random.Random(seed)
        seats, options = _table(twin, chooser)
        both = Both(twin, count, seats, options, seed, honour=chooser.random() < 0.25)
        made = sum(both.answer() for _ in range(looks))
        both.imagine(chooser.randrange(seats))
        made += both.play_on(min(most, max(steps - done - made, count) // count))
        done += made
        seed += 1
        if told:
            told(made)
    return done


def _table(twin: Twin, chooser: random.Random) -> tuple[int, Any]:
    """Every other size would be compiled anew."""
    sizes = (min(twin.GAME.SEATS), max(twin.GAME.SEATS))
    while True:
        seats, options = tables(twin, chooser, random_options(twin))
        if seats in sizes:
            return seats, options
