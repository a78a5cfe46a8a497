"""Nobody is told what it may not know: hidden parts are swapped, and not a byte changes."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.worlds import SEATS, Listener, Table, prepare, still_server, swap

pytestmark = pytest.mark.alone  # two runs of one server that differ in nothing else

Bytes = dict[str, list[bytes]]
"""By who heard it: everything, in order."""

NONSENSE = (b"[]", b'{"kind":"ask"}', b"{", b'{"kind":"say","phrase":"deck"}', b'{"kind":"look","at":"deck"}')
REPLAYS = tuple(
    f"/rounds/1/replay{asked}"
    for asked in ("", "?seat=0", "?seat=1", "?seat=2", "?open=true", "?seat=1&open=1")
)
LOOK_EVERY = 15
HEARERS = (*(f"seat {at}" for at in range(SEATS)), "spectator", "big screen")
"""The big screen stands in a browser that holds the seat which may know more."""


class World:
    """Everything that was heard of one server."""

    def __init__(self, folder: Path, tables: list[Table]) -> None:
        self.folder, self.tables = folder, tables
        self.during: dict[str, Bytes] = {table.id: {} for table in tables}
        self.after: dict[str, Bytes] = {table.id: {} for table in tables}
        self.lobby: list[bytes] = []
        self.log = b""

    def play(self) -> None:
        self._server = still_server(self.folder).start()
        try:
            for table in self.tables:
                self._play(table)
            for path in ("/api/games", "/api/schema/openapi.json", "/healthz", "/nowhere"):
                self.lobby.append(self._get(path))
        finally:
            self._server.close()
        lines = [json.loads(line) for line in (self.folder / "log").read_text().splitlines()]
        self.log = msgspec.json.encode([{**line, "time": 0} for line in lines])

    def _play(self, table: Table) -> None:
        """The whole script: each asks, all listen, and in between they look and ask at other doors."""
        listeners = [Listener(self._server, table.id, token) for token in (*table.tokens, None)]
        listeners.append(Listener(self._server, table.id, table.tokens[table.knows or 0], screen=True))
        listeners[0].ask("hints", {"kind": "set_table", "hints": True}, "do")
        for step, (seat, intent) in enumerate(table.script):
            if step % LOOK_EVERY == 0:
                self._look(table, self.during[table.id])
                for listener in listeners:
                    listener.hint(f"hint {step}")
            for at, listener in enumerate(listeners[:SEATS]):
                self._probe(listener, table, SEATS * step + at)
            listeners[seat].ask(f"move {step}", intent)
            for listener in listeners:
                listener.read_until(listeners[seat].number)
        for listener in listeners:  # what was told before is read before the answer
            listener.ask("last", table.probes[0], "why")
        assert not any(listener.is_over for listener in listeners)
        self._heard(listeners, self.during[table.id])
        listeners[0].ask("stop", {"kind": "stop_game"}, "do")
        for listener in listeners:
            while not listener.is_over:
                listener.read()
        self._heard(listeners, self.after[table.id])
        self._look(table, self.after[table.id])
        for listener in listeners:
            listener.close()

    def _probe(self, listener: Listener, table: Table, at: int) -> None:
        """A question why, and now and then words that mean nothing."""
        listener.ask(f"why {at}", table.probes[at % len(table.probes)], "why")
        if at % 10 == 0:
            listener.say(NONSENSE[at // 10 % len(NONSENSE)])

    def _heard(self, listeners: list[Listener], into: Bytes) -> None:
        for name, listener in zip(HEARERS, listeners, strict=True):
            into.setdefault(name, []).extend(listener.heard)
            listener.heard = []

    def _look(self, table: Table, into: Bytes) -> None:
        """The table and the record over HTTP, as each seat and as a visitor, and the list of tables."""
        into.setdefault("visitor", []).append(self._get("/api/tables"))
        for at, token in enumerate((*table.tokens, None, "not-a-token")):
            name = f"seat {at}" if at < SEATS else "spectator"
            for path in ("", "/rounds/1/record", "/rounds/2/record", "/qr.svg", "/moves", *REPLAYS):
                into.setdefault(name, []).append(self._get(f"/api/tables/{table.id}{path}", token))

    def _get(self, path: str, token: str | None = None) -> bytes:
        answer = self._server.http.get(path, headers={"Authorization": f"Bearer {token}"} if token else {})
        headers = sorted((name, value) for name, value in answer.headers.items() if name != "date")
        return repr((answer.status_code, headers)).encode() + answer.content


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> tuple[World, World]:
    """The same script in both; only the hidden parts of the deals differ."""
    one, other = (tmp_path_factory.mktemp(name) for name in ("one", "other"))
    tables = asyncio.run(prepare(one))
    swap(one, other, tables)
    both = World(one, tables), World(other, tables)
    for world in both:
        world.play()
    return both


def test_swapping_what_is_hidden_changes_not_a_byte_for_those_who_may_not_know(
    worlds: tuple[World, World],
) -> None:
    one, other = worlds
    for table in one.tables:
        for name, heard in one.during[table.id].items():
            if name != f"seat {table.knows}":
                same = [a == b for a, b in zip(heard, other.during[table.id][name], strict=True)]
                assert all(same), (table.game, table.knows, name, heard[same.index(False)])


def test_the_seat_that_may_know_and_the_record_after_the_end_do_differ(worlds: tuple[World, World]) -> None:
    """The swap was a real one, and the test above would have seen it."""
    one, other = worlds
    for table in one.tables:
        if table.knows is not None:
            name = f"seat {table.knows}"
            assert one.during[table.id][name] != other.during[table.id][name]
        assert one.after[table.id]["spectator"] != other.after[table.id]["spectator"]


def test_hints_were_given_and_only_to_whoever_asked(worlds: tuple[World, World]) -> None:
    """So that the tests above are about hints, too: seats were given some, spectators none."""
    for world in worlds:
        for table in world.tables:
            heard = world.during[table.id]
            told = [message for name in heard if name.startswith("seat") for message in _hints(heard[name])]
            assert told, table.game
            assert not _hints(heard["spectator"])


def _hints(heard: list[bytes]) -> list[dict[str, Any]]:
    """The hints among all that was heard over the connection."""
    told = [msgspec.json.decode(message) for message in heard if message.startswith(b"{")]
    return [message for message in told if message["kind"] == "hint"]


def test_lobby_log_and_documents_know_nothing_of_it(worlds: tuple[World, World]) -> None:
    one, other = worlds
    assert one.lobby == other.lobby
    assert one.log == other.log
    assert all(table.id.encode() in one.during[table.id]["visitor"][0] for table in one.tables)


def test_secrets_seeds_and_tokens_are_in_no_byte_before_the_end(worlds: tuple[World, World]) -> None:
    for world in worlds:
        for table in world.tables:
            told = b"".join(b"".join(heard) for heard in world.during[table.id].values())
            for secret in table.secrets:
                assert _is_nowhere(secret, told), (table.game, secret)


def test_after_the_end_the_secret_of_that_game_is_told_and_no_other(worlds: tuple[World, World]) -> None:
    for world in worlds:
        everything = b"".join((*world.lobby, world.log))
        for table in world.tables:
            shown, following, seed, *tokens = table.secrets
            told = b"".join(b"".join(heard) for heard in world.after[table.id].values())
            assert shown.encode() in told
            assert seed.encode() in told
            for secret in (following, *tokens):
                assert _is_nowhere(secret, told)
            for secret in table.secrets:
                assert _is_nowhere(secret, everything)


def _is_nowhere(secret: str, told: bytes) -> bool:
    forms: list[Any] = [secret.encode(), secret.upper().encode()]
    if len(secret) == 64:
        forms.append(bytes.fromhex(secret))
    return not any(form in told for form in forms)
