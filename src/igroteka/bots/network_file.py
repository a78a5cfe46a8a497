"""Networks as the school writes them: `.npz` files, read without PyTorch or onnxruntime (docs/school.md).

Importing this module needs Numba.
"""

import zlib
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile, ZipFile

import msgspec
import numpy as np
import numpy.typing as npt

from igroteka.bots.search import network
from igroteka.bots.search.lines import Lines, no_lines
from igroteka.bots.search.network import KINDS, Network
from igroteka.core import Refused
from igroteka.turbo import beside, twin, twins
from igroteka.turbo.board import Board, board_of

DAMAGE: Final = (
    OSError,
    ValueError,
    LookupError,
    TypeError,
    EOFError,
    RuntimeError,
    MemoryError,
    BadZipFile,
    zlib.error,
)
"""What comes of reading a file that is no network, or no longer one."""
_LARGEST: Final = 1 << 28
"""Bytes of a file's arrays: a packed file can claim to hold a thousand times its own size."""
_MOST_NAMES: Final = 1024
"""A byte tells which of them it is, or where in an observation."""
_HEAVIEST: Final = 1_000_000
"""A thousand such weights a layer stay far below the largest number that a layer can come to."""
_WRONG: Final = (
    "the layer `{}` is of another shape, or has numbers that are no numbers (NaN) or above a million"
)
_LONGEST: Final = 300
"""Signs of what is said to be wrong: a file may have a book in place of a number."""
_PLAIN: Final = ("body.0", "body.2")
_BOARD: Final = ("body.table", "body.whole")
"""The two layers of a network, and of one that looks at a board between them."""
_PACKAGED: Final = ("network-{seats}.npz", "network.npz")
"""In the folder of a game's search, one for tables of so many seats first; a package without any plays as
well as its search does.
"""


class Taught(msgspec.Struct, frozen=True):
    """A network and the game that it was taught."""

    game: str
    network: Network

    @property
    def opinion(self) -> Any:
        """The kernel that asks it (`network.opinion`)."""
        return _bound(self.game)["opinion"]


@cache
def _bound(game: str) -> dict[str, Any]:
    return network.bind(import_module(twin(game).KERNELS["ask"].__module__))


def read_network(path: str | Path) -> Taught:
    """The network of a file; Refused, with the problem, if it is none that a twin of ours could use."""
    try:
        return _as_written(file := found_file(path), file.stat().st_mtime_ns)
    except DAMAGE as error:
        raise Refused("bot-not-found", None, bot=str(path), problem=_problem(error)) from None


def found_file(path: str | Path) -> Path:
    """Where the file of a network is; ValueError if there is none."""
    file = Path(path).resolve()
    if not file.is_file():
        raise ValueError("there is no such file")
    return file


def _problem(error: Exception) -> str:
    """What is wrong with a file, as far as it can be told in a few words."""
    match error:
        case KeyError():
            return f"it has no array `{error.args[0]}`"
        case ValueError():
            return str(error)[:_LONGEST]
        case BadZipFile() | EOFError() | zlib.error():
            return "it is no .npz file, or a damaged one"
    return f"{type(error).__name__}: {error}"


@cache
def _as_written(path: Path, written: int) -> Taught:
    return _read(path.read_bytes(), path.stem)


@cache
def packaged(game: str, seats: int) -> Network | None:
    """The network that comes with a game for tables of this size; None where there is none."""
    file = packaged_file(game, seats)
    return _of_package(game, file.name) if file else None


@cache
def _of_package(game: str, name: str) -> Network:
    """Read once, for whichever sizes it is."""
    return _read(files(f"igroteka.turbo.{game}.search").joinpath(name).read_bytes(), game).network


def packaged_file(game: str, seats: int) -> Traversable | None:
    """Where that network is."""
    if beside(game, "search") is None:
        return None
    folder = files(f"igroteka.turbo.{game}.search")
    known = (folder.joinpath(name.format(seats=seats)) for name in _PACKAGED)
    return next((file for file in known if file.is_file()), None)


