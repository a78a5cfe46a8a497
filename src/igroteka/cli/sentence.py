"""A sentence for people: a terminal breaks it between words, a file has it on one line."""

from rich.console import Console


def say(console: Console, markup: str) -> None:
    console.print(markup, highlight=False, soft_wrap=not console.is_terminal)
