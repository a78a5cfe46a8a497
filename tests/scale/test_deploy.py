"""What deploy/ shows is what runs: nginx's site is the tests' own, units and settings are checked."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from igroteka.server.settings import DATABASE, Settings, from_environment
from igroteka.store.copies import restore
from scale.stack import Stack
from server.client import come, get, open_table
from server.serving import Server, clean

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = sorted(path.name for path in DEPLOY.iterdir() if path.suffix in (".service", ".timer"))


def test_requests_behind_nginx_are_spread_over_all_servers(stack: Stack) -> None:
    """Each server counts what it has accepted; tables opened through nginx are in the memory of several."""
    for _ in range(12):
        open_table(stack)
    tables = [
        re.search(r"^igroteka_tables (\S+)", get(server, "/metrics").text, re.M) for server in stack.servers
    ]
    assert all(found and float(found[1]) > 0 for found in tables)


def test_every_setting_of_the_example_is_one() -> None:
    text = (DEPLOY / "igroteka.env").read_text()
    said = dict(re.findall(r"^(?:# )?(IGROTEKA_\w+)=(.*)$", text, re.M))
    assert len(said) >= 6
    known = {f"IGROTEKA_{name.upper()}" for name in Settings.__struct_fields__}
    assert said.keys() <= known
    settings = from_environment(said, {})
    assert settings.database.endswith("statement_cache_size=0")
    assert settings.trusted_proxies


def test_units_are_as_systemd_wants_them(tmp_path: Path) -> None:
    for name in UNITS:
        text = (
            (DEPLOY / name)
            .read_text()
            .replace("/opt/igroteka/bin/igroteka", shutil.which("true") or "/bin/true")
        )
        (tmp_path / name.replace("@.", "@8001.")).write_text(text.replace("User=igroteka", "User=root"))
    analyze = shutil.which("systemd-analyze")
    if analyze is None:  # a container without systemd: at least they are well-formed
        for name in UNITS:
            assert re.search(r"^\[Unit\]$", (DEPLOY / name).read_text(), re.M)
        return
    units = [str(path) for path in sorted(tmp_path.iterdir())]
    done = subprocess.run(
        [analyze, "verify", "--man=no", *units], capture_output=True, text=True, check=False
    )
    ours = [line for line in done.stderr.splitlines() if "igroteka" in line and "Failed to open" not in line]
    assert not ours, ours


@pytest.mark.parametrize("name", sorted(path.name for path in DEPLOY.iterdir() if path.name != "README.md"))
def test_every_file_is_explained(name: str) -> None:
    readme = (DEPLOY / "README.md").read_text()
    assert name in readme or f"`.{name.rsplit('.', 1)[1]}`" in readme


def test_what_is_said_to_caddy_is_its_language() -> None:
    """A block in one line is an error there, though nginx would take it."""
    docs = DEPLOY.parent / "docs"
    said = (docs / "operating.md").read_text() + (DEPLOY / "README.md").read_text().replace("\\n", "\n")
    asked = re.findall(r"^.*\breverse_proxy .*$", said, re.M)
    assert len(asked) >= 2
    assert not [line for line in asked if "{" in line]


def test_steps_need_no_program_that_an_empty_debian_lacks() -> None:
    said = (DEPLOY / "README.md").read_text()
    assert "runuser -u " in said
    assert not re.search(r"^\s*sudo ", said, re.M)


def test_the_image_needs_nothing_but_the_wheel_and_the_hashes() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    copied = re.findall(r"^(?:COPY|ADD) (.*)$", text, re.M)
    assert copied == ["igroteka-*.whl play.lock /tmp/"]
    assert "--require-hashes -r /tmp/play.lock" in text
    lock = (DEPLOY.parent / "requirements" / "play.lock").read_text()
    for needed in ("litestar", "uvicorn", "apsw", "asyncpg", "redis", "numba"):
        assert re.search(rf"^{needed}==", lock, re.M), needed
    for built in re.findall(r"podman build (.*)", text):  # in its own format it leaves the health check out
        assert built.startswith("--format docker ")
    assert "\nARG BASE=" in text  # by a digest, where somebody wants the same image every time


def test_units_bound_memory_calls_and_rights() -> None:
    for name in UNITS:
        if name.endswith(".service"):
            unit = (DEPLOY / name).read_text()
            assert "UMask=0077" in unit
            assert "SystemCallFilter=@system-service" in unit
            assert exposure(DEPLOY / name) <= 2.0, name
    assert "MemoryMax=" in (DEPLOY / "igroteka@.service").read_text()


def exposure(unit: Path) -> float:
    """What systemd itself says of it: 10 is all doors open; 0 where it is too old to be asked."""
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        return 0.0
    asked = [analyze, "security", "--offline=true", "--no-pager", str(unit)]
    said = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    found = re.search(r"Overall exposure level for \S+: (\S+)", said)
    return float(found[1]) if found else 0.0


def test_the_nightly_copy_is_made_while_the_server_runs_and_can_be_restored(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The line of the unit itself, with other folders, beside one server on one file.

    Days have the names of deploy/README.md on a machine that speaks Russian too: its `date` knows Mondays.
    """
    line = re.search(r"^ExecStart=(.*)$", (DEPLOY / "igroteka-backup.service").read_text(), re.M)
    assert line
    command = shlex.split(line[1].replace("%%", "%").replace("$$", "$"))
    command[-1] = command[-1].replace("/var/backups/igroteka", str(tmp_path))
    command[-1] = command[-1].replace("/opt/igroteka/bin/igroteka", f"{sys.executable} -m igroteka.cli.entry")
    server = Server(tmp_path_factory.mktemp("one")).start()
    try:
        with come(server, open_table(server)):
            date = tmp_path_factory.mktemp("bin") / "date"
            date.write_text('#!/bin/sh\ntest "$LC_ALL" = C && echo Mon || echo Пн\n')
            date.chmod(0o755)
            path = f"{date.parent}{os.pathsep}{os.environ['PATH']}"
            env = {
                **clean(),
                "IGROTEKA_DATA": str(server.folder / "data"),
                "PATH": path,
                "LC_ALL": "ru_RU.UTF-8",
            }
            for _ in range(2):  # that of a week ago is replaced
                subprocess.run(command, check=True, env=env, capture_output=True)
    finally:
        server.close()
    copies = list(tmp_path.iterdir())
    assert [copy.name for copy in copies] == ["Mon.sqlite3"]
    restore(copies[0], tmp_path / "back" / DATABASE)