def _read(data: bytes, stem: str) -> Taught:
    """The game is named in the file, or by it."""
    arrays = arrays_of(data)
    game = str(arrays["game"]) if "game" in arrays else stem
    if game not in twins():
        raise ValueError(f"no game {game!r} has a twin here (`game` in the file, or its name)")
    return Taught(game, network_of(game, arrays))


def arrays_of(data: bytes) -> dict[str, Any]:
    """The arrays of a file by name; any of DAMAGE where it is none."""
    with ZipFile(BytesIO(data)) as packed:
        size = sum(one.file_size for one in packed.infolist())
    if size > _LARGEST:
        raise ValueError(f"its arrays take {size:,} bytes, {_LARGEST:,} at most can be read")
    try:
        with np.load(BytesIO(data), allow_pickle=False) as kept:
            return {name: kept[name] for name in kept.files}
    except DAMAGE:
        raise
    except Exception as error:  # packers, and what reads a head of numpy's, have kinds of their own
        raise BadZipFile from error


def network_of(game: str, arrays: dict[str, Any]) -> Network:
    """The network of these arrays; ValueError, KeyError and the like where they are none of this game's."""
    fast = twin(game)
    shown, allowed = _numbers(arrays, "shown", fast.OBSERVED), _numbers(arrays, "allowed", fast.ACTIONS)
    names = _names(arrays, fast.OBSERVED)
    board = board_of(game) if "body.line.weight" in arrays else None
    lines, inputs, answers, rows = no_lines(), len(shown), allowed, len(allowed) + 1
    if board:  # its cells are looked at instead of names and answers
        lines, names = _lines_of(board, arrays), names[:0]
        rest = np.setdiff1d(allowed, board.answers)
        answers, rows = np.append(board.answers, rest), len(board.answers) + len(rest) + 1
    else:
        inputs += int(names[:, 1].sum()) + len(allowed)
    place = np.full(1024, len(answers), np.int32)
    place[answers] = np.arange(len(answers))
    layers = {name: _layer(arrays, name) for name in (*(_BOARD if board else _PLAIN), "liking", "standing")}
    (first, one), (second, two), (liking, three), (standing, four) = layers.values()
    hidden, outer, wide = len(one), len(two), len(lines.one)
    shapes = [part.shape for part in (first, second, liking, standing)]
    fitting = [(hidden, inputs), (outer, hidden + 2 * wide), (rows, outer), (1, outer)]
    if shapes != fitting:
        raise ValueError(f"layers of {shapes} do not fit what it is shown and allowed: {fitting} would")
    turns, whose = _turning(game)
    seen = np.zeros(fast.OBSERVED, np.uint8)
    listed = max(inputs + fast.WIDEST + 1, hidden, 2 * wide)
    return Network(
        shown, names, place, turns, whose,
        np.ascontiguousarray(first.T), one, np.ascontiguousarray(second.T), two,
        liking, three, standing[0], four,
        seen, seen.copy(), one.copy(), seen.copy(),
        np.zeros(hidden, np.float32), np.zeros(outer, np.float32), np.zeros(2 * wide, np.float32),
        np.zeros(listed, np.int32), np.zeros(listed, np.float32), lines,
    )  # fmt: skip


def _numbers(arrays: dict[str, Any], name: str, below: int) -> npt.NDArray[np.int32]:
    """Places of an observation, or actions: the compiled pass looks wherever they say."""
    found = arrays[name]
    is_list = found.ndim == 1 and found.dtype.kind in "iu" and len(np.unique(found)) == len(found) > 0
    if not is_list or found.min() < 0 or found.max() >= below:
        raise ValueError(f"`{name}` is no list of different whole numbers from 0 to {below - 1}")
    return np.asarray(found, np.int32)


