"""Requests that are wrong, slow, misdirected or too many."""

import resource
import shutil
import socket
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from select import select
from urllib.parse import urlsplit

import httpx
import pytest

from igroteka.server.http.headers import is_known_host
from server.client import come, get, open_table
from server.raw import shaken
from server.serving import Server, serving
from server.worlds import StillServer

BROKEN = [b'{"game": "\xff\xfe"}', b'{"name": "\xc3"}', b"\xff", b'{"text": "\xed\xa0\x80"}', b"\x00" * 100]


@pytest.mark.parametrize("body", BROKEN)
@pytest.mark.parametrize("path", ["/api/tables", "/api/parts", "/api/tables/x/people", "/api/tables/again"])
def test_a_body_that_is_no_utf8_is_refused_and_no_fault(server: Server, path: str, body: bytes) -> None:
    answer = server.http.post(path, content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["reason"] in ("not-json", "bad-request")


@pytest.mark.parametrize("path", ["/api/codes/%ff%fe", "/t/%ff", "/api/tables/%c3%28", "/assets/%ff"])
def test_an_address_that_is_no_utf8_is_no_fault(server: Server, path: str) -> None:
    assert get(server, path).status_code in (200, 404)


@pytest.mark.parametrize("name", ["a" * 5_000, "a%00", "..", "..%2findex.html", "%2e%2e%2f%2e%2e%2frun.py"])
@pytest.mark.parametrize("folder", ["python", "assets", "api/codes", "api/tables", "t", "rules", "print"])
def test_a_name_that_no_file_can_have_is_no_fault(server: Server, folder: str, name: str) -> None:
    answer = get(server, f"/{folder}/{name}")
    by_nginx = () if type(server) is Server else (400,)  # it reads paths itself, where it stands before us
    assert answer.status_code in (200, 404, *by_nginx)
    assert "server-error" not in answer.text


PERSON = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize("path", ["/nonsense", "/t/", "/T/abc", "/t/abc/replay/more"])
def test_a_link_that_leads_nowhere_is_answered_by_the_page_and_to_programs_by_a_refusal(
    server: Server, path: str
) -> None:
    answer = server.http.get(path, headers=PERSON)
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.content == server.http.get("/").content
    assert server.http.get(path).json()["reason"] == "no-such-page"


@pytest.mark.parametrize("path", ["/api/nonsense", "/assets/none.js", "/python/nothing"])
def test_where_no_screen_could_be_everybody_is_refused(server: Server, path: str) -> None:
    answer = server.http.get(path, headers=PERSON)
    assert (answer.status_code, answer.json()["reason"]) == (404, "no-such-page")


@pytest.mark.alone
def test_requests_are_counted_before_their_bodies_are_read() -> None:
    with serving(requests_per_minute=10) as server:
        wrong = {"content": b"\xff", "headers": {"Content-Type": "application/json"}}
        began = time.monotonic()
        said = [server.http.post("/api/tables", **wrong).status_code for _ in range(60)]
        assert said.count(400) <= 31 + (time.monotonic() - began) / 6
        assert said[-1] == 429


@pytest.mark.alone
def test_asking_for_the_health_of_the_server_is_limited_too() -> None:
    with serving(requests_per_minute=10) as server:
        assert get(server, "/healthz").status_code == 200
        assert [get(server, "/healthz").status_code for _ in range(60)][-1] == 429


@pytest.mark.alone  # behind a proxy it has a name, and no other
@pytest.mark.parametrize("length", [100, 2_000, 6_000, 60_000])
def test_a_qr_code_of_any_address_is_no_fault(server: Server, length: int) -> None:
    host = "a" * min(length, 3_000)
    answer = get(
        server,
        f"/api/tables/{open_table(server)}/qr.svg",
        params={"at": f"http://{host}/{'b' * (length // 2)}"},
        headers={"Host": host},
    )
    assert answer.status_code in (200, 400)


@pytest.mark.alone
def test_many_qr_codes_at_once_hold_up_nobody() -> None:
    """Each takes 20 ms where the address is long; all of them together took the whole server for seconds."""
    with serving() as server, come(server, open_table(server)) as anna, ExitStack() as opened:
        where, host = urlsplit(server.url), "a" * 250
        many = [
            opened.enter_context(socket.create_connection((where.hostname or "", where.port or 0)))
            for _ in range(200)
        ]
        path = f"/api/tables/{open_table(server)}/qr.svg?at=http://{host}"
        for one in many:
            one.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        longest = 0.0
        while not select([many[-1]], [], [], 0)[0]:
            began = time.monotonic()
            anna.why({"kind": "draw"})
            longest = max(longest, time.monotonic() - began)
        assert longest < 1.0


# Slow ones --------------------------------------------------------------------------------------------------


@pytest.mark.alone
@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HTTP/1.1\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HT",
    ],
)
def test_a_request_that_does_not_arrive_is_not_waited_for(begun: bytes) -> None:
    with serving(request_seconds=1.0) as server, come(server, open_table(server)) as anna:
        where = urlsplit(server.url)
        with socket.create_connection((where.hostname or "", where.port or 0)) as raw:
            raw.settimeout(20)
            raw.sendall(begun)
            while raw.recv(4096):
                pass  # until it hangs up
        time.sleep(1.2)
        assert anna.done("rename", name="Anna, who is connected for longer")


