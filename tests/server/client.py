"""A client for tests: a place at a table that remembers what it was told."""

import json
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Any, Self

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from server.serving import Server

PATIENCE = 30.0
NONCE = "00112233445566778899aabbccddeeff"


def post(server: Server, path: str, body: Any = None, **options: Any) -> httpx.Response:
    return server.http.post(path, json={} if body is None else body, **options)


def get(server: Server, path: str, **options: Any) -> httpx.Response:
    return server.http.get(path, **options)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


class Place:
    """One connection to a table."""

    def __init__(
        self, server: Server, table: str, token: str | None = None, screen: bool = False, **options: Any
    ) -> None:
        self.server, self.id, self.token = server, table, token
        self.heard: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}
        self.told: dict[str, Any] = {}
        self.closed: int | None = None
        self._asked = 0
        url = f"{server.socket_url}/ws/{table}"
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(url, max_size=2**24, close_timeout=1, ping_interval=None, **options)
        )
        with suppress(ConnectionClosed):  # some are sent away before they can say anything
            self.send({"kind": "hello", "token": token} | ({"screen": True} if screen else {}))
        if self.read() is not None:
            self.until(lambda: bool(self.table) or self.closed is not None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._open.close()

    # Telling ----------------------------------------------------------------------------------------

    def send(self, message: dict[str, Any] | str | bytes) -> None:
        self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    def ask(self, intent: dict[str, Any], id: str | None = None, number: int | None = None) -> dict[str, Any]:
        """A game intent, and the answer to it."""
        return self._answer("ask", intent, id, number=self.number if number is None else number)

    def do(self, kind: str, id: str | None = None, **fields: Any) -> dict[str, Any]:
        """An intent about the table, and the answer to it."""
        return self._answer("do", {"kind": kind, **fields}, id)

    def done(self, kind: str, **fields: Any) -> int | None:
        """An intent about the table that must be accepted; the number of its row."""
        answer = self.do(kind, **fields)
        assert answer["kind"] == "answer", answer
        number: int | None = answer["number"]
        if number is not None:
            self.until(lambda: self.table_number >= number or self.closed is not None)
        return number

    def refused(self, kind: str, **fields: Any) -> str:
        """The reason why an intent about the table is refused."""
        return reason(self.do(kind, **fields))

    def why(self, intent: dict[str, Any]) -> dict[str, Any]:
        return self._answer("why", intent, None)

    def hint(self) -> dict[str, Any]:
        """A hint, or why there is none."""
        self._asked += 1
        id, before = f"{id_of(self)}-{self._asked}", len(self.heard)
        self.send({"kind": "hint", "id": id})
        return self.hear("hint", "not_possible", after=before, id=id)

    def say(self, **words: str) -> dict[str, Any]:
        """What is heard of it here: `said` or `complaint`."""
        before = len(self.heard)
        self.send({"kind": "say", **words})
        return self.hear("said", "complaint", after=before, person=self.me)

    def _answer(self, kind: str, intent: dict[str, Any], id: str | None, **more: Any) -> dict[str, Any]:
        self._asked += 1
        id = id or f"{id_of(self)}-{self._asked}"
        before = len(self.heard)
        self.send({"kind": kind, "id": id, "intent": intent, **more})
        return self.hear("answer", "not_possible", "possible", after=before, id=id)

    # Hearing ----------------------------------------------------------------------------------------

    def read(self, seconds: float = PATIENCE) -> list[dict[str, Any]] | None:
        """The next frame; None if there is none in time, or the connection is closed."""
        try:
            frame = self.socket.recv(timeout=seconds)
        except TimeoutError:
            return None
        except ConnectionClosed as closed:
            self.closed = closed.rcvd.code if closed.rcvd else 1006
            return None
        messages: list[dict[str, Any]] = json.loads(frame)
        for message in messages:
            self.heard.append(message)
            match message["kind"]:
                case "table":
                    self.table, self.table_number = message["table"], message["number"]
                case "told":
                    self.told = message
        return messages

    def until(self, is_so: Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Read until it is so."""
        end = time.monotonic() + seconds
        while not is_so():
            left = end - time.monotonic()
            assert left > 0, f"waited in vain; last heard: {self.heard[-3:]}"
            if self.read(left) is None and not is_so():
                assert self.closed is None, f"closed with {self.closed}: {self.heard[-1:]}"

    def hear(self, *kinds: str, after: int = 0, seconds: float = PATIENCE, **fields: Any) -> dict[str, Any]:
        """The first message of one of these kinds, with these fields."""

        def found() -> list[dict[str, Any]]:
            return [
                message
                for message in self.heard[after:]
                if message["kind"] in kinds and all(message.get(k, v) == v for k, v in fields.items())
            ]

        self.until(lambda: bool(found()), seconds)
        return found()[0]

    def bye(self, seconds: float = PATIENCE) -> str:
        """Read until the connection is closed; the reason that was given."""
        end = time.monotonic() + seconds
        while self.closed is None and time.monotonic() < end:
            self.read(end - time.monotonic())
        assert self.closed is not None, "not closed"
        byes = [message["reason"] for message in self.heard if message["kind"] == "bye"]
        return byes[-1] if byes else ""

    def quiet(self, seconds: float = 0.3) -> list[dict[str, Any]]:
        """What comes in the meantime."""
        before, end = len(self.heard), time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and self.closed is None:
            self.read(left)
        return self.heard[before:]

    # What is known ----------------------------------------------------------------------------------

    table_number = 0

    @property
    def number(self) -> int:
        return int(self.told.get("number", 0))

    @property
    def view(self) -> Any:
        return self.told["view"]

    @property
    def legal(self) -> list[dict[str, Any]]:
        offers: list[dict[str, Any]] = self.view["legal"]
        return offers

    @property
    def me(self) -> str:
        return str(self.table["you"])

    @property
    def seat(self) -> int | None:
        seat: int | None = self.table["seat"]
        return seat

    def chair(self, seat: int) -> dict[str, Any]:
        chair: dict[str, Any] = self.table["chairs"][seat]
        return chair

    def is_here(self, person: str) -> bool:
        return any(known["present"] for known in self.table["people"] if known["id"] == person)

    def names(self) -> list[str]:
        return [person["name"] for person in self.table["people"]]


def id_of(place: Place) -> str:
    return f"{id(place):x}{time.monotonic_ns():x}"


def reason(answer: dict[str, Any]) -> str:
    assert answer["kind"] in ("not_possible", "complaint"), answer
    return str(answer["refusal"]["reason"])


def real_reason(answer: dict[str, Any]) -> str:
    """The same, also where a bot has moved in between and the answer therefore is «too late»."""
    why = reason(answer)
    return str(answer["refusal"]["parameters"]["why"]) if why == "too-late" else why


def open_table(server: Server, game: str = "upturn", seats: int = 2, **more: Any) -> str:
    """The id of a new table."""
    answer = post(server, "/api/tables", {"game": game, "seats": seats, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


def join(server: Server, table: str, name: str = "Anna", **more: Any) -> str:
    """The token of a new person."""
    answer = post(server, f"/api/tables/{table}/people", {"name": name, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["token"])


def come(server: Server, table: str, name: str = "Anna", **more: Any) -> Place:
    """A new person, connected."""
    return Place(server, table, join(server, table, name, **more))


NAMES = ("Anna", "Boris", "Vera", "Gleb", "Dina", "Egor", "Zoya", "Ivan", "Kira", "Lev", "Mila", "Nina")


class Tables:
    """A table with so many people at it; the first is the host."""

    def __init__(self, server: Server, game: str = "upturn", seats: int = 2, **more: Any) -> None:
        bots = more.get("bots", ())
        self.server, self.id = server, open_table(server, game, seats, **more)
        self.people = [come(server, self.id, NAMES[at]) for at in range(seats - len(bots))]

    def __enter__(self) -> list[Place]:
        return self.people

    def __exit__(self, *_: object) -> None:
        for place in self.people:
            place.close()


def start(people: list[Place]) -> None:
    """The host starts; everyone has been told of the deal."""
    people[0].done("start")
    wait_for_deal(people)


def wait_for_deal(people: list[Place]) -> None:
    for place in people:
        place.until(lambda place=place: bool(place.told) and place.table["playing"])  # type: ignore[misc]
        round = place.table["round"]
        place.until(lambda place=place, round=round: place.told["round"] == round)  # type: ignore[misc]


def on_turn(people: list[Place]) -> Place:
    """The person on turn."""
    turn = people[0].view["turn"]
    return next(place for place in people if place.seat == turn)


def in_step(people: list[Place]) -> None:
    """Everyone knows as much as whoever knows most."""
    newest = max(place.number for place in people)
    for place in people:
        wait_for_number(place, newest)


def play_one(people: list[Place], choose: Callable[[list[dict[str, Any]]], dict[str, Any]]) -> None:
    """One intent of the person on turn, told to all."""
    in_step(people)
    mover = on_turn(people)
    answer = mover.ask(choose(mover.legal))
    assert answer["kind"] == "answer", answer
    for place in people:
        wait_for_number(place, answer["number"])


def eager(offers: list[dict[str, Any]]) -> dict[str, Any]:
    """Whoever gets rid of its tiles ends the game: announce, lay what can be laid, else draw, else end."""
    order = ("announce", "lay", "tuck", "give", "draw", "end")
    return min(offers, key=lambda offer: order.index(offer["kind"]))


def play_out(people: list[Place], most: int = 150) -> None:
    """UpTurn, until it is over; if there is no end in sight, the host stops it."""
    for _ in range(most):
        in_step(people)
        if people[0].view["outcome"]:
            return
        announcing = [p for p in people if {"kind": "announce"} in p.legal]
        mover = announcing[0] if announcing else on_turn(people)
        answer = mover.ask(eager(mover.legal))
        assert answer["kind"] == "answer", answer
        wait_for_number(mover, answer["number"])
    people[0].do("stop_game")
    people[0].until(lambda: bool(people[0].view["outcome"]))


def wait_for_number(place: Place, number: int) -> None:
    place.until(lambda: place.number >= number)


def first(offers: list[dict[str, Any]]) -> dict[str, Any]:
    return offers[0]


def last(offers: list[dict[str, Any]]) -> dict[str, Any]:
    return offers[-1]
