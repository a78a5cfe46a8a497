"""Names, texts and codes that people type are data: cleaned, shortened, never markup."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from igroteka.core import Refused
from igroteka.server.people.swearing import is_rude

AVATARS: Final = (
    "bear", "beaver", "cat", "cow", "deer", "dog", "duck", "elephant", "fox", "frog", "giraffe", "hare",
    "hedgehog", "koala", "lion", "monkey", "mouse", "owl", "panda", "penguin", "pig", "raccoon", "tiger",
    "turtle",
)  # fmt: skip

COLOURS: Final = ("blue", "green", "red")
"""What sides may be shown in; unless the host has chosen, each in the colour of its own name."""

LONGEST_NAME: Final = 24
LONGEST_TEXT: Final = 200
_LONGEST_TYPED: Final = 2000

_UNSEEN: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories that nobody sees: control, format (bidi marks among them), surrogates, separators."""
_BLANKS: Final = frozenset("\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800\u034f") | {
    chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), *range(0x180B, 0x1810))
}
"""Letters and marks that are drawn as nothing."""
_MOST_MARKS: Final = 2
"""Accents on one letter; more run over the lines above and below."""
_CYRILLIC: Final = str.maketrans("АВСЕНКМОРТХУ", "ABCEHKMOPTXY")
"""Letters that look the same on a keyboard that is set to Russian."""


_ALIKE: Final = str.maketrans(
    "АВСЕНКМОРТХУІЈЅԌԚԜҮҺΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺՕՏՍԼ|L10",
    "ABCEHKMOPTXYIJSGQWYHABEZHIKMNOPTYXCMOSUIIIIO",
)
"""Capital letters of other alphabets that look like Latin ones; l, I and 1 look the same, too."""


def clean(text: str, longest: int) -> str:
    """The text without what nobody sees, in one line, no longer than it may be."""
    spaced = re.sub(r"\s", " ", unicodedata.normalize("NFC", text[:_LONGEST_TYPED]))
    kept = (c for c in spaced if unicodedata.category(c) not in _UNSEEN and c not in _BLANKS)
    return re.sub(r" +", " ", _unstacked(kept)).strip()[:longest].strip()


def _unstacked(letters: Iterable[str]) -> str:
    """Without the marks beyond the second on one letter, of whatever script."""
    kept, marks = [], 0
    for letter in letters:
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks <= _MOST_MARKS:
            kept.append(letter)
    return "".join(kept)


def name(text: str) -> str:
    """A name that can be seen and said at a table with children, or Refused."""
    cleaned = clean(text, LONGEST_NAME)
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in cleaned):
        raise Refused("name-empty")
    if is_rude(cleaned):
        raise Refused("name-rude")
    return cleaned


def apart(wanted: str, others: Iterable[str]) -> str:
    """The name, with a number where one at the table is the same, or looks the same: Маша 2."""
    taken = {_looks(other) for other in others}
    number, told = 1, wanted
    while _looks(told) in taken:
        number += 1
        told = f"{wanted[: LONGEST_NAME - len(f' {number}')].strip()} {number}"
    return told


def _looks(text: str) -> str:
    """What is alike for two names that nobody could tell apart: Anna with a Cyrillic а is Anna."""
    return unicodedata.normalize("NFKC", text).upper().translate(_ALIKE)


def avatar(chosen: str | None) -> str | None:
    if chosen is not None and chosen not in AVATARS:
        raise Refused("no-such-avatar", None, avatar=clean(chosen, LONGEST_NAME))
    return chosen


def colours(chosen: tuple[str, ...]) -> tuple[str, ...]:
    """Each colour for one side, or Refused."""
    if sorted(chosen) != sorted(COLOURS):
        raise Refused("colours-each-once")
    return chosen


def code(typed: str) -> str:
    """A short code as it is kept, however it was typed: small letters, spaces, dashes, Russian letters."""
    return re.sub(r"[\W_]", "", typed[:_LONGEST_TYPED].upper().translate(_CYRILLIC))[:16]
