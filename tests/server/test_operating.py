"""What whoever runs a server relies on: health, figures, logs, settings, and a clean end."""

import asyncio
import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from igroteka.core import Refused
from igroteka.server.entropy import Entropy
from igroteka.server.http.headers import is_known_host
from igroteka.server.hub import Hub
from igroteka.server.metrics import Metrics
from igroteka.server.opening import Open
from igroteka.server.settings import DATABASE, Settings, from_environment, unknown
from igroteka.store.sqlite import SqliteStore
from server import serving as module
from server.client import Place, Tables, bearer, come, get, join, last, open_table, play_one, post, start
from server.serving import UNLIMITED, Server, clean, serving


def test_healthz_says_ok(server: Server) -> None:
    answer = get(server, "/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.alone  # every server has figures of its own
def test_metrics_count_tables_seats_intents_and_times(server: Server) -> None:
    with Tables(server) as people:
        start(people)
        before = figures(server)
        play_one(people, last)
        people[0].ask({"kind": "deal"})
        after = figures(server)
        assert after["igroteka_tables"] >= 1
        assert after["igroteka_sockets"] >= 2
        assert after["igroteka_seats_connected"] >= 2
        assert after["igroteka_intents_accepted_total"] - before["igroteka_intents_accepted_total"] == 1
        assert after["igroteka_intents_refused_total"] - before["igroteka_intents_refused_total"] == 1
        for name in ("igroteka_commit_seconds", "igroteka_tell_seconds"):
            assert after[f"{name}_count"] > before[f"{name}_count"]
            assert after[f"{name}_sum"] > 0


def figures(server: Server) -> dict[str, float]:
    text = get(server, "/metrics").text
    return {name: float(value) for name, value in re.findall(r"^(\w+) (\S+)$", text, re.M)}


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_the_server_cleanly_and_everyone_hears_it(how: signal.Signals) -> None:
    with serving() as server:
        table = open_table(server, bots=[1])
        with come(server, table, "Секретное Имя") as anna:
            start([anna])
            number = anna.number
            assert server.stop(how) == 0
            assert (anna.bye(), anna.closed) == ("server-stops", 1012)
            token = anna.token
        logs_tell_no_secrets(server, anna)
        assert [line["event"] for line in server.log()][-1] == "server stopped"
        server.start()
        with Place(server, table, token) as anna:
            assert anna.number >= number


def test_a_bot_that_never_comes_back_does_not_keep_the_server_from_ending(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = tmp_path / "asked"
    (tmp_path / "lost_bots.py").write_text(
        "import pathlib, time\n\nclass Forever:\n    def choose(self, view, offers, may_wait, chance):\n"
        f"        pathlib.Path({str(asked)!r}).touch()\n        time.sleep(3600)\n"
    )
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(tmp_path), os.environ.get("PYTHONPATH", ""))))
    with serving(bots="lost=lost_bots:Forever") as server:
        table = open_table(server, bots=[1], level="lost", options={"starter": 1})
        with come(server, table) as anna:
            start([anna])
            while not asked.exists():
                time.sleep(0.01)
            assert server.stop(signal.SIGINT, 30) == 0


@pytest.mark.alone
@pytest.mark.parametrize(
    ("settings", "forwarded", "status"),
    [
        ({}, None, 200),
        ({}, "203.0.113.5", 404),
        ({"trusted_proxies": "127.0.0.1"}, "203.0.113.5", 404),
        ({"trusted_proxies": "127.0.0.1", "metrics_from": "10.0.0.0/8, 203.0.113.5"}, "203.0.113.5", 200),
        ({"metrics_from": "*"}, "203.0.113.5", 200),
        ({"metrics_from": ""}, None, 404),
    ],
    ids=["this machine", "unknown proxy", "known proxy", "named", "everybody", "nobody"],
)
def test_figures_are_for_whom_the_operator_names(
    settings: dict[str, str], forwarded: str | None, status: int
) -> None:
    """Who plays on a quiet server could read in them what another seat was refused just then."""
    with serving(**settings) as server:
        headers = {"X-Forwarded-For": forwarded} if forwarded else {}
        answer = get(server, "/metrics", headers=headers)
        assert answer.status_code == status
        assert ("igroteka_refusals" in answer.text) == (status == 200)