def test_a_database_that_is_away_at_boot_leaves_no_server_stopped() -> None:
    """Servers want the migration and do not require it: both are tried again until the database is there."""
    for name in ("igroteka@.service", "igroteka-migrate.service", "igroteka.service"):
        unit = (DEPLOY / name).read_text()
        assert "StartLimitIntervalSec=0" in unit
        assert re.search(r"^Restart=(always|on-failure)$", unit, re.M)
        assert "Requires=" not in unit


def test_a_container_listens_where_its_port_is_whatever_the_settings_of_other_servers_say() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    port = re.search(r"^EXPOSE (\d+)$", text, re.M)
    assert port
    assert f'CMD ["serve", "--host", "0.0.0.0", "--port", "{port[1]}"]' in text
    said = dict(re.findall(r"^(IGROTEKA_\w+)=(.*)$", (DEPLOY / "igroteka.env").read_text(), re.M))
    flags = {"host": "0.0.0.0", "port": int(port[1])}
    settings = from_environment(said, flags)
    assert (settings.host, settings.port) == ("0.0.0.0", 8000)


def test_connections_of_one_table_meet_at_one_server_and_nginx_has_room_for_many(stack: Stack) -> None:
    for _ in range(6):
        table = open_table(stack)
        with come(stack, table), come(stack, table, "Boris"), come(stack, table, "Vera", watch=True):
            held = [count for server in stack.servers if (count := _sockets(server))]
            assert held == [3]
    most = re.search(r"worker_connections (\d+);", (DEPLOY / "nginx.main.conf").read_text())
    assert most
    assert int(most[1]) > 30_000


def _sockets(server: Server) -> int:
    found = re.search(r"^igroteka_sockets (\S+)", get(server, "/metrics").text, re.M)
    return int(float(found[1])) if found else 0
