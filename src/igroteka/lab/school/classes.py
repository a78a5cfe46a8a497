"""Classes of one school side by side: each learns a term by itself, then all go on from the mean of them."""

import io
import time
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import islice
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec

from igroteka.lab.school.lessons import Losses
from igroteka.lab.school.school import Line, Plan, School
from igroteka.lab.workers import Crew

torch: Any = import_module("torch")

TERM: Final = 40
"""Rounds until what the classes have learned is put together."""
_APART: Final = 1_000_003
"""So far apart are the seeds of the classes."""


class Report(msgspec.Struct, frozen=True):
    """What a class brings home: its checkpoint, from which it goes on, and the last line of its curve."""

    number: int
    kept: bytes
    line: Line


class Classes:
    """A school whose rounds are played and learned by a crew; what it has learned is in `school`.

    A term is a function of what it begins with: whoever does it, or does it again after a worker has died,
    comes to the same, and it counts once.
    """

    def __init__(self, school: School, count: int, crew: Crew, term: int = TERM) -> None:
        self.school, self.crew, self.term = school, crew, term
        plan = school.plan
        self.plans = [msgspec.structs.replace(plan, seed=plan.seed + _APART * at) for at in range(count)]
        self.kept = [b""] * count
        self.before = school.decisions

    def lessons(self, minutes: float) -> Iterator[Line]:
        """Term after term, until so much time has been spent."""
        while self.school.spent < 60 * minutes:
            begun, shared = time.perf_counter(), _packed(_parts(self.school))
            jobs = [
                (at, self.plans[at], self.kept[at], shared, self.term, minutes)
                for at in range(len(self.plans))
            ]
            reports = sorted(self.crew.spread(learn_a_term, jobs), key=lambda report: report.number)
            self.kept = [report.kept for report in reports]
            line = self._put_together([report.line for report in reports])
            self.school.spent += time.perf_counter() - begun
            yield msgspec.structs.replace(line, minutes=self.school.spent / 60)

    def _put_together(self, lines: Sequence[Line]) -> Line:
        school = self.school
        networks = [_unpacked(kept)["networks"] for kept in self.kept]
        for at, network in enumerate((school.pupil, school.critic, school.magnet)):
            network.load_state_dict(mean_of([one[at] for one in networks]))
        school.rounds += self.term
        school.decisions = self.before + sum(line.decisions for line in lines)
        losses = [
            fmean(part)
            for part in zip(*(msgspec.structs.astuple(line.losses) for line in lines), strict=True)
        ]
        won, house = (fmean(part) for part in zip(*((line.won, line.house) for line in lines), strict=True))
        return Line(0.0, school.decisions, won, house, Losses(*losses))


def learn_a_term(number: int, plan: Plan, kept: bytes, shared: bytes, rounds: int, minutes: float) -> Report:
    """So many rounds of one class, from its own tables and the networks of all."""
    with TemporaryDirectory() as folder:
        school, file = School(plan, Path(folder)), Path(folder) / "checkpoint.pt"
        if kept:
            file.write_bytes(kept)
            school.resume()
        *networks, school.models = _unpacked(shared)
        for network, state in zip((school.pupil, school.critic, school.magnet), networks, strict=True):
            network.load_state_dict(state)
        school.spent = min(school.spent, 59.9 * minutes)  # a term is begun before the time is over
        *_, line = islice(school.lessons(minutes), rounds)
        school.keep()
        return Report(number, file.read_bytes(), line)


def mean_of(states: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The mean of networks, number by number; whole numbers are the same in all of them."""
    return {
        name: torch.stack([state[name] for state in states]).mean(0) if first.is_floating_point() else first
        for name, first in states[0].items()
    }


def _parts(school: School) -> list[Any]:
    """What all classes share: the networks, and rivals for ever."""
    return [*(part.state_dict() for part in (school.pupil, school.critic, school.magnet)), school.models]


def _packed(parts: Any) -> bytes:
    file = io.BytesIO()
    torch.save(parts, file)
    return file.getvalue()


def _unpacked(data: bytes) -> Any:
    return torch.load(io.BytesIO(data), weights_only=False)
