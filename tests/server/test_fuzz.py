"""Whatever comes over a socket or HTTP: a clear complaint or a clean close, and no other table notices."""

import json
import os
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.exceptions import ConnectionClosed

from igroteka.games import SHELF
from igroteka.server.app import make_litestar
from igroteka.server.connection.messages import ClientMessage
from igroteka.server.entropy import Entropy
from igroteka.server.hub import Hub
from igroteka.server.metrics import Metrics
from igroteka.server.people.intents import TableIntent
from igroteka.server.settings import Settings
from server.client import Place, Tables, bearer, come, get, join, open_table, start
from server.serving import Server
from server.test_doors import shaken, text

pytestmark = pytest.mark.filterwarnings(
    "ignore:Do not use the `random` module:hypothesis.errors.HypothesisDeprecationWarning"
)  # threads of clients use it beside

BOLD = settings(max_examples=int(os.environ.get("FUZZ_EXAMPLES", "150")))
CLEAN = {1000, 1007, 1008, 1009, 1002}
"""Codes of a close that says why."""


def kinds(union: Any) -> dict[str, tuple[str, ...]]:
    """The fields of every word of a union."""
    words = union.__args__
    return {str(word.__struct_config__.tag): word.__struct_fields__ for word in words}


ABOUT_TABLE = kinds(TableIntent)
IN_GAME = {name: fields for game in SHELF.values() for name, fields in kinds(game.Intent).items()}
MESSAGES = kinds(ClientMessage)

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda parts: st.lists(parts, max_size=4) | st.dictionaries(st.text(max_size=8), parts, max_size=4),
    max_leaves=8,
)
value = st.one_of(
    st.integers(-2, 5), st.sampled_from(["random", "up", "blue", "7H", "i5", "x"]), st.booleans(), anything
)


@st.composite
def words(draw: st.DrawFn, known: dict[str, tuple[str, ...]]) -> dict[str, Any]:
    """A word of the right kind with any values, some fields missing, some too many."""
    kind = draw(st.sampled_from(sorted(known)))
    named = draw(st.lists(st.sampled_from([*known[kind], "extra"]), unique=True, max_size=5))
    return {"kind": kind, **{name: draw(value) for name in named}}


intents = words(IN_GAME) | words(ABOUT_TABLE)


@st.composite
def messages(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(["ask", "do", "why", "say", "hello"]))
    if kind in ("say", "hello"):
        return draw(words({kind: MESSAGES[kind]}))
    body = {"kind": kind, "id": draw(st.text(max_size=4) | value), "intent": draw(intents | anything)}
    return {**body, "number": draw(st.integers(-1, 30))} if kind == "ask" else body


frames = st.one_of(
    messages().map(json.dumps),
    messages().map(lambda message: json.dumps(message).encode()),
    anything.map(json.dumps),
    st.text(max_size=200),
    st.binary(max_size=200),
)


@pytest.fixture(scope="module")
def neighbour(server: Server) -> Iterator[Place]:
    """A person at another table, who should notice nothing."""
    with Tables(server, bots=[1]) as (anna,):
        start([anna])
        yield anna


def all_is_well(server: Server, neighbour: Place) -> None:
    assert get(server, "/healthz").status_code == 200
    assert neighbour.do("rename", name="Unmoved")["kind"] == "answer"
    assert [line for line in server.log() if line["level"] == "error"] == []


@given(st.sampled_from(sorted(SHELF)), st.lists(frames, min_size=1, max_size=12), st.booleans())
@BOLD
def test_any_messages_of_a_seat_are_answered_or_end_in_a_clean_close(
    server: Server, neighbour: Place, game: str, sent: list[str | bytes], playing: bool
) -> None:
    with Tables(server, game, 2, bots=[1]) as (anna,):
        if playing:
            start([anna])
        with suppress(ConnectionClosed):
            for frame in sent:
                anna.send(frame)
            anna.send({"kind": "why", "id": "the end", "intent": {"kind": "deal"}})
        while anna.closed is None and not any(m.get("id") == "the end" for m in anna.heard):
            assert anna.read(30) is not None or anna.closed is not None, "no answer"
        assert anna.closed is None or anna.closed in CLEAN
    all_is_well(server, neighbour)


@given(st.lists(st.binary(min_size=1, max_size=60), min_size=1, max_size=6), st.booleans())
@BOLD
def test_any_bytes_on_the_wire_harm_nobody(
    server: Server, neighbour: Place, sent: list[bytes], greeted: bool
) -> None:
    with closing(shaken(server, neighbour.id)) as raw:
        raw.settimeout(5)
        with suppress(OSError):  # whoever sits in between may have hung up already
            if greeted:
                raw.sendall(text({"kind": "hello"}))
            for piece in sent:
                raw.sendall(piece)
            raw.shutdown(socket.SHUT_WR)
            while raw.recv(65536):
                pass
    all_is_well(server, neighbour)


# HTTP ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def finished(server: Server) -> tuple[str, str]:
    """A real table, so that not everything ends at «no such table», and a token for it."""
    table = open_table(server, "sequence", 2, bots=[0, 1])
    with come(server, table, watch=True) as anna:
        anna.done("start")
        anna.until(lambda: bool(anna.table["results"]), 60)
    return table, join(server, table, "Fuzz")


def document() -> dict[str, Any]:
    """The OpenAPI document of a server, without a server."""
    hub = Hub(None, Settings(), Entropy(), Metrics())  # type: ignore[arg-type]
    return make_litestar(hub).openapi_schema.to_schema()


CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]
schema = schemathesis.openapi.from_dict(document())


@schema.parametrize()
@settings(max_examples=int(os.environ.get("FUZZ_EXAMPLES", "25")))
def test_every_answer_over_http_is_as_the_openapi_document_says(
    case: Case, server: Server, finished: tuple[str, str]
) -> None:
    table, token = finished
    known = len(json.dumps(case.path_parameters or {})) % 2
    if "table" in (case.path_parameters or {}) and known:
        case.path_parameters["table"] = table
    answer = case.call(base_url=server.url, headers=bearer(token) if known else {})
    case.validate_response(answer, checks=CHECKS)


def test_the_document_says_how_everything_is_refused(server: Server) -> None:
    said = get(server, "/api/schema/openapi.json").json()
    assert said == json.loads(json.dumps(document()))
    for path, operations in said["paths"].items():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    content = answer["content"]["application/json"]["schema"]
                    assert content == {"$ref": "#/components/schemas/Refusal"}, path
    assert "examples" not in json.dumps(said)


def test_no_fault_was_written_down(server: Server, neighbour: Place) -> None:
    all_is_well(server, neighbour)
    assert msgspec.json.encode(neighbour.table)
