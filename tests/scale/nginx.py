"""nginx for tests, with the site that deploy/ shows: only addresses and the certificate are other ones."""

import re
import socket
from pathlib import Path

from scale.services import Service, program

SITE = Path(__file__).parents[2] / "deploy" / "nginx.conf"
MAIN = """
daemon off;
worker_processes 1;
pid nginx.pid;
error_log error.log;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    {site}
}}
"""


class Nginx(Service):
    """In front of servers on these ports."""

    def __init__(self, port: int, servers: list[int]) -> None:
        super().__init__("nginx")
        self.port = port
        self._nginx = program("nginx", "nginx-light")
        self.folder.chmod(0o755)
        (self.folder / "nginx.conf").write_text(MAIN.format(site=self.site(servers)))
        self.start()

    def site(self, servers: list[int]) -> str:
        """The example of deploy/, without TLS and for these servers."""
        text = SITE.read_text()
        example = re.findall(r"server 127\.0\.0\.1:\d+ (.*);", text)
        assert len(example) > 1
        upstream = "\n".join(f"server 127.0.0.1:{port} {example[0]};" for port in servers)
        text = re.sub(r"(server 127\.0\.0\.1:\d+ .*;\s*)+", upstream + "\n", text)
        text = re.sub(r"ssl_certificate.*;", "", text)
        text = text.replace("deny all;", "proxy_pass http://igroteka;")  # tests look at the figures
        assert "listen 443 ssl;" in text
        return text.replace("listen 443 ssl;", f"listen 127.0.0.1:{self.port};")

    def command(self) -> list[str]:
        return [self._nginx, "-p", str(self.folder), "-c", "nginx.conf", "-e", "error.log"]

    def is_up(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0
