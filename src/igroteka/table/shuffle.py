"""The honest shuffle: a secret is promised, everybody adds to it, one seed comes of it (docs/shuffle.md)."""

import hashlib
import re
import secrets
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from igroteka.core import Refused
from igroteka.table.canonical import canonical

SECRET_BYTES: Final = 32
LEAST, MOST = 16, 64
"""How many bytes a nonce has."""

_PROMISE: Final = b"igroteka-commitment/1"
_SEED: Final = b"igroteka-seed/1"
_HEX: Final = re.compile(rf"(?:[0-9a-f]{{2}}){{{LEAST},{MOST}}}")


class Nonce(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one person has added: who gave it, and random bytes in lowercase hex."""

    who: str
    hex: str


def new_secret() -> bytes:
    """A secret for the birth of a table."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """What is shown of the secret before the game: enough to hold the server to it, and no more."""
    return hashlib.sha256(_PROMISE + _need_secret(secret)).hexdigest()


def terms(game: str, seats: int, options: Mapping[str, Any]) -> bytes:
    """What is played, as the seed knows it; `options` is plain data, as in the record."""
    return canonical({"game": game, "options": options, "seats": seats})


def seed_from(secret: bytes, nonces: Iterable[Nonce], terms: bytes) -> bytes:
    """The seed of a game: of the secret, the terms and the nonces in order of arrival; or Refused."""
    given = [part for nonce in nonces for part in _parts(nonce)]
    pieces = (_sized(piece) for piece in (terms, *given))
    return hashlib.sha256(_SEED + _need_secret(secret) + b"".join(pieces)).digest()


def need_nonce(nonce: Nonce) -> None:
    """Refused unless it is 16 to 64 bytes in lowercase hex, from somebody."""
    _parts(nonce)


def _parts(nonce: Nonce) -> tuple[bytes, bytes]:
    try:
        who = nonce.who.encode()
    except UnicodeEncodeError:
        who = b""
    if not who or not _HEX.fullmatch(nonce.hex):
        raise Refused("bad-nonce", None, least=LEAST, most=MOST)
    return who, bytes.fromhex(nonce.hex)


def _sized(piece: bytes) -> bytes:
    """Its length goes first, so that no two lists of pieces make the same bytes."""
    return len(piece).to_bytes(4, "big") + piece


def _need_secret(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return secret
