"""Limits behind nginx with the site of deploy/: each address has its own, whatever it says of itself."""

import re
import socket
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import httpx
import pytest

from scale.nginx import SITE, Nginx
from scale.services import free_port
from server.serving import Server

FEW = 3
"""Requests a minute that the server allows: nine at once, and 72 files of the page."""


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[str]:
    """One server on a file behind nginx, with all limits; where people reach it."""
    outside, inside = free_port(), free_port()
    url = f"http://127.0.0.1:{outside}"
    limits = {"trusted_proxies": "127.0.0.1", "requests_per_minute": FEW}
    server = Server(tmp_path, port=inside, public_url=url, **limits).start()
    nginx = Nginx(outside, [inside], is_strict=True)
    try:
        yield url
    finally:
        nginx.close()
        server.close()


def coming_from(last: int, url: str) -> httpx.Client:
    transport = httpx.HTTPTransport(local_address=f"127.0.0.{last}")
    return httpx.Client(base_url=url, transport=transport, timeout=30)


def test_a_flood_through_nginx_is_kept_waiting_and_others_are_answered_at_once(behind: str) -> None:
    """It says of itself that it comes from elsewhere, from the proxy or from many; nobody believes it."""
    with coming_from(2, behind) as flood, coming_from(3, behind) as other:
        said = [
            flood.get("/icon.svg", headers={"X-Forwarded-For": f"203.0.113.{at}, 127.0.0.1"}).status_code
            for at in range(8 * 3 * FEW)
        ]
        assert set(said) == {200}
        begun = time.monotonic()
        answer = flood.get("/icon.svg", headers={"X-Forwarded-For": "127.0.0.3"})
        assert (answer.status_code, answer.json()["reason"]) == (429, "too-many-requests")
        assert time.monotonic() - begun > 1.5
        begun = time.monotonic()
        assert other.get("/icon.svg").status_code == 200
        assert time.monotonic() - begun < 1.5


def test_behind_nginx_requests_are_counted_for_each_address_and_figures_are_for_nobody(behind: str) -> None:
    with coming_from(2, behind) as one, coming_from(3, behind) as other:
        said = [
            one.get("/api/games", headers={"X-Forwarded-For": f"203.0.113.{at}"}).status_code
            for at in range(3 * FEW + 1)
        ]
        assert said == [200] * 3 * FEW + [429]
        assert other.get("/api/games").status_code == 200
        for path in ("/metrics", "/metrics/", "/metrics//", "/%6Detrics/"):  # the server answers all of them
            assert other.get(path, headers={"X-Forwarded-For": "127.0.0.1"}).status_code == 403


class Stranger(BaseHTTPRequestHandler):
    """A server of another version: it has none of our files."""

    def do_GET(self) -> None:
        self.send_error(404)

    def log_message(self, format: str, *args: object) -> None: ...


def test_while_servers_of_two_versions_run_each_file_is_found_at_the_one_that_has_it(tmp_path: Path) -> None:
    inside = free_port()
    server = Server(tmp_path, port=inside, trusted_proxies="127.0.0.1").start()
    other = ThreadingHTTPServer(("127.0.0.1", 0), Stranger)
    Thread(target=other.serve_forever, daemon=True).start()
    nginx = Nginx(free_port(), [inside, other.server_port])
    try:
        python = min(server.http.get("/python/files.json").json(), key=lambda one: one["bytes"])
        asset = next(file for file in server.http.get("/files.json").json()["files"] if "assets/" in file)
        with coming_from(1, f"http://127.0.0.1:{nginx.port}") as anybody:
            for path in (f"/python/{python['name']}?{python['hash']}", f"/{asset}"):
                assert {anybody.get(path).status_code for _ in range(20)} == {200}, path
            assert anybody.get("/python/never?00").status_code == 404
    finally:
        nginx.close()
        other.shutdown()
        other.server_close()
        server.close()


def test_nginx_itself_refuses_a_flood_in_our_words() -> None:
    """There is no server behind it: what is refused before is answered all the same, and costs nothing."""
    nginx = Nginx(free_port(), [free_port()], is_strict=True)
    try:
        answers = b"".join(_answers(nginx.port, 500) for _ in range(12))
        assert answers.count(b"HTTP/1.1 502 ") >= 5760
        assert b"HTTP/1.1 429 " in answers
        assert b'{"kind":"refused","reason":"too-many-requests"' in answers
        assert b"Retry-After: 60" in answers
        with coming_from(2, f"http://127.0.0.1:{nginx.port}") as other:
            assert other.get("/ws/a-secret-table").status_code == 502
        said = (nginx.folder / "error.log").read_text()
        assert "limiting" not in said  # nor does it fill the disk
        assert "a-secret-table" not in said  # whose address is its key
    finally:
        nginx.close()


def _answers(port: int, count: int) -> bytes:
    """What is answered to so many requests, one behind the other."""
    asked = b"GET /icon.svg HTTP/1.1\r\nHost: games.example\r\nConnection: %s\r\n\r\n"
    answers = b""
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall((asked % b"keep-alive") * (count - 1) + asked % b"close")
        while more := line.recv(2**20):
            answers += more
    return answers


class Anywhere(Nginx):
    """Takes the address of who asks from a header, to be asked from anywhere, and soon has enough."""

    def site(self, servers: list[int]) -> str:
        known = "set_real_ip_from 127.0.0.1; real_ip_header X-From; server_tokens off;"
        few = super().site(servers).replace("rate=32r/s", "rate=1r/m").replace("burst=5760", "burst=4")
        return few.replace("server_tokens off;", known)


def test_nginx_counts_ipv6_by_its_network_as_the_server_does() -> None:
    nginx = Anywhere(free_port(), [free_port()], is_strict=True)
    try:
        with coming_from(1, f"http://127.0.0.1:{nginx.port}") as anybody:

            def said(*addresses: str) -> list[int]:
                return [anybody.get("/", headers={"X-From": one}).status_code for one in addresses]

            assert said(*(f"2001:db8::{at}:1" for at in range(6))) == [502] * 5 + [429]
            assert said("2001:db8:0:1::1", "10.0.0.1") == [502, 502]
            assert said(*(["10.0.0.1"] * 5)) == [502] * 4 + [429]
            assert said("10.0.0.2") == [502]
    finally:
        nginx.close()


def test_who_comes_without_tls_is_told_the_way_by_the_name_of_the_site() -> None:
    nginx = Nginx(free_port(), [free_port()], is_strict=True)
    try:
        with coming_from(1, f"http://127.0.0.1:{nginx.plain_port}") as anybody:
            answer = anybody.get("/t/abc?x=1", headers={"Host": "elsewhere.example"})
        assert (answer.status_code, answer.headers["location"]) == (301, "https://games.example/t/abc?x=1")
    finally:
        nginx.close()


def test_the_site_itself_listens_to_ipv4_and_ipv6() -> None:
    said = re.findall(r"(?m)^    listen (.*?);", SITE.read_text())
    assert said == ["80", "[::]:80", "443 ssl", "[::]:443 ssl"]
