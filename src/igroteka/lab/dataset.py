"""A data set of games: every intent of every game of a contest as a row of Parquet (docs/datasets.md).

It is a folder: `dataset.json` says what it is made of, and each part has the rows of so many whole games. A
part appears when it is complete, so that an interrupted run goes on by the same command.
"""

import os
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import msgspec

from igroteka.core import Refused, Seat, read_json
from igroteka.core.extras import missing
from igroteka.lab.arena import Contest, jobs, open_bout, order_of, prepare
from igroteka.lab.data_schema import LET_BE, META, ON_REQUEST, VERSION, arrow, parquet, schema
from igroteka.lab.seated_bots import chooser
from igroteka.lab.timed_bot import LIMIT
from igroteka.lab.workers import Crew, spread
from igroteka.table import Match, play_out

_ROWS: Final = 20_000
"""About as many rows are held at a time, and make a row group."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a data set is made of; written beside its parts."""

    contest: Contest
    part_games: int = 500
    views: bool = False
    positions: bool = False
    features: bool = False
    version: int = VERSION
    waits: bool = False
    """Whether a seat that let it be has a row too."""

    def asked(self) -> list[str]:
        """The columns on request, by option."""
        return [option for option in ON_REQUEST if getattr(self, option)]


class Part(msgspec.Struct, frozen=True):
    """A part that is there."""

    number: int
    games: int
    rows: int
    bytes: int


def write(plan: Plan, games: int, folder: Path, workers: Crew | int, limit: float = LIMIT) -> Iterator[Part]:
    """The parts as they are there: first those of an earlier run, then the others as they are made."""
    if plan.features:
        _numbering()
    keep_plan(plan, folder)
    _need_all(plan, games, folder)
    todo, made = [], list[Part]()
    for number, work in parts(plan, games):
        found = _found(folder, number)
        if found and found.games == len(work):
            made.append(found)
            yield found
        else:
            todo.append((number, work))
    if todo:
        prepare(plan.contest)
    run, place = uuid4().hex, folder.absolute()  # workers may have been started elsewhere
    try:
        for part in spread(partial(_write_part, plan, place, run, limit), todo, workers):
            made.append(part)
            yield part
    except OSError as error:
        raise _unwritten(error, folder, made, len(list(parts(plan, games)))) from None
    finally:
        for left in folder.glob(f"*.{run}-*.unfinished"):  # by workers that were killed
            left.unlink(missing_ok=True)


def _need_all(plan: Plan, games: int, folder: Path) -> None:
    """Refused where parts are there that these games do not reach: whoever read them all would read more."""
    names = (file.stem.removeprefix("part-") for file in folder.glob("part-*.parquet"))
    found = _found(folder, max((int(name) for name in names if name.isdecimal()), default=0))
    there = found.number * plan.part_games + found.games if found else 0
    if there > len(jobs(plan.contest, games, apart=True)):
        raise Refused("dataset-longer", None, folder=str(folder), games=there)


def _unwritten(error: OSError, folder: Path, made: list[Part], total: int) -> Refused:
    """Most of the time the disk is full: how much is still to come is known from the parts that are there."""
    problem = os.strerror(error.errno) if error.errno else str(error)
    size = sum(part.bytes for part in made) / max(len(made), 1)
    needs = max(1, round(size * (total - len(made)) / 1e6))
    return Refused(
        "dataset-unwritten",
        None,
        folder=str(folder),
        problem=problem,
        made=len(made),
        parts=total,
        needs=needs,
    )


def parts(plan: Plan, games: int) -> Iterator[tuple[int, list[tuple[int, tuple[int, ...]]]]]:
    """The games of every part, by its number; more games only add parts, and fill the last one."""
    work = jobs(plan.contest, games, apart=True)
    for number, first in enumerate(range(0, len(work), plan.part_games)):
        yield number, work[first : first + plan.part_games]


def keep_plan(plan: Plan, folder: Path) -> None:
    """Write the plan, or Refused if the folder has another one."""
    file = folder / "dataset.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            file.write_bytes(msgspec.json.format(msgspec.json.encode(plan)) + b"\n")
        elif (there := read_json(file.read_bytes(), Plan)) != plan:
            raise Refused("dataset-differs", None, file=str(file), differing=_differing(there, plan))
    except OSError as error:
        raise Refused("file-unwritable", None, file=str(file), problem=error.strerror or "") from None


