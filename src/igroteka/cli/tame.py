"""Words of strangers in a terminal: what could steer it is shown as a mark."""

from typing import Final

_MARK: Final = "\N{REPLACEMENT CHARACTER}"


def tame(text: str) -> str:
    """One line: names, texts and reasons come from anywhere."""
    return "".join(sign if sign.isprintable() else _MARK for sign in text)


def tame_lines(text: str) -> str:
    """The same for several lines."""
    return "\n".join(map(tame, text.split("\n")))