@pytest.mark.alone
def test_who_hangs_up_in_the_middle_of_a_request_is_no_fault_of_ours() -> None:
    with serving() as server:
        where = urlsplit(server.url)
        for _ in range(5):
            with socket.create_connection((where.hostname or "", where.port or 0)) as raw:
                raw.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{")
                time.sleep(0.1)
        assert get(server, "/healthz").status_code == 200
        assert not [line for line in server.log() if line["level"] == "error"]


@pytest.mark.alone
def test_a_request_that_does_not_arrive_holds_up_no_restart_and_is_no_fault_of_ours() -> None:
    begun = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{"
    with serving() as server:
        where = urlsplit(server.url)
        waiting = [socket.create_connection((where.hostname or "", where.port or 0)) for _ in range(5)]
        for raw in waiting:
            raw.sendall(begun)
        get(server, "/healthz")
        began = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - began < 4.5  # those that have arrived have five seconds
        for raw in waiting:
            raw.close()
        assert not [line for line in server.log() if line["level"] == "error"]


@pytest.mark.alone
def test_who_does_not_read_is_no_fault_of_ours_when_a_server_stops() -> None:
    """Answers of some kilobytes again and again, until they are more than the system keeps for a reader."""
    asked = b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 60
    with serving() as server:
        where = urlsplit(server.url)
        with socket.socket() as raw:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            raw.connect((where.hostname, where.port))
            raw.sendall(asked)
            time.sleep(1.0)
            assert server.stop() == 0
        assert not [line for line in server.log() if line["level"] == "error"]


@pytest.mark.alone
@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HT",
        b"GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{",
    ],
)
def test_who_only_stands_there_takes_nobody_s_place(begun: bytes, tmp_path: Path) -> None:
    """More connections than the process may have descriptors, from one stranger who does nothing else."""
    server = FewDescriptors(tmp_path).start()
    standing = []
    try:
        with come(server, open_table(server)) as anna:
            where = urlsplit(server.url)
            for _ in range(400):
                raw = socket.create_connection((where.hostname or "", where.port or 0))
                raw.sendall(begun)
                standing.append(raw)
            with httpx.Client(base_url=server.url) as stranger:
                assert stranger.get("/healthz").status_code == 200
            with come(server, anna.id, "Boris") as boris:
                assert boris.done("rename", name="Borja")
            assert anna.done("rename", name="Anja")
        said = [line for line in server.log() if line["event"].startswith("too many connections")]
        assert [line["level"] for line in said] == ["warning"]
    finally:
        for raw in standing:
            raw.close()
        server.close()


