"""A link leads where phones reach the server: as it is set, else as the page was opened."""

import json
import socket
from typing import Any

import pytest
from litestar.connection import ASGIConnection
from websockets.sync.client import connect
from websockets.typing import Origin

from igroteka.server.connection.admission import Admission
from igroteka.server.entropy import Entropy
from igroteka.server.settings import Settings
from server.client import get, post
from server.serving import Server

HOME = "192.168.1.7"


def opened(server: Server, origin: str | None) -> dict[str, Any]:
    """A table that a page of this origin has opened."""
    headers = {} if origin is None else {"Origin": origin, "Host": origin.split("//")[1]}
    answer = post(server, "/api/tables", {"game": "upturn", "seats": 2}, headers=headers)
    address: dict[str, Any] = answer.raise_for_status().json()
    return address


@pytest.mark.alone  # several servers behind nginx have a public address
def test_a_page_from_the_home_network_hands_on_the_address_it_was_opened_by(server: Server) -> None:
    port = server.url.rsplit(":", 1)[1]
    origin = f"http://{HOME}:{port}"
    table = opened(server, origin)["table"]
    assert opened(server, origin)["link"].startswith(f"{origin}/t/")
    raw = socket.create_connection(("127.0.0.1", int(port)))
    with connect(f"ws://{HOME}:{port}/ws/{table}", sock=raw, origin=Origin(origin)) as page:
        page.send(json.dumps({"kind": "hello", "token": None}))
        told = json.loads(page.recv(timeout=10))
    assert told[0]["table"]["link"] == f"{origin}/t/{table}"
    path, headers = f"/api/tables/{table}/qr.svg", {"Host": f"{HOME}:{port}"}
    by_address = get(server, path, params={"at": origin}, headers=headers).text
    assert by_address.startswith("<svg")
    assert by_address != get(server, path).text


@pytest.mark.parametrize("said", ["https://evil.example", "javascript:alert(1)", "http://[", "x", ""])
def test_a_code_never_leads_to_another_server(server: Server, said: str) -> None:
    path = f"/api/tables/{opened(server, None)['table']}/qr.svg"
    assert get(server, path, params={"at": said}).text == get(server, path).text


@pytest.mark.parametrize(
    ("settings", "page", "origin"),
    [
        ({}, "http://192.168.1.7:8000", "http://192.168.1.7:8000"),
        ({}, "http://localhost:8000", "http://localhost:8000"),
        ({"host": "192.168.1.7"}, "http://localhost:8000", "http://192.168.1.7:8000"),
        ({"public_url": "https://games.example"}, "http://192.168.1.7:8000", "https://games.example"),
        ({"public_url": "https://games.example"}, "https://games.example", "https://games.example"),
    ],
)
def test_what_is_set_comes_before_what_the_page_says(
    settings: dict[str, Any], page: str, origin: str
) -> None:
    headers = [(b"origin", page.encode()), (b"host", page.split("//")[1].encode())]
    connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection({"type": "http", "headers": headers})  # type: ignore[arg-type]
    assert Admission(Settings(**settings), Entropy()).origin(connection) == origin
