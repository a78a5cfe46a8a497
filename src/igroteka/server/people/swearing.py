"""Words that are no names at a table with children: the usual swear words, also in letters that look alike.

A short list of roots, not a judge of meaning: it stops what is written in jest and lets ordinary names
through (Себастьян, Dickens, Хуан). What it misses the host renames.
"""

import re
import unicodedata
from typing import Final

_RUSSIAN: Final = re.compile(
    r"^(?:до|вы|за|на|недо|о|об|от|пере|по|при|про|раз|рас|съ|у)?"
    r"(?:ху[йеяюи]|пизд|еб[алоуи]|еб$|ебн|ебт|бля(?:д|т|х|$)|муд[аио][кз]|залуп|г[ао]ндон|пид[оа]р|шлюх|дроч|говн)"
    r"|^(?:сук[аи]|сучк[аи]|жоп[аыу]|гитлер|нацист)$"
)
_ENGLISH: Final = re.compile(
    r"fuck|^(?:bull|dip)?shit|^(?:cunt|bitch|asshole|nigger|nigga|whore|slut|porn|wank|hitler)"
    r"|^(?:dickhead|cock|fag|faggot|penis|pussy|nazi|ass|tits)$"
)
_LIKE_RUSSIAN: Final = str.maketrans("aábcehkmoóptxyё03468@", "аавсенкмоортхуеозчбва")
_LIKE_ENGLISH: Final = str.maketrans("аесорхуті013457$@!", "aecopxytioieastsai")


def is_rude(text: str) -> bool:
    """Whether one of the words, or all of them read as one, is a swear word."""
    plain = unicodedata.normalize("NFKC", text).lower()
    words = re.findall(r"[\w@$!]+", plain)
    return any(_is_rude(word) for word in (*words, "".join(words)))


def _is_rude(word: str) -> bool:
    russian, english = word.translate(_LIKE_RUSSIAN), word.translate(_LIKE_ENGLISH)
    return bool(
        _RUSSIAN.search(_once(russian)) or _ENGLISH.search(english) or _ENGLISH.search(_once(english))
    )


def _once(word: str) -> str:
    """Letters that are drawn out count once."""
    return re.sub(r"(.)\1+", r"\1", word.replace("_", ""))
