"""How a server is run: every setting is a flag of `igroteka serve` and an IGROTEKA_… variable."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from igroteka.core import Refused, read


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Defaults are for a family on one machine."""

    data: str = ""
    """Folder of the SQLite file; a folder of the system's for user data by default."""
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    """Where people reach the server, if not by host and port."""
    tls_cert: str = ""
    tls_key: str = ""
    bot_pace: float = 1.2
    """Seconds a bot takes for a move."""
    bot_patience: float = 5.0
    """Seconds that a bot leaves a person's open window open."""
    tables_per_minute: int = 20
    """New tables from one address."""
    requests_per_minute: int = 240
    """Requests over HTTP from one address; looking up a code counts for ten."""
    messages_per_second: int = 20
    """Messages over one socket."""
    sockets_per_address: int = 64
    sockets_per_seat: int = 8
    message_bytes: int = 16_384
    idle_minutes: float = 10
    """A table without sockets is put out of memory after this; it stays on disk."""
    trusted_proxies: str = ""
    """Addresses of proxies whose X-Forwarded-For is believed."""
    log_level: str = "info"

    def folder(self) -> Path:
        if self.data:
            return Path(self.data)
        home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
        return Path(home) / "igroteka"

    def origin(self) -> str:
        """The address of the server as people type it."""
        if self.public_url:
            return self.public_url.rstrip("/")
        scheme = "https" if self.tls_cert else "http"
        host = "localhost" if self.host in ("127.0.0.1", "::1", "0.0.0.0", "::") else self.host
        return f"{scheme}://{f'[{host}]' if ':' in host else host}:{self.port}"


def from_environment(environment: Mapping[str, str], flags: Mapping[str, Any]) -> Settings:
    """Flags come before IGROTEKA_… variables, and those before the defaults."""
    names = Settings.__struct_fields__
    said: dict[str, Any] = {
        name: environment[f"IGROTEKA_{name.upper()}"]
        for name in names
        if f"IGROTEKA_{name.upper()}" in environment
    }
    said |= {name: value for name, value in flags.items() if value is not None}
    settings = read(said, Settings, strict=False)
    if bool(settings.tls_cert) != bool(settings.tls_key):
        raise Refused("tls-needs-both")
    if not 0 <= settings.port <= 65535:
        raise Refused("port-out-of-range", None, port=settings.port)
    return settings