def _differing(there: Plan, here: Plan) -> str:
    """What is not the same, as it is there and as it was asked for: `seed 0 ≠ 7, waits true ≠ false`."""
    one, other = _settings(there), _settings(here)
    return ", ".join(
        f"{name} {_json(one[name])} ≠ {_json(other[name])}" for name in one if one[name] != other[name]
    )


def _settings(plan: Plan) -> dict[str, Any]:
    """By name, as the command has them."""
    told = msgspec.to_builtins(plan)
    contest = told.pop("contest")
    entrants = contest.pop("entrants")
    bots = {"bots": [one["name"] for one in entrants], "seconds": [one["seconds"] for one in entrants]}
    return {**contest, **bots, **told}


def _path(folder: Path, number: int) -> Path:
    return folder / f"part-{number:05}.parquet"


def _found(folder: Path, number: int) -> Part | None:
    path = _path(folder, number)
    if not path.exists():
        return None
    about = parquet().read_metadata(path)
    return Part(number, int((about.metadata or {}).get(META, b"0")), about.num_rows, path.stat().st_size)


def _write_part(
    plan: Plan, folder: Path, run: str, limit: float, number: int, work: list[tuple[int, tuple[int, ...]]]
) -> Part:
    path, rows = _path(folder, number), 0
    numbers = _numbering().numbers_of(plan.contest.game) if plan.features else None
    shape = schema(plan.asked(), len(work), numbers)
    beside = path.with_suffix(f".{run}-{uuid4().hex}.unfinished")
    try:
        with parquet().ParquetWriter(beside, shape, compression="zstd") as writer:
            for group in _groups(row for job in work for row in rows_of(plan, *job, limit)):
                rows += len(group)
                writer.write_table(arrow().Table.from_pylist(group, shape))
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    return Part(number, len(work), rows, path.stat().st_size)


def _groups(rows: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    group = []
    for row in rows:
        group.append(row)
        if len(group) >= _ROWS:
            yield group
            group = []
    if group:
        yield group


def rows_of(plan: Plan, deal: int, lineup: tuple[int, ...], limit: float = LIMIT) -> list[dict[str, Any]]:
    """Play one game of the contest; its rows."""
    contest = plan.contest
    match, entrants = open_bout(contest, deal, lineup)
    bots = chooser(match, entrants, contest.seed + deal, deal, limit=limit)
    before, told = dict[str, Any](), list[dict[str, Any]]()

    def choose(seat: Seat, look: Any, offers: tuple[Any, ...], may_wait: bool) -> Any | None:
        intent = bots(seat, look, offers, may_wait)
        if intent is None and not plan.waits:
            return None
        before.update(_before(plan, match, seat, offers))
        if plan.features:
            before.update(_numbering().features(match, seat, offers, may_wait, intent))
        if intent is None:
            told.append({**before, "row": len(match.log) + 1, "seat": seat, "intent": LET_BE})
        return intent

    for row in play_out(match, choose, order_of(contest, deal)):
        told.append({**before, "row": row.number, "seat": row.seat, "intent": _json(row.intent)})
    outcome = match.outcome
    assert outcome is not None
    common = {
        "game": contest.game,
        "seats": contest.seats,
        "options": _json(contest.options),
        "seed": contest.seed + deal,
        "lineup": [entrant.name for entrant in entrants],
        "winners": list(outcome.winners),
        "reason": outcome.reason,
    }
    return [common | one | _of_seat(one["seat"], common) for one in told]


def _before(plan: Plan, match: Match, seat: Seat, offers: tuple[Any, ...]) -> dict[str, Any]:
    """What was there before the intent of a seat, as JSON."""
    told: dict[str, Any] = {"legal": [_json(offer) for offer in offers]}
    if plan.views:
        told["view"] = _json(match.view(seat))
    if plan.positions:
        told["position"] = _json(match.game.position(match.state))
    return told


def _numbering() -> Any:
    """Observations and actions need what environments need; data sets without them do not."""
    if missing("numba", "numpy", "gymnasium", "pettingzoo"):
        raise Refused("extra-missing", None, extra="envs")
    return import_module("igroteka.lab.data_features")


def _of_seat(seat: Seat, common: dict[str, Any]) -> dict[str, Any]:
    winners = common["winners"]
    return {"bot": common["lineup"][seat], "share": 1 / len(winners) if seat in winners else 0.0}


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
