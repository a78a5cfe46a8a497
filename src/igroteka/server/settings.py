"""How a server is run: every setting is a flag of `igroteka serve` and an IGROTEKA_… variable."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from igroteka.core import Refused, read
from igroteka.server.public_url import read_public_url
from igroteka.store.addresses import POSTGRES, REDIS, need_address

Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=3600)]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=1_000_000_000)]
EVERYWHERE: Final = ("0.0.0.0", "::")
DATABASE: Final = "igroteka.sqlite3"
"""The file in the folder of the data."""
_HERE: Final = ("127.0.0.1", "::1", "", *EVERYWHERE)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Defaults are for a family on one machine."""

    data: str = ""
    """Folder of the SQLite file; a folder of the system's for user data by default."""
    database: str = ""
    """postgresql://…: keep tables there instead, beside other servers."""
    redis: str = ""
    """redis://…: how servers on one database wake each other up."""
    host: str = "127.0.0.1"
    """The address to listen on; 0.0.0.0 is every IPv4 address of the machine, :: every one."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    """The port to listen on; 0 takes a free one."""
    public_url: str = ""
    """Where people reach the server, if not by host and port: https://games.example."""
    tls_cert: str = ""
    """A certificate in a PEM file, for HTTPS without a proxy."""
    tls_key: str = ""
    """Its private key in a PEM file."""
    bot_pace: Seconds = 1.2
    """Seconds a bot takes for a move."""
    bot_patience: Seconds = 5.0
    """Seconds that a bot leaves a person's open window open; a host may set it for each seat."""
    bot_takes: Seconds = 8.0
    """Seconds that a person on turn has before a bot takes the turn, where a game lets it."""
    bot_taken: Seconds = 4.0
    """Seconds that people have to take the turn of a bot before it goes on."""
    master_seconds: Annotated[float, Meta(gt=0, le=60)] = 1.0
    """Seconds of one core that a searching bot (master) may think about a choice at most."""
    thinking_processes: Annotated[int, Meta(ge=0, le=1024)] = 0
    """Processes in which searching bots think at most, unless workers do (igroteka think); 0: one a core."""
    bots: str = ""
    """Bots of your own that people may choose: name=module:Class, with commas in between."""
    tables_per_minute: Count = 20
    """New tables from one address; three times as many at once."""
    reviews_per_minute: Count = 4
    """Reviews of finished games that are begun from one address; three times as many at once."""
    review_playouts: Annotated[int, Meta(ge=0, le=100_000_000)] = 0
    """About how many playouts a review takes: fewer are faster and less sure; 0 takes what suits the game."""
    requests_per_minute: Count = 240
    """Requests and new sockets from one address; three times as many at once. A wrong code or one-time word
    is ten."""
    joins_per_minute: Count = 20
    """People who come to one table from one address; three times as many at once."""
    people_per_address: Count = 32
    """People at one table from one address (or one IPv6 network)."""
    messages_per_second: Count = 20
    """Messages over one socket; three times as many at once. Every kilobyte counts for one, the start of a
    game for those of a second."""
    sockets_per_address: Count = 64
    """Sockets open at once from one address (or one IPv6 network); as many again of people who come back to
    their tables."""
    sockets_per_seat: Count = 8
    """Sockets open at once of one person at a table; one more takes over from the oldest."""
    message_bytes: Annotated[int, Meta(ge=1024, le=16_777_216)] = 16_384
    """The longest message over a socket; a request over HTTP may be four times as long."""
    request_seconds: Annotated[float, Meta(gt=0, le=3600)] = 20.0
    """How long a request over HTTP may take to arrive, and a new connection to begin one."""
    hello_seconds: Seconds = 10.0
    """How long a new socket may wait before it says hello."""
    ping_seconds: Annotated[float, Meta(gt=0, le=3600)] = 10.0
    """A socket that was not heard from, or not told anything, for so long is pinged, with an empty message,
    and closed if it does not answer for as long."""
    idle_minutes: Annotated[float, Meta(ge=0)] = 10.0
    """A table without sockets is put out of memory after this, or sooner where such tables take much; it
    stays on disk."""
    code_hours: Annotated[float, Meta(gt=0)] = 168.0
    """A short code leads to its table until nothing has happened there for so long; its link always does."""
    archive_hours: Annotated[float, Meta(ge=0)] = 168.0
    """Logs of finished games that nobody has touched for so long are packed; 0: never."""
    trusted_proxies: str = ""
    """Addresses of proxies whose X-Forwarded-For is believed, with commas in between."""
    metrics_from: str = "127.0.0.1, ::1"
    """Addresses, or networks, that may read /metrics, with commas in between; * is everybody."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """From which level on something is written to the log."""

    def folder(self) -> Path:
        if self.data:
            return Path(self.data)
        home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
        return Path(home) / "igroteka"

    def at(self, port: int) -> "Settings":
        """Those of a server that listens there: 0 has taken a free one, in the address for phones, too."""
        named = self.public_url.removesuffix(":0")
        public_url = self.public_url if named == self.public_url else f"{named}:{port}"
        return msgspec.structs.replace(self, port=port, public_url=public_url)

    def origin(self) -> str:
        """The address of the server as people type it."""
        if self.public_url:
            return self.public_url.rstrip("/")
        scheme = "https" if self.tls_cert else "http"
        host = "localhost" if self.host in _HERE else self.host
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
    settings = _read(said)
    if bool(settings.tls_cert) != bool(settings.tls_key):
        raise Refused("tls-needs-both")
    if settings.database:
        need_address(settings.database, POSTGRES)
    if settings.redis:
        need_address(settings.redis, REDIS)
    for name in ("trusted_proxies", "metrics_from"):
        for one in listed(getattr(settings, name)):
            if not _is_network(one):
                raise _cannot_be(name, one, "127.0.0.1, 10.0.0.0/8, ::1")
    if not settings.public_url:
        return settings
    return msgspec.structs.replace(settings, public_url=read_public_url(settings.public_url))


def listed(said: str) -> list[str]:
    """What is said with commas in between."""
    return [one for one in map(str.strip, said.split(",")) if one]


_PREFIX: Final = "IGROTEKA_"


def _read(said: dict[str, Any]) -> Settings:
    """The settings; one that cannot be is Refused by its name, with what could be."""
    try:
        return read(said, Settings, strict=False)
    except Refused as refused:
        name = str(refused.parameters.get("at", "")).removeprefix("$.")
        if name not in said:
            raise
        raise _cannot_be(name, str(said[name]), _possible(name)) from None


def _cannot_be(name: str, said: str, possible: str) -> Refused:
    variable = _PREFIX + name.upper()
    return Refused(
        "setting-cannot-be", None, setting=name, variable=variable, said=said[:60], possible=possible
    )


_SIGNS: Final = {"ge": "≥", "gt": ">", "le": "≤", "lt": "<"}


def _possible(name: str) -> str:
    """What a setting can be, in signs that need no language."""
    from msgspec import inspect  # not for browsers, where every import costs time

    about = inspect.type_info(Settings)
    assert isinstance(about, inspect.StructType)
    kind = next(field.type for field in about.fields if field.name == name)
    if isinstance(kind, inspect.LiteralType):
        return ", ".join(map(str, kind.values))
    bounds = [f"{sign} {bound}" for key, sign in _SIGNS.items() if (bound := getattr(kind, key)) is not None]
    return ", ".join(bounds)


def _is_network(said: str) -> bool:
    """One address, or a network of them; * is everybody."""
    import ipaddress  # not for browsers, where every import costs time

    try:
        ipaddress.ip_network(said)
    except ValueError:
        return said == "*"
    return True


_OTHERS: Final = ("IGROTEKA_TRACE", "IGROTEKA_WITHOUT_PAGE", "IGROTEKA_SERVER", "IGROTEKA_TEST_STACK")
"""Variables of ours that are no settings of a server."""


def unknown(environment: Mapping[str, str]) -> list[tuple[str, str]]:
    """IGROTEKA_… variables that are no settings, each with the setting that was perhaps meant."""
    known = [name.upper() for name in Settings.__struct_fields__]
    said = sorted(name for name in environment if name.startswith(_PREFIX) and name not in _OTHERS)
    strange = [name.removeprefix(_PREFIX) for name in said if name.removeprefix(_PREFIX) not in known]
    from difflib import get_close_matches  # not for browsers, where every import costs time

    meant = [next(iter(get_close_matches(name, known, 1)), "") for name in strange]
    return [(_PREFIX + name, near and _PREFIX + near) for name, near in zip(strange, meant, strict=True)]


def is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and not parts.query and not parts.fragment
