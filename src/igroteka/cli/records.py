"""Records of games on the command line: `verify` checks one, `replay` tells it."""

import errno
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final, NoReturn

import typer
from rich.console import Console

from igroteka.cli import tables
from igroteka.cli.screens import screen
from igroteka.cli.speech import Speech
from igroteka.cli.story import told
from igroteka.cli.tame import tame
from igroteka.core import AnyGame, Refused, Seat
from igroteka.games import game as on_shelf
from igroteka.table import Row
from igroteka.table.record import NO_GAME, Committed, Person, Record, SameDeal, read_record, rows_from
from igroteka.table.verify import Check, Verdict
from igroteka.table.verify import verify as verdict_on

File = Annotated[
    Path,
    typer.Argument(
        help="A record of a game (docs/record.md), JSON; or a row of a data set, games/part-00000.parquet:17."
    ),
]
Lang = Annotated[str | None, typer.Option("--lang", help="ru or en; the system's language by default.")]
Promise = Annotated[
    str | None, typer.Option("--promise", help="The promise that you were shown before the game, in hex.")
]
OwnNonce = Annotated[str | None, typer.Option("--nonce", help="What you have added to the shuffle, in hex.")]
At = Annotated[
    int | None, typer.Option("--seat", help="Tell only what this seat has seen; everything by default.")
]

_MARKS: Final = {"same": "✓", "differs": "✗", "open": "?"}
_VERIFIED, _DIFFERS, _REFUSED, _OPEN = range(4)

_LONGEST: Final = 64 * 1024 * 1024
"""Bytes of a record: 400,000 rows."""

console = Console(emoji=False)
complaints = Console(stderr=True, emoji=False)


def verify(file: File, lang: Lang = None, promise: Promise = None, nonce: OwnNonce = None) -> None:
    """Check the record of a game: the promised secret, the seed, and every event from the intents alone.

    A record cannot know what you were promised: whoever writes one could choose the secret last of all. Give
    the promise that you were shown, and what you added.

    Exit status: 0 all is true, 1 something differs, 2 no record could be read, 3 the game is not over.
    """
    chosen = tables.language(lang)
    record, game = load(file, chosen)
    speech = Speech(chosen, game.NAME, names_of(record, chosen))
    verdict = verdict_on(record, game)
    for check in verdict.checks:
        show(console, f"{_MARKS[check.status]} {_said(check, speech)}")
    kept = tuple(_kept(record, promise, nonce))
    for is_same, says, said in kept:
        show(console, f"{_MARKS['same' if is_same else 'differs']} {speech.line(says, kept=said)}")
    status = _status(verdict) if all(is_same for is_same, *_ in kept) else _DIFFERS
    if status == _VERIFIED and promise is None and isinstance(record.source, Committed):
        show(console, f"{_MARKS['open']} {speech.line('verify_kept')}")
    show(console, speech.line(("verified", "verify_differs", "", "verify_open")[status]))
    raise SystemExit(status)


def replay(file: File, lang: Lang = None, seat: At = None) -> None:
    """Tell the record of a game as a story, row by row."""
    chosen = tables.language(lang)
    record, game = load(file, chosen)
    speech = Speech(chosen, game.NAME, names_of(record, chosen), screen(game.NAME).part)
    try:
        lines = list(_story(record, game, speech, seat))
    except Refused as refused:
        complain(refused, chosen, game.NAME)
    for line in lines:
        show(console, line)


def load(file: Path, lang: str) -> tuple[Record, AnyGame]:
    try:
        record = _read(file)
        return record, on_shelf(record.game)
    except OSError as error:
        complain(Refused("file-unreadable", None, file=str(file), problem=error.strerror or ""), lang, None)
    except Refused as refused:
        complain(refused, lang, None)


def _read(file: Path) -> Record:
    """A record, or the game of a row of a data set."""
    from igroteka.lab.data_record import place_of, record_at

    place = place_of(str(file))
    if place is None:
        return read_record(_bounded(file))
    if find_spec("pyarrow") is None:
        raise Refused("extra-missing", None, extra="lab")
    return record_at(*place)


