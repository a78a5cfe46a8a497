"""Whether a record is true: the promise, the seed and every event are worked out again."""

from collections.abc import Callable
from functools import cached_property
from itertools import pairwise
from typing import Any, Final, Literal, TypeAlias

import msgspec

from igroteka.core import AnyGame, Refusal, Refused, read
from igroteka.table.record import NO_GAME, PlayedOn, Record, SameDeal, digest
from igroteka.table.replay import Differs, decided_again, difference
from igroteka.table.shuffle import commitment, seed_from, terms


class Check(msgspec.Struct, frozen=True):
    """One thing compared; `says` is a text key with parameters, "open" is what cannot be known yet."""

    name: str
    status: Literal["same", "differs", "open"]
    says: str
    parameters: dict[str, Any] = {}
    refusal: Refusal | None = None


class Verdict(msgspec.Struct, frozen=True):
    """All checks in order; `wrong` is the first thing that differs."""

    checks: tuple[Check, ...]

    @property
    def wrong(self) -> Check | None:
        return next((check for check in self.checks if check.status == "differs"), None)

    @property
    def verified(self) -> bool:
        return all(check.status == "same" for check in self.checks)


class _Unknown(Exception):  # noqa: N818
    """Nothing to compare: something before it differs already."""


Same: TypeAlias = tuple[str, dict[str, Any]]
"""A text key and its parameters, for what is as it should be."""


def verify(record: Record, game: AnyGame) -> Verdict:
    """Hold a record to itself and to the rules of its game; Refused when it is of another game."""
    if record.game != game.NAME:
        raise Refused("unknown-game", None, game=record.game[:60], games=game.NAME)
    case = _Case(record, game)
    return Verdict(tuple(_checked(name, look, case) for name, look in _LOOKS.items()))


class _Case:
    """A record with its game; mutable only in that it remembers what it has worked out."""

    def __init__(self, record: Record, game: AnyGame) -> None:
        self.record = record
        self.game = game

    @cached_property
    def secret(self) -> bytes:
        if self.record.secret is None:
            raise Differs("check_reveal_missing", field="secret")
        return bytes.fromhex(self.record.secret)

    @cached_property
    def seed(self) -> bytes:
        """The seed of the table's own rows, never taken from the record's own word for it."""
        record = self.record
        if isinstance(record.source, SameDeal):
            return _chosen_seed(record.source)
        try:
            return seed_from(self.secret, record.nonces, terms(record.game, record.seats, record.options))
        except Refused as refused:
            raise Differs("check_seed_refused", refused) from None

    @cached_property
    def end(self) -> Any:
        """The state after the last row."""
        return decided_again(self.record, self.game, self.seed)


def _chosen_seed(source: SameDeal) -> bytes:
    if source.seed is None:
        raise Differs("check_reveal_missing", field="source")
    return bytes.fromhex(source.seed)


def _checked(name: str, look: Callable[[_Case], Same], case: _Case) -> Check:
    if name in _AFTER_THE_END and not case.record.complete:
        return Check(name, "open", f"check_{name}_open")
    try:
        says, parameters = look(case)
    except _Unknown:
        return Check(name, "open", f"check_{name}_unknown")
    except Differs as differs:
        return Check(name, "differs", differs.says, differs.parameters, differs.refusal)
    return Check(name, "same", says, parameters)


def _digest(case: _Case) -> Same:
    record = case.record
    found = digest(record)
    if record.digest != found:
        raise Differs("check_digest_differs", written=record.digest[:64], found=found)
    return "check_digest", {"found": found}


def _reveal(case: _Case) -> Same:
    """A finished game shows all that is hidden before, an unfinished one nothing of it."""
    record = case.record
    hidden = {name: getattr(record, name) for name in ("secret", "seed", "ended", "outcome")}
    if isinstance(record.source, SameDeal):
        hidden["source"] = record.source.seed
    if isinstance(record.source, PlayedOn):
        hidden |= {f"source, {one.to}": one.seed for one in record.source.stretches}
    for field, value in hidden.items():
        if (value is not None) != record.complete:
            raise Differs("check_reveal_missing" if record.complete else "check_reveal_early", field=field)
    return ("check_reveal" if record.complete else "check_reveal_not_yet"), {}


def _commitment(case: _Case) -> Same:
    record = case.record
    found = commitment(case.secret)
    if record.commitment != found:
        raise Differs("check_commitment_differs", written=record.commitment, found=found)
    return "check_commitment", {"found": found}


def _seed(case: _Case) -> Same:
    record = case.record
    found = case.seed.hex()
    if record.seed != found:
        raise Differs("check_seed_differs", written=record.seed, found=found)
    match record.source:
        case SameDeal(of) if of == NO_GAME:
            return "check_seed_named", {}
        case SameDeal(of):
            return "check_seed_chosen", {"of": of}
        case PlayedOn(of):
            return "check_seed_played_on", {"of": of, "rows": record.source.rows}
    return "check_seed", {"count": len(record.nonces)}


def _table(case: _Case) -> Same:
    record = case.record
    try:
        case.game.start(record.seats, read(record.options, case.game.Options))
    except Refused as refused:
        raise Differs("check_table_refused", refused) from None
    if len(record.people) != record.seats:
        raise Differs("check_table_people", people=len(record.people), seats=record.seats)
    return "check_table", {"seats": record.seats}


def _numbers(case: _Case) -> Same:
    record = case.record
    for wanted, row in enumerate(record.rows, 1):
        if row.number != wanted:
            raise Differs("check_numbers_gap", written=row.number, found=wanted)
    ends = [one.to for one in record.source.stretches] if isinstance(record.source, PlayedOn) else []
    if any(later <= earlier for earlier, later in pairwise([0, *ends])):
        raise Differs("check_numbers_stretches")
    if ends and ends[-1] > len(record.rows) - record.complete:
        raise Differs("check_numbers_stretches")
    return "check_numbers", {"rows": len(record.rows)}


def _times(case: _Case) -> Same:
    """Rows that came from a finished game keep their times, which lie before the birth of this table."""
    record = case.record
    lent = record.source.rows if isinstance(record.source, PlayedOn) else 0
    own = [("started", record.started), *((row.number, row.time) for row in record.rows[lent:])]
    whole = [("born", record.born), *own, ("ended", record.ended)]
    for line in (whole, [(row.number, row.time) for row in record.rows[:lent]]):
        known = [(name, time) for name, time in line if time is not None]
        for (_, before), (name, after) in pairwise(known):
            if after < before:
                raise Differs("check_times_back", what=str(name))
    return "check_times", {}


def _rows(case: _Case) -> Same:
    assert case.end is not None
    return "check_rows", {"rows": len(case.record.rows)}


def _outcome(case: _Case) -> Same:
    try:
        found = case.game.outcome(case.end)
    except Differs:
        raise _Unknown from None
    if found is None or found != case.record.outcome:
        raise Differs("check_outcome_differs", **difference("outcome", case.record.outcome, found))
    return "check_outcome", {}


_LOOKS: Final[dict[str, Callable[[_Case], Same]]] = {
    "table": _table,
    "reveal": _reveal,
    "commitment": _commitment,
    "seed": _seed,
    "numbers": _numbers,
    "times": _times,
    "rows": _rows,
    "outcome": _outcome,
    "digest": _digest,
}
"""In this order, so that the first that differs says most; the digest, which sees any change, is last."""

_AFTER_THE_END: Final = ("commitment", "seed", "rows", "outcome")