def logs_tell_no_secrets(server: Server, anna: Place) -> None:
    """One JSON object a line; no names, no tokens, no seeds, and no links to private tables."""
    lines = server.log()
    assert lines
    for line in lines:
        assert {"time", "level", "event"} <= set(line)
    text = (server.folder / "log").read_text()
    for secret in ("Секретное", anna.token or "", anna.id, anna.table["code"], anna.table["next_commitment"]):
        assert secret not in text
    assert not re.search(r"[0-9a-f]{32}", text)


def test_a_server_that_nobody_listens_to_ends_all_the_same() -> None:
    with serving() as server:
        table = open_table(server)
        with come(server, table):  # it never reads again
            begun = time.monotonic()
            assert server.stop() == 0
            assert time.monotonic() - begun < 8


@pytest.mark.alone
@pytest.mark.skipif(shutil.which("openssl") is None, reason="a certificate has to be made")
def test_a_server_with_a_certificate_is_reached_over_tls(tmp_path: Path) -> None:
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    made += ["-subj", "/CN=localhost", "-days", "2", "-keyout", str(key), "-out", str(cert)]
    subprocess.run(made, check=True, capture_output=True)
    trusting = ssl.create_default_context(cafile=str(cert))
    trusting.check_hostname = False
    with serving(tls_cert=str(cert), tls_key=str(key)) as server:
        assert server.url.startswith("https://")
        table = open_table(server, bots=[1])
        token, url = join(server, table), f"{server.socket_url}/ws/{table}"
        first, code = asyncio.run(_say_too_much(url, token, trusting))
        assert table in first
        assert code == 1009


async def _say_too_much(url: str, token: str, trusting: ssl.SSLContext) -> tuple[str, int | None]:
    """What a table says first, and how it closes. Threads of the client that others use here get into each
    other's way over TLS before Python 3.13: of a hundred connections one never opens.
    """
    async with connect(url, ssl=trusting, max_size=2**24, ping_interval=None) as line:
        await line.send(json.dumps({"kind": "hello", "token": token}))
        first = await line.recv()
        with suppress(ConnectionClosed):
            await line.send("x" * 1_000_000)
            while True:
                await line.recv()
        return str(first), line.close_code


def run(**settings: Any) -> tuple[int, str]:
    """Start a server that is going to be refused: exit code and what it says."""
    command = [sys.executable, module.__file__, json.dumps({**UNLIMITED, **settings})]
    child = subprocess.run(command, capture_output=True, text=True, timeout=60, env=clean(), check=False)
    assert "Traceback" not in child.stderr
    return child.returncode, child.stdout.strip()


def test_a_port_that_is_taken_is_refused_in_plain_words(server: Server, tmp_path: Path) -> None:
    port = int(server.url.rsplit(":", 1)[1])
    code, said = run(port=port, data=str(tmp_path))
    assert (code, said.split()[0]) == (2, "port-taken")
    assert f"port={port}" in said


def test_a_data_folder_that_cannot_be_used_is_refused_in_plain_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    code, said = run(data=str(tmp_path / "file"))
    assert (code, said.split()[0]) == (2, "data-unusable")


@pytest.mark.alone
def test_a_second_server_on_the_same_data_is_refused(server: Server) -> None:
    code, said = run(data=str(server.folder / "data"))
    assert (code, said.split()[0]) == (2, "data-in-use")


def test_flags_come_before_variables_and_those_before_defaults() -> None:
    environment = {"IGROTEKA_PORT": "9000", "IGROTEKA_BOT_PACE": "0.5", "OTHER": "x"}
    settings = from_environment(environment, {"port": 9100, "host": None})
    assert (settings.port, settings.bot_pace, settings.host) == (9100, 0.5, "127.0.0.1")
    assert from_environment({}, {}) == Settings()


