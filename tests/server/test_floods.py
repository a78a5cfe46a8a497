"""One stranger who sends too much, or too little, and a table next door that notices nothing."""

import contextlib
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.resources import files
from typing import Self

import pytest

from server.client import Place, come, open_table, post
from server.raw import CONTINUED, PING, PONG, TEXT, close_code, frame, send_for, shaken, text
from server.serving import Server, serving

pytestmark = pytest.mark.alone

BAR = 1.0
"""Seconds of the server's work that a quiet table may wait for, while somebody attacks."""


@pytest.fixture(scope="module")
def attacked() -> Iterator[Server]:
    with serving() as server:
        yield server


class Quiet:
    """A table next door: asked again and again; the longest wait is noted, in work that the server did."""

    def __init__(self, server: Server, place: Place) -> None:
        self._server, self._place = server, place
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._ask)
        self.longest = 0.0
        self.asked = 0

    def _ask(self) -> None:
        while not self._over.is_set():
            begun = self._server.cpu()
            self._place.why({"kind": "draw"})
            self.longest = max(self.longest, self._server.cpu() - begun)
            self.asked += 1
            time.sleep(0.01)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()


@contextmanager
def next_door(server: Server) -> Iterator[Quiet]:
    with come(server, open_table(server)) as anna, Quiet(server, anna) as quiet:
        yield quiet
    assert quiet.asked
    assert quiet.longest < BAR, f"the table next door waited {quiet.longest:.2f} s"


# Parsers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a." * 32_000 + "a=1", "parts-file-too-long"),
        ("a." * 8_000 + "a=1", "parts-file-unreadable"),
        ("[" + "a." * 8_000 + "a]", "parts-file-unreadable"),
        ('"".' * 5_000 + '""=1', "parts-file-unreadable"),
        ("a=" + "[" * 8_000, "parts-file-unreadable"),
        ("a=" + "{a=" * 4_000, "parts-file-unreadable"),
        ('{"a":' + "[" * 16_000, "parts-file-unreadable"),
        ('{"a":' * 2_500 + "1" + "}" * 2_500, "parts-file-unreadable"),
    ],
)
def test_a_parts_file_made_to_be_slow_is_refused_and_holds_up_nobody(
    attacked: Server, text: str, why: str
) -> None:
    before = attacked.memory()
    with next_door(attacked):
        answers = [post(attacked, "/api/parts", {"text": text}) for _ in range(3)]
    for answer in answers:
        assert (answer.status_code, answer.json()["reason"]) == (400, why)
    assert attacked.memory() - before < 30_000


def test_a_parts_file_of_the_usual_kind_is_far_within_the_bounds(attacked: Server) -> None:
    for game in ("upturn", "etazhiki"):
        text = files(f"igroteka.games.{game}").joinpath("parts.toml").read_text("utf-8")
        assert len(text) < 8_000
        assert post(attacked, "/api/parts", {"text": text}).status_code == 201


# Frames -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "flood",
    [
        pytest.param(frame(PONG) * 10_000, id="pongs"),
        pytest.param(frame(PING, b"x" * 125) * 500, id="pings"),
        pytest.param(frame(TEXT, last=False) + frame(CONTINUED, last=False) * 10_000, id="fragments"),
    ],
)
@pytest.mark.parametrize("said_hello", [False, True])
def test_a_flood_of_frames_ends_the_connection_and_holds_up_nobody(
    attacked: Server, flood: bytes, said_hello: bool
) -> None:
    table = open_table(attacked)
    with next_door(attacked), closing(shaken(attacked, table)) as raw:
        if said_hello:
            raw.sendall(text({"kind": "hello"}))
        send_for(raw, flood, 3.0)
        assert close_code(raw) in (1008, None)  # None: it was cut off while it was still sending


def test_a_flood_of_messages_is_heard_no_faster_than_it_is_answered(attacked: Server) -> None:
    """The strangers are not sent away, but the rest of what they send waits on their side."""
    table, before = open_table(attacked), attacked.memory()
    with next_door(attacked), contextlib.ExitStack() as open_ones:
        raws = [open_ones.enter_context(closing(shaken(attacked, table))) for _ in range(10)]
        for raw in raws:
            raw.sendall(text({"kind": "hello"}))
            send_for(raw, frame(TEXT) * 10_000, 0.3)
        assert attacked.memory() - before < 30_000


@pytest.mark.parametrize("kind", [PONG, PING])
def test_too_many_control_frames_are_closed_as_a_breach_of_the_rules(attacked: Server, kind: int) -> None:
    with closing(shaken(attacked, open_table(attacked))) as raw:
        raw.sendall(text({"kind": "hello"}) + frame(kind) * 120)
        assert close_code(raw) == 1008


def test_a_person_s_browser_may_ping_now_and_then(attacked: Server) -> None:
    with closing(shaken(attacked, open_table(attacked))) as raw:
        raw.sendall(text({"kind": "hello"}) + frame(PING, b"hi") * 20)
        raw.settimeout(5)
        held = b""
        while held.count(b"\x8a\x02hi") < 20:
            held += raw.recv(65536)


def test_who_pings_and_does_not_read_the_answers_costs_no_memory(attacked: Server) -> None:
    table, before = open_table(attacked), attacked.memory()
    with next_door(attacked), contextlib.ExitStack() as open_ones:
        raws = [open_ones.enter_context(closing(shaken(attacked, table))) for _ in range(20)]
        for raw in raws:
            raw.sendall(text({"kind": "hello"}))
            send_for(raw, frame(PING, b"x" * 125) * 100, 0.3)
        assert attacked.memory() - before < 30_000


def test_who_floods_and_hangs_up_is_not_heard_out(attacked: Server) -> None:
    table = open_table(attacked)
    with next_door(attacked):
        for _ in range(5):
            with closing(shaken(attacked, table)) as raw:
                raw.sendall(text({"kind": "hello"}))
                send_for(raw, frame(TEXT) * 40_000, 0.5)
        time.sleep(1.0)


def test_who_is_sent_away_and_floods_on_holds_up_nobody(attacked: Server) -> None:
    """The first message is no hello, so the connection is closed; what comes after that is not parsed."""
    table = open_table(attacked)
    with next_door(attacked):
        for _ in range(2):
            with closing(shaken(attacked, table)) as raw:
                send_for(raw, frame(TEXT) * 40_000, 2.0)
