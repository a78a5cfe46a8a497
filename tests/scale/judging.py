"""What a run has left behind, held against everything that anyone was answered or told."""

from collections import defaultdict
from typing import Any

import msgspec

from igroteka.core import Seat
from igroteka.games import SHELF
from igroteka.server.entropy import hashed
from igroteka.server.people.events import Opened, PartyEvent, Started
from igroteka.store import StoredRow
from igroteka.table import Match
from scale.people import Client
from server.kills import plain

Words = dict[str, Any]


class Verdict(msgspec.Struct):
    """What was counted; all but the first lines must be 0."""

    rows: int = 0
    acknowledged: int = 0
    frames: int = 0
    lost: int = 0
    played_twice: int = 0
    played_though_refused: int = 0
    forks: int = 0
    leaks: int = 0
    unfinished: int = 0

    @property
    def is_clean(self) -> bool:
        wrong = (
            self.lost,
            self.played_twice,
            self.played_though_refused,
            self.forks,
            self.leaks,
            self.unfinished,
        )
        return not any(wrong)


def judge(logs: dict[str, list[StoredRow]], clients: list[Client]) -> Verdict:
    verdict = Verdict(acknowledged=sum(len(client.acknowledged) for client in clients))
    at = defaultdict(list)
    for client in clients:
        at[client.table].append(client)
    for table, rows in logs.items():
        verdict.rows += len(rows)
        verdict.forks += [row.number for row in rows] != list(range(1, len(rows) + 1))
        case = Case(at[table][0].game, rows)
        verdict.unfinished += not case.is_over
        for client in at[table]:
            _judge_answers(verdict, client, rows)
            _judge_frames(verdict, client, case)
    return verdict


def _judge_answers(verdict: Verdict, client: Client, rows: list[StoredRow]) -> None:
    kept = defaultdict(list)
    for row in rows:
        if row.asked is not None and row.asked in client.asked:
            kept[row.asked].append(row.number)
    verdict.played_twice += sum(len(numbers) > 1 for numbers in kept.values())
    verdict.played_though_refused += len(kept.keys() & client.refused)
    for id, number in client.acknowledged.items():
        verdict.lost += number is not None and kept.get(id) != [number]


def _judge_frames(verdict: Verdict, client: Client, case: "Case") -> None:
    """Every view is what the rules let this seat see at that number, every row what it may hear of it, and
    nothing that is secret until the end is in any byte before it."""
    verdict.frames += len(client.frames)
    over = False
    for frame in client.frames:
        messages = msgspec.json.decode(frame)
        over = over or any(m["kind"] == "told" and m["view"]["outcome"] is not None for m in messages)
        if not over:
            secrets = [secret for secret in case.secrets if secret in frame]
            tokens = [hashed(client.token)] if client.token else []
            verdict.leaks += len(secrets) + sum(token.encode() in frame for token in tokens)
        for message in messages:
            if message["kind"] == "told":
                verdict.leaks += message["view"] != case.view(message["number"], client.seat)
                verdict.forks += _differ(message["rows"], case, client.seat)
            elif message["kind"] == "not_possible":
                verdict.forks += _differ(message["since"], case, client.seat)


def _differ(rows: list[Words], case: "Case", seat: Seat | None) -> int:
    return sum(row != case.told(row["number"], seat) for row in rows)


class Case:
    """One log, folded anew by the rules alone."""

    def __init__(self, name: str, rows: list[StoredRow]) -> None:
        self.game = SHELF[name]
        self._rows = {row.number: row for row in rows}
        self._states: dict[int, Any] = {}
        self._views: dict[tuple[int, Seat | None], Any] = {}
        self.secrets: list[bytes] = []
        self._events = msgspec.json.Decoder(tuple.__class_getitem__((self.game.Event, ...)))
        match: Match | None = None
        for row in rows:
            if row.seat is None:
                match = self._table(row) or match
                continue
            assert match is not None
            for event in self._events.decode(row.events):
                match.state = self.game.evolve(match.state, event)
            self._states[row.number] = match.state
        self.is_over = match is not None and self.game.outcome(match.state) is not None

    def _table(self, row: StoredRow) -> Match | None:
        started = None
        for event in msgspec.json.decode(row.events, type=list[PartyEvent]):
            if isinstance(event, Opened):
                self.secrets.append(event.secret.encode())
            if isinstance(event, Started):
                self.secrets += [event.next_secret.encode(), event.round.seed.encode()]
                options = msgspec.convert(event.round.options, self.game.Options)
                started = Match(self.game, event.round.seats, options)
        return started

    def view(self, number: int, seat: Seat | None) -> Any:
        if number not in self._states:
            return None  # nobody can have seen a row that is not in the log
        if (number, seat) not in self._views:
            self._views[number, seat] = plain(self.game.view(self._states[number], seat))
        return self._views[number, seat]

    def told(self, number: int, seat: Seat | None) -> Words | None:
        row = self._rows.get(number)
        if row is None or row.seat is None:
            return None
        events = [plain(self.game.redact(event, seat)) for event in self._events.decode(row.events)]
        return {"number": number, "time": row.time, "seat": row.seat, "events": events}