def test_a_mistyped_setting_is_named_with_the_one_that_was_meant() -> None:
    said = {"IGROTEKA_TRUSTED_PROXY": "127.0.0.1", "IGROTEKA_PORT": "1", "IGROTEKA_XYZZY": "", "HOME": ""}
    assert unknown(said) == [
        ("IGROTEKA_TRUSTED_PROXY", "IGROTEKA_TRUSTED_PROXIES"),
        ("IGROTEKA_XYZZY", ""),
    ]


@pytest.mark.alone
def test_a_file_that_others_can_read_is_named_and_left_as_it_is(tmp_path: Path) -> None:
    """Somebody has copied it here with plain tools; what the server makes itself is its owner's alone."""
    server = Server(tmp_path).start()
    try:
        server.stop()
        assert not [line for line in server.log() if line["level"] == "warning"]
        file = server.folder / "data" / DATABASE
        file.parent.chmod(0o755)
        file.chmod(0o644)
        server.start()
        said = [line for line in server.log() if line["event"].startswith("others on this machine")]
        assert [(line["mode"], line["file"]) for line in said] == [("644", str(file))]
        assert file.stat().st_mode & 0o777 == 0o644
    finally:
        server.close()


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"tls_cert": "cert.pem"}, "tls-needs-both"),
        ({"public_url": "games.example"}, "public-url-unreadable"),
        ({"public_url": "javascript:alert(1)"}, "public-url-unreadable"),
        ({"public_url": "https://"}, "public-url-unreadable"),
        ({"public_url": "https://anna:secret@games.example"}, "public-url-unreadable"),
        ({"public_url": "https://games.example:99999"}, "public-url-unreadable"),
        ({"public_url": "https://games.example:x"}, "public-url-unreadable"),
        ({"public_url": "https://games .example"}, "public-url-unreadable"),
        ({"public_url": "https://games.example;x"}, "public-url-unreadable"),
        ({"public_url": "https://[::1"}, "public-url-unreadable"),
        ({"public_url": "https://games.example?x=1"}, "public-url-unreadable"),
        ({"public_url": f"https://{'a' * 64}.example"}, "public-url-unreadable"),
        ({"public_url": "https://home.example/games/"}, "public-url-with-path"),
    ],
)
def test_settings_that_cannot_be_are_refused(said: dict[str, str], why: str) -> None:
    with pytest.raises(Refused) as refused:
        from_environment({f"IGROTEKA_{name.upper()}": value for name, value in said.items()}, {})
    assert refused.value.reason == why


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (" https://games.example/ ", "https://games.example"),
        ("HTTPS://Games.Example:8443", "https://games.example:8443"),
        ("https://игры.example", "https://xn--c1ajz8b.example"),
        ("http://192.168.1.5:8000", "http://192.168.1.5:8000"),
        ("http://[fe80::1]:8000", "http://[fe80::1]:8000"),
        ("http://my_box:8000", "http://my_box:8000"),
    ],
)
def test_a_public_address_is_kept_as_browsers_write_it(said: str, kept: str) -> None:
    """Else no Host and no Origin would be ours: «игры» is never what a browser sends."""
    settings = from_environment({"IGROTEKA_PUBLIC_URL": said}, {})
    assert (settings.public_url, settings.origin()) == (kept, kept)
    assert is_known_host(kept.partition("//")[2], settings.public_url)


