"""nginx for tests, with the site that deploy/ shows: only addresses and the certificate are other ones."""

import re
import signal
import socket
from pathlib import Path

from scale.services import Service, free_port, program

SITE = Path(__file__).parents[2] / "deploy" / "nginx.conf"
MAIN = SITE.with_name("nginx.main.conf")
FOLDERS = "".join(
    f"{kind}_temp_path {kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
)


class Nginx(Service):
    """In front of servers on these ports."""

    def __init__(self, port: int, servers: list[int], *, is_strict: bool = False) -> None:
        """Unless it is strict, one address may ask as often as it likes: all of a test come from one."""
        super().__init__("nginx")
        self.port = port
        self.plain_port = free_port()
        """Where nothing but the way to TLS is told."""
        self._is_strict = is_strict
        self._nginx = program("nginx", "nginx-light")
        self.folder.chmod(0o755)
        (self.folder / "nginx.conf").write_text(self.main(self.site(servers)))
        self.start()

    def main(self, site: str) -> str:
        """The main file of deploy/, in the foreground, with everything it writes in this folder."""
        text = MAIN.read_text()
        for line in ("user www-data;", "worker_rlimit_nofile 200000;", "include /etc/nginx/mime.types;"):
            assert line in text
            text = text.replace(line, "")
        text = text.replace("/run/nginx.pid", "nginx.pid").replace("/var/log/nginx/error.log", "error.log")
        text = text.replace("worker_processes auto;", "worker_processes 1; daemon off;")
        return text.replace("include /etc/nginx/sites-enabled/*;", f"{FOLDERS}\n{site}")

    def site(self, servers: list[int]) -> str:
        """The example of deploy/, without TLS and for these servers."""
        text = SITE.read_text()
        known = re.findall(r"server 127\.0\.0\.1:\d+ (.*);", text)
        assert len(known) > 1
        upstream = "\n".join(f"server 127.0.0.1:{port} {known[0]};" for port in servers)
        text = re.sub(r"(?m)^\s*#.*$", "", text)
        text = re.sub(r"(server 127\.0\.0\.1:\d+ .*;\s*)+", upstream + "\n", text)
        text = re.sub(r"ssl_certificate.*;", "", text)
        if not self._is_strict:
            text = text.replace("deny all;", "proxy_pass http://igroteka;")  # tests look at the figures
            text = re.sub(r"rate=\d+r/s", "rate=1000000r/s", re.sub(r"_lines \d+;", "_lines 60000;", text))
        text = re.sub(r"listen \[::\]:(80|443 ssl);", "", text)  # not every machine has IPv6
        for example, own in (("80", self.plain_port), ("443 ssl", self.port)):
            assert f"listen {example};" in text
            text = text.replace(f"listen {example};", f"listen 127.0.0.1:{own};")
        return text

    def command(self) -> list[str]:
        return [self._nginx, "-p", str(self.folder), "-c", "nginx.conf", "-e", "error.log"]

    def close(self) -> None:
        self.kill(signal.SIGTERM)  # killed outright, it would leave its worker behind
        super().close()

    def is_up(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0
