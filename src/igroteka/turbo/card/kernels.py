"""Entries compiled for a twin and a record, and launched: a thread a table."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import FunctionType
from typing import Any, Final

import numpy as np

from igroteka.turbo import targets
from igroteka.turbo.card import SIMULATED, cuda, entries
from igroteka.turbo.compiling import card_folder, keeping_at
from igroteka.turbo.twin import Twin

_BOUND: Final = (
    "begin",
    "count_game",
    "deal",
    "determinize",
    "hop",
    "list_answers",
    "mark_answers",
    "one_answer",
    "pick",
    "put",
    "step",
    "tell",
    "will_mix",
)
WARP: Final = 32
THREADS: Final = 8 if SIMULATED else 128
"""Of a block, where every thread minds its own table in global memory."""
NEAR: Final = 8 if SIMULATED else 32
"""Tables of a block whose records are in shared memory: as many blocks as fit run beside each other."""
HELPING: Final = 12 if SIMULATED else 128
"""Threads of such a block: those without a table help to bring records, and to send rows."""
PLAYING: Final = 8 if SIMULATED else 64
"""Threads of a block in random play, each with a table, where so many records fit into what a block gets."""
PATIENCE: Final = 128
"""What a deal costs a warp, in steps of single threads; a twin may know better (`PATIENCE`)."""
_MOST_SEATS: Final = 16
_UNASKED: Final = 48 * 1024


class Kernels:
    """The entries of one twin for records of one layout, compiled when they are first launched."""

    def __init__(self, twin: Twin, record: np.dtype[Any], **tuned: Any) -> None:
        if not SIMULATED:
            targets.prepare_card()
        self.names = {**vars(entries), **_names(twin, record), **tuned}
        for helper in (entries.bring, entries.send, entries.mark_near):
            self.names[helper.__name__] = self._helper(helper)
        self.record = record
        self._folder = card_folder(twin.__name__.rpartition(".")[2], record)  # type: ignore[attr-defined]

    @cache  # noqa: B019 - as many as there are entries; they live as long as the process
    def entry(self, name: str) -> Any:
        """An entry as something to launch."""
        return self.compiled(getattr(entries, name))

    def compiled(self, template: Any) -> Any:
        copy = FunctionType(template.__code__, self.names, template.__name__)
        copy.__module__ = entries.__name__
        if SIMULATED:
            return cuda().jit(copy)
        with keeping_at(self._folder):
            return cuda().jit(copy, cache=True)

    def _helper(self, template: Any) -> Any:
        copy = FunctionType(template.__code__, self.names, template.__name__)
        return copy if SIMULATED else cuda().jit(copy, device=True)

    def run(self, name: str, tables: int, *arguments: Any) -> None:
        """A thread for every table."""
        self.entry(name)[-(-tables // THREADS), THREADS](*arguments)

    def play(self, tables: int, *arguments: Any) -> None:
        """The same for random play: long enough that more threads a block pay."""
        threads = PLAYING if PLAYING * self.record.itemsize <= _UNASKED else NEAR
        self._launch("play_tables", -(-tables // threads), threads, threads * self.record.itemsize, arguments)

    def run_near(self, name: str, tables: int, row: int, *arguments: Any) -> None:
        """The same with records in shared memory, and a row of so many bytes beside each."""
        shared = NEAR * (self.record.itemsize + row)
        self._launch(name, blocks(tables), HELPING, shared, arguments)

    def _launch(self, name: str, many: int, threads: int, shared: int, arguments: tuple[Any, ...]) -> None:
        entry = self.entry(name)
        if shared > _UNASKED and not SIMULATED:
            _allow(entry, shared, arguments)
        entry[many, threads, 0, shared](*arguments)


def _allow(entry: Any, shared: int, arguments: tuple[Any, ...]) -> None:
    """A block gets more than 48 kB of shared memory only when its kernel was told so."""
    kernel = entry.compile(tuple(entry.typeof_pyval(argument) for argument in arguments))
    function = kernel._codelibrary.get_cufunc()
    binding: Any = import_module("cuda.bindings.driver")
    attribute = binding.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
    driver: Any = import_module("numba.cuda.cudadrv.driver").driver
    driver.cuKernelSetAttribute(attribute, shared, function.handle, function.device.id)


def marks(actions: int) -> int:
    """32-bit words of a mask of bits: an odd number, so that neighbours use different banks."""
    return -(-actions // 32) | 1


def blocks(tables: int) -> int:
    """How many blocks of tables, the last one maybe not full."""
    return -(-tables // NEAR)


@cache
def kernels_of(twin: Any, record: np.dtype[Any]) -> Kernels:
    """One for every twin and layout in a process: `twin` is a Twin."""
    return Kernels(twin, record)


def _names(twin: Twin, record: np.dtype[Any]) -> dict[str, Any]:
    called = {name: twin.KERNELS[name] for name in _BOUND}
    if SIMULATED:
        called = {name: unwrapping(work) for name, work in called.items()}
    return {
        **called,
        "cuda": cuda(),
        "room": _simulated_room if SIMULATED else targets.room,
        "crowd": _everybody if SIMULATED else _crowd(),
        "RECORD": _numba_type(record),
        "WORD": _numba_type(np.dtype(np.uint64)),
        "BYTE": _numba_type(np.dtype(np.uint8)),
        "HALF": _numba_type(np.dtype(np.uint32)),
        "OBSERVED": twin.OBSERVED,
        "ACTIONS": twin.ACTIONS,
        "MARKS": marks(twin.ACTIONS),
        "WIDTH": record.itemsize // 8,
        "WIDEST": twin.WIDEST,
        "NEAR": NEAR,
        "FULL": 1 if SIMULATED else WARP,
        "PATIENCE": getattr(twin, "PATIENCE", PATIENCE),
        "MOST_SEATS": _MOST_SEATS,
        "TALLY": 1 + _MOST_SEATS,
    }


def _numba_type(kind: np.dtype[Any]) -> Any:
    return import_module("numba.np.numpy_support").from_dtype(kind)


@cache
def _crowd() -> Any:
    """How many threads of the warp say so; all of them must ask."""
    card = cuda()

    def crowd(says: Any) -> Any:
        return card.popc(card.ballot_sync(0xFFFFFFFF, says))

    return card.jit(crowd, device=True)


def _everybody(says: Any) -> int:
    """In the simulator a thread is a warp of its own."""
    return int(says)


def _simulated_room(shape: Any, kind: Any) -> Any:
    return np.zeros(shape, kind)


def unwrapping(work: Callable[..., Any]) -> Callable[..., Any]:
    """In the simulator the twin's kernels run on the processor, on the arrays inside the simulated ones."""
    return lambda *arguments: work(*(_inside(argument) for argument in arguments))


def _inside(argument: Any) -> Any:
    item = getattr(argument, "_item", argument)
    return getattr(item, "_ary", item)