@pytest.mark.parametrize(
    ("name", "said", "possible"),
    [
        ("port", "x", "≥ 0, ≤ 65535"),
        ("port", "70000", "≥ 0, ≤ 65535"),
        ("bot_pace", "-1", "≥ 0, ≤ 3600"),
        ("bot_pace", "nan", "≥ 0, ≤ 3600"),
        ("master_seconds", "0", "> 0, ≤ 60"),
        ("idle_minutes", "-1", "≥ 0"),
        ("tables_per_minute", "0", "≥ 1, ≤ 1000000000"),
        ("message_bytes", "10", "≥ 1024, ≤ 16777216"),
        ("log_level", "loud", "debug, error, info, warning"),
        ("trusted_proxies", "proxy.example", "127.0.0.1, 10.0.0.0/8, ::1"),
        ("trusted_proxies", "127.0.0.1 10.0.0.1", "127.0.0.1, 10.0.0.0/8, ::1"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_by_its_name(name: str, said: str, possible: str) -> None:
    with pytest.raises(Refused, match="setting-cannot-be") as refused:
        from_environment({f"IGROTEKA_{name.upper()}": said}, {})
    told = refused.value.parameters
    assert (told["setting"], told["variable"], told["said"]) == (name, f"IGROTEKA_{name.upper()}", said)
    assert told["possible"] == possible


@pytest.mark.parametrize("said", ["", "127.0.0.1", "127.0.0.1, ::1", "10.0.0.0/8,", "*"])
def test_proxies_are_addresses_or_networks(said: str) -> None:
    assert from_environment({"IGROTEKA_TRUSTED_PROXIES": said}, {}).trusted_proxies == said
    assert from_environment({"IGROTEKA_METRICS_FROM": said}, {}).metrics_from == said


def test_a_certificate_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    neither, missing = tmp_path / "neither.pem", tmp_path / "missing.pem"
    neither.write_text("no certificate")
    code, said = run(data=str(tmp_path / "data"), tls_cert=str(neither), tls_key=str(neither))
    assert (code, said.split()[0]) == (2, "tls-unusable")
    code, said = run(data=str(tmp_path / "data"), tls_cert=str(neither), tls_key=str(missing))
    assert (code, said.split()[0]) == (2, "file-unreadable")
    assert "missing.pem" in said


@pytest.mark.parametrize(
    ("settings", "origin"),
    [
        ({}, "http://localhost:8000"),
        ({"host": "0.0.0.0", "port": 80}, "http://localhost:80"),
        ({"host": "192.168.1.5"}, "http://192.168.1.5:8000"),
        ({"host": "fe80::1"}, "http://[fe80::1]:8000"),
        ({"public_url": "https://games.example/"}, "https://games.example"),
        ({"tls_cert": "c", "tls_key": "k"}, "https://localhost:8000"),
    ],
)
def test_links_say_where_people_reach_the_server(settings: dict[str, Any], origin: str) -> None:
    assert Settings(**settings).origin() == origin


def test_no_secret_ever_stands_in_the_address_of_a_request(server: Server) -> None:
    """Tokens go in headers and bodies; a one-time word stands behind the #, which is not sent."""
    paths = get(server, "/api/schema/openapi.json").json()["paths"]
    names = {p["name"] for path in paths.values() for op in path.values() for p in op.get("parameters", ())}
    moments = {"seat", "open", "start"}  # whose eyes, all hands, and from where a game is seen again
    invitation = {"at", "screen"}  # the address of the page itself, and whether a big screen asks
    assert names == {"table", "code", "number", "game", "language", "name"} | moments | invitation
    asked = [p for path in paths.values() for op in path.values() for p in op.get("parameters", ())]
    assert {p["name"] for p in asked if p["in"] == "query"} == moments | invitation
    table = open_table(server)
    token = join(server, table)
    link = post(server, f"/api/tables/{table}/moves", headers=bearer(token)).json()["link"]
    assert "move=" not in link.partition("#")[0]


def test_an_idle_table_goes_out_of_memory_and_comes_back(tmp_path: Path) -> None:
    async def idle() -> None:
        hub = Hub(SqliteStore(tmp_path / "db"), Settings(idle_minutes=0), Entropy(), Metrics())
        room = await hub.open(Open("upturn", 2))
        await hub.join(room, "Anna", None, None, False)
        await asyncio.sleep(0.01)
        await hub.put_away()
        assert not list(hub.rooms())
        rooms = await asyncio.gather(*(hub.room(room.party.id) for _ in range(5)))
        assert len({id(found) for found in rooms}) == 1
        assert rooms[0] is not room
        assert rooms[0].party == room.party
        await hub.close()

    asyncio.run(idle())