def _names(arrays: dict[str, Any], observed: int) -> npt.NDArray[np.int32]:
    """Places and counts, if there are any."""
    found = arrays["names"]
    if not found.size:
        return np.zeros((0, 2), np.int32)
    if found.ndim != 2 or found.shape[1] != 2 or found.dtype.kind not in "iu":
        raise ValueError("`names` is no list of pairs of whole numbers: place, count")
    if found.min() < 0 or found[:, 0].max() >= observed or found.max() > _MOST_NAMES:
        raise ValueError(f"`names` has places beyond {observed - 1}, or counts that cannot be")
    return np.asarray(found, np.int32)


def _lines_of(board: Board, arrays: dict[str, Any]) -> Lines:
    """What a network makes of its board."""
    (line, bias), (code, code_bias) = (_layer(arrays, f"body.{name}") for name in ("line", "cell_code"))
    named = ("body.cell", "body.cell_table", "answers")
    cell, table, answers = (_weight(arrays, name) for name in named)
    wide, whole = len(bias), len(arrays["body.table.bias"])
    shapes = [part.shape for part in (line, code, cell, table, answers)]
    kinds = len(board.answers)
    if shapes != [(wide, board.codes), (wide, board.codes), (wide, wide), (wide, whole), (kinds, wide)]:
        raise ValueError(f"layers of {shapes} do not fit a board of {board.codes} codes")
    rows = [np.ascontiguousarray(part.T) for part in (line, cell, code, table)]
    cells = (len(board.told), wide)
    return Lines(
        board.lines, board.told, np.array(board.kinds, np.int32), board.fixed,
        rows[0], bias, rows[1], rows[2] + code_bias, rows[3], answers,
        np.zeros(cells[0], np.int32), np.zeros(wide, np.float32),
        np.zeros(cells, np.float32), np.zeros(cells, np.float32),
    )  # fmt: skip


def _layer(arrays: dict[str, Any], name: str) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    weight, bias = _weight(arrays, name), np.ascontiguousarray(arrays[f"{name}.bias"], np.float32)
    if bias.shape != weight.shape[:1] or not _can_be_added(bias):
        raise ValueError(_WRONG.format(name))
    return weight, bias


def _weight(arrays: dict[str, Any], name: str) -> npt.NDArray[np.float32]:
    weight = np.ascontiguousarray(arrays[f"{name}.weight"], np.float32)
    if weight.ndim != 2 or not _can_be_added(weight):
        raise ValueError(_WRONG.format(name))
    return weight


def _can_be_added(numbers: npt.NDArray[np.float32]) -> bool:
    """Whether no layer could come to what is no number: the bot would then take whatever is offered first."""
    return bool((np.abs(numbers) <= _HEAVIEST).all())  # of NaN that is not true


def _turning(game: str) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Which fields of an observation speak of seats, and where it tells its own (`Network`)."""
    module = beside(game, "fields")
    assert module is not None, f"{game} does not say what its observations consist of"
    turns, whose, start = [], {"seat": -1, "seats": -1, "sides": -1}, 0
    for field in module.FIELDS:
        if field.turned:
            turns.append((start, field.length, KINDS.index(field.turned)))
        if field.name in whose:
            whose[field.name] = start
        start += field.length
    return np.array(turns, np.int32), np.array([*whose.values()], np.int32)


def turned(game: str, seen: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """An observation with seats and sides counted from the seat that looks, as networks of ours have it."""
    turns, whose = _turning(game)
    net = blank(game)._replace(turns=turns, whose=whose, seen=seen.copy(), aside=np.zeros_like(seen))
    network.turn(net)
    return net.seen


def blank(game: str) -> Network:
    """A network that knows nothing, for a search without one: it has the same types and takes no room."""
    fast, none, no = twin(game), np.zeros(0, np.float32), np.zeros(0, np.int32)
    table, rows = np.zeros((0, 0), np.float32), np.zeros((0, 2), np.int32)
    seen = np.zeros(fast.OBSERVED, np.uint8)
    return Network(
        no, rows, np.zeros(1024, np.int32), np.zeros((0, 3), np.int32), np.zeros(3, np.int32),
        table, none, table, none, table, none, none, none,
        seen, seen.copy(), none, np.zeros(0, np.uint8), none, none, none, no, none, no_lines(),
    )  # fmt: skip