def _bounded(file: Path) -> bytes:
    """What is in a file that strangers pass on; OSError if that is more than any game could be."""
    with file.open("rb") as opened:
        content = opened.read(_LONGEST + 1)
    if len(content) > _LONGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return content


def _said(check: Check, speech: Speech) -> str:
    why = {"why": speech.refusal(check.refusal)} if check.refusal else {}
    return speech.line(check.says, **check.parameters, **why)


def _kept(record: Record, promise: str | None, nonce: str | None) -> Iterator[tuple[bool, str, str]]:
    """What somebody has kept of the time before the game, held against the record: whether it is there."""
    if promise is not None:
        is_same = promise.strip().lower() == record.commitment
        yield is_same, "verify_promise" if is_same else "verify_promise_differs", promise[:64]
    if nonce is not None:
        is_there = nonce.strip().lower() in [given.hex for given in record.nonces]
        yield is_there, "verify_nonce" if is_there else "verify_nonce_missing", nonce[:128]


def _status(verdict: Verdict) -> int:
    if verdict.wrong:
        return _DIFFERS
    return _VERIFIED if verdict.verified else _OPEN


def _story(record: Record, game: AnyGame, speech: Speech, seat: Seat | None) -> Iterator[str]:
    if wrong := verdict_on(record, game).wrong:
        raise Refused("record-differs", None, check=wrong.name)
    if seat is not None and not 0 <= seat < record.seats:
        raise Refused("no-such-seat", None, seat=seat)
    yield from heading(record, speech)
    for row in rows_from(record, game):
        yield from _row(row, game, speech, seat)
    yield speech.outcome(record.outcome) if record.outcome else speech.line("replay_unfinished")


def heading(record: Record, speech: Speech) -> Iterator[str]:
    day = datetime.fromtimestamp(record.born / 1000, UTC).date().isoformat()
    yield speech.line("replay_title", title=speech.title(), seats=record.seats, day=day)
    yield speech.line(
        "replay_people",
        names=", ".join(_introduced(one, speech, seat) for seat, one in enumerate(record.people)),
    )
    if isinstance(record.source, SameDeal) and record.source.of == NO_GAME:
        yield speech.line("replay_named")
    elif not isinstance(record.source, Committed):
        kind = str(record.source.__struct_config__.tag)
        yield speech.line(f"replay_{kind}", of=record.source.of[:12], rows=getattr(record.source, "rows", 0))


def _row(row: Row, game: AnyGame, speech: Speech, seat: Seat | None) -> Iterator[str]:
    """An unfinished record cannot be verified, so its words may be such as no game could say."""
    events = row.events if seat is None else tuple(game.redact(event, seat) for event in row.events)
    try:
        yield from list(told(Row(row.number, row.time, row.seat, row.intent, events), speech))
    except (LookupError, TypeError, ValueError):
        raise Refused("record-row-unreadable", None, number=row.number) from None


def names_of(record: Record, language: str) -> tuple[str, ...]:
    """A bot that nobody gave a name is called by its level and told apart by its seat."""
    nameless = Speech(language, record.game)

    def name(seat: Seat, person: Person) -> str:
        called = f"{nameless.level(person.bot)} {seat + 1}" if person.bot else nameless.name(seat)
        return person.name or called

    return tuple(name(seat, person) for seat, person in enumerate(record.people))


def _introduced(person: Person, speech: Speech, seat: Seat) -> str:
    if not person.bot or not person.name:
        return speech.name(seat)
    return speech.line("replay_bot", name=person.name, level=speech.level(person.bot))


def show(to: Console, line: str) -> None:
    """Names come from anywhere: what could steer a terminal is shown as a mark."""
    to.print(tame(line), markup=False, emoji=False, highlight=False, soft_wrap=True)


def complain(refused: Refused, lang: str, game: str | None) -> NoReturn:
    show(complaints, Speech(lang, game).refusal(refused.told()))
    raise SystemExit(_REFUSED)
