"""The two things a server takes from outside: the time and unguessable bytes."""

import base64
import hashlib
import hmac
import secrets
import time
from typing import Final

CODE_LETTERS: Final = "34679ACDEFHJKMNPQRTVWXY"
"""Without 0 O, 1 I L, 2 Z, 5 S, 8 B, G (6), U (V): nothing that looks like anything else."""
CODE_LENGTH: Final = 6
_EVEN: Final = 256 - 256 % len(CODE_LETTERS)
"""Below this every letter is equally likely."""


class Entropy:
    """The system's clock and randomness; tests put fixed ones in its place."""

    now = staticmethod(time.time)

    monotonic = staticmethod(time.monotonic)
    """Seconds that only ever go forward, for measuring how long something has lasted."""

    def bytes(self, count: int) -> bytes:
        return secrets.token_bytes(count)

    def word(self, count: int) -> str:
        """So many random bytes as letters that need no escaping in a link."""
        return base64.urlsafe_b64encode(self.bytes(count)).decode().rstrip("=")

    def code(self) -> str:
        """A short code that people can read to one another."""
        letters = ""
        while len(letters) < CODE_LENGTH:
            byte = self.bytes(1)[0]
            if byte < _EVEN:
                letters += CODE_LETTERS[byte % len(CODE_LETTERS)]
        return letters


def hashed(token: str) -> str:
    """What is kept of a token; 256 random bits need no salt."""
    return hashlib.sha256(b"igroteka-token/1" + token.encode("utf-8", "replace")).hexdigest()


def marked(address: str, table: str) -> str:
    """A mark by which a table knows an address again, and nobody finds the address: 32 bits are too few."""
    if not address:
        return ""
    return hmac.digest(table.encode(), address.encode("utf-8", "replace"), "sha256").hex()[:8]


def is_same(token: str, kept: str) -> bool:
    return hmac.compare_digest(hashed(token), kept)
