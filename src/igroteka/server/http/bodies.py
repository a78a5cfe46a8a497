"""What is asked and answered over HTTP, besides the words of a table."""

import msgspec


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who comes to the table.

    `nonce` (16 to 64 random bytes in hex) is for older clients: one that is sent before the promise was seen
    protects nobody. Send it as an intent `nonce` afterwards.
    """

    name: str
    avatar: str | None = None
    nonce: str | None = None
    watch: bool = False


class Token(msgspec.Struct, frozen=True):
    """The secret that holds a place at a table; keep it, and show it to nobody."""

    table: str
    token: str
    round: int
    """The next game to come."""
    commitment: str
    """The server's promise for it: to be kept before a nonce of one's own is sent."""


class Whose(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose seat is to move: one's own (null), or, for the host, that of a person who is not here."""

    person: str | None = None


class Move(msgspec.Struct, frozen=True):
    """A one-time link to one's seat; its secret is behind the #, which browsers keep to themselves."""

    move: str
    link: str
    qr: str
    """The link as a QR code, an SVG."""
    seconds: float
    """How long it can be used."""


class MoveWord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The word of a one-time link."""

    move: str


class Address(msgspec.Struct, frozen=True):
    """Where a table is."""

    table: str
    code: str
    link: str
    round: int
    """The next game to come."""
    commitment: str
    """The server's promise for its shuffle (docs/shuffle.md)."""


class PartsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A family's own parts file: TOML, as `parts.toml` beside a game is, or JSON."""

    text: str


class Listed(msgspec.Struct, frozen=True):
    """A listed table."""

    table: str
    game: str
    seats: int
    free: int
    playing: bool
    installed: bool = True
    """Whether the server has the game; without it a table is kept and cannot be opened."""