@pytest.mark.alone
def test_who_was_said_good_bye_to_and_stays_takes_nobody_s_place(tmp_path: Path) -> None:
    server = FewDescriptors(tmp_path, sockets_per_address=2).start()
    standing = []
    try:
        with come(server, open_table(server)) as anna:
            for _ in range(400):
                standing.append(shaken(server, anna.id))  # one sits there; the others are too many, and stay
            with httpx.Client(base_url=server.url) as stranger:
                assert stranger.get("/healthz").status_code == 200
            assert anna.done("rename", name="Anja")
    finally:
        for raw in standing:
            raw.close()
        server.close()


class FewDescriptors(Server):
    """A server that may have 256 files and sockets open, and no more."""

    program = str(Path(__file__).with_name("few_descriptors.py"))


def certificate(folder: Path) -> dict[str, str]:
    """Settings with a certificate of one's own."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    made += ["-subj", "/CN=localhost", "-days", "2", "-keyout", str(key), "-out", str(cert)]
    subprocess.run(made, check=True, capture_output=True)
    return {"tls_cert": str(cert), "tls_key": str(key)}


@pytest.mark.alone
@pytest.mark.skipif(shutil.which("openssl") is None, reason="a certificate has to be made")
def test_who_stands_at_the_door_and_shakes_no_hands_makes_room_and_is_not_waited_for(tmp_path: Path) -> None:
    server = FewDescriptors(tmp_path, request_seconds=2.0, **certificate(tmp_path)).start()
    try:
        with ExitStack() as opened:
            where = urlsplit(server.url)
            for _ in range(300):
                last = opened.enter_context(socket.create_connection((where.hostname or "", where.port or 0)))
            assert get(server, "/healthz").status_code == 200
            last.settimeout(15)
            assert last.recv(1) == b""  # it had two seconds
            last = opened.enter_context(socket.create_connection((where.hostname or "", where.port or 0)))
            last.sendall(b"GET / HTTP/1.1\r\n\r\n")
            assert get(server, "/healthz").status_code == 200
            opened.enter_context(socket.create_connection((where.hostname or "", where.port or 0)))
            assert server.stop() == 0  # nobody at the door holds it up
        said = [line["event"] for line in server.log() if line["level"] != "info"]
        assert said == ["too many connections: the oldest make room"]
    finally:
        server.close()


def test_a_server_takes_as_many_descriptors_as_it_may_have(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    try:
        few, many = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
        assert few == min(many, 65_536)
    finally:
        server.close()


@pytest.mark.alone
def test_no_stranger_fills_the_log() -> None:
    with serving() as server:
        where = urlsplit(server.url)
        upgrade = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
        for wrong in (b"GET /\r\n\r\n", b"\x16\x03\x01\x02\x00", b"GET / HTTP/1.1\r\n\r\n", upgrade):
            with socket.create_connection((where.hostname or "", where.port or 0)) as raw:
                raw.sendall(wrong + b"\r\n\r\n")
                assert raw.recv(4096).startswith(b"HTTP/1.1 ")
        assert [line["event"] for line in server.log()] == ["server started"]


# Names of the server ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["games.example", "games.example:443", "GAMES.example", "127.0.0.1:8000"])
def test_a_server_answers_under_its_own_name_and_address(host: str) -> None:
    assert is_known_host(host, "https://games.example")


@pytest.mark.parametrize(
    "host", ["evil.example", "games.example.evil.example", "", "x games.example", "[::1"]
)
def test_a_server_with_a_name_answers_under_no_other(host: str) -> None:
    assert not is_known_host(host, "https://games.example")
    assert is_known_host(host, "")


@pytest.mark.alone
def test_a_page_whose_name_was_made_to_lead_here_gets_nothing(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = StillServer(tmp_path, public_url="https://games.example", port=port).start()
    try:
        for path in ("/", "/api/games", "/healthz"):
            answer = get(server, path, headers={"Host": "evil.example"})
            assert (answer.status_code, answer.json()["reason"]) == (421, "wrong-host")
        told = get(server, "/api/games", headers={"Host": "games.example"})
        assert told.headers["strict-transport-security"] == "max-age=31536000"
    finally:
        server.close()


@pytest.mark.alone
def test_without_tls_nothing_is_said_about_it() -> None:
    with serving() as server:
        assert "strict-transport-security" not in get(server, "/").headers
