"""Names and texts that people type are data: cleaned, shortened, never markup."""

import re
import unicodedata
from typing import Final

from igroteka.core import Refused

AVATARS: Final = (
    "bear", "beaver", "cat", "cow", "deer", "dog", "duck", "elephant", "fox", "frog", "giraffe", "hare",
    "hedgehog", "koala", "lion", "monkey", "mouse", "owl", "panda", "penguin", "pig", "raccoon", "tiger",
    "turtle",
)  # fmt: skip

LONGEST_NAME: Final = 24
LONGEST_TEXT: Final = 200
_UNSEEN: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories that nobody sees: control, format (bidi marks among them), surrogates, separators."""


def clean(text: str, longest: int) -> str:
    """The text without what nobody sees, in one line, no longer than it may be."""
    kept = "".join(c for c in unicodedata.normalize("NFC", text) if unicodedata.category(c) not in _UNSEEN)
    return re.sub(r"\s+", " ", kept).strip()[:longest].strip()


def name(text: str) -> str:
    cleaned = clean(text, LONGEST_NAME)
    if not cleaned:
        raise Refused("name-empty")
    return cleaned


def avatar(chosen: str | None) -> str | None:
    if chosen is not None and chosen not in AVATARS:
        raise Refused("no-such-avatar", None, avatar=clean(chosen, LONGEST_NAME))
    return chosen
