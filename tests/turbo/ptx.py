"""Compiles what a twin does on a card to PTX, without one: `python ptx.py GAME CHIP [--all]`, no pytest.

With --player what Player answers at the school's tables is compiled instead.
"""

import sys
from types import SimpleNamespace

import numba.cuda.dispatcher
from numba import cuda, from_dtype, types

from igroteka.core import read
from igroteka.lab.school.house_player import known_player, on_card
from igroteka.turbo import twin
from igroteka.turbo.card import entries
from igroteka.turbo.card.kernels import Kernels
from igroteka.turbo.header import fitted

EVERY = {
    "deal_tables": "states words marks seats",
    "put_tables": "states states words seats",
    "step_tables": "words actions words seats scores marks changes number",
    "list_tables": "states lists actions",
    "mark_tables": "words number words",
    "check_tables": "words number actions changes",
    "pick_tables": "states words actions",
    "look_tables": "words number words",
    "look_seats_tables": "states number views",
    "determinize_tables": "states number words",
    "play_tables": "words words number number numbers numbers",
}
"""The entries and what they are given."""


def main(name: str, chip: tuple[int, int]) -> None:
    fast = twin(name)
    record = fitted(fast.STATE, fast.needed(fast.blank(2, read({}, fast.GAME.Options))[0]))
    kinds = {
        "states": types.Array(from_dtype(record), 1, "C"),
        "words": types.uint64[::1],
        "numbers": types.int64[::1],
        "actions": types.int16[::1],
        "seats": types.int8[::1],
        "marks": types.boolean[::1],
        "changes": types.int32[::1],
        "lists": types.int16[:, ::1],
        "scores": types.float32[:, ::1],
        "number": types.int64,
        "views": types.uint8[:, :, ::1],
    }
    # Numba asks the card for which chip to compile what a kernel calls
    numba.cuda.dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=chip)
    if "--player" in sys.argv:
        states = types.Array(from_dtype(fast.STATE), 1, "C")
        ptx, _ = cuda.compile_ptx(on_card(known_player(fast)), types.void(states, kinds["actions"]), cc=chip)
        print("foresee_tables", next(line for line in ptx.splitlines() if line.startswith(".target")))
        return
    kernels = Kernels(fast, record)
    assert {name for name in vars(entries) if name.endswith("_tables")} == set(EVERY)
    # all rules are in these two; the others only look, and are compiled where the time is there
    chosen = EVERY if "--all" in sys.argv else ("step_tables", "play_tables")
    for entry in chosen:
        given = types.void(*(kinds[kind] for kind in EVERY[entry].split()))
        ptx, _ = cuda.compile_ptx(kernels.compiled(getattr(entries, entry)).py_func, given, cc=chip)
        target = next(line for line in ptx.splitlines() if line.startswith(".target"))
        assert ".const" not in ptx, "tables belong into global memory"
        print(entry, target, len(ptx))


if __name__ == "__main__":
    main(sys.argv[1], tuple(int(part) for part in sys.argv[2].split(".")))
