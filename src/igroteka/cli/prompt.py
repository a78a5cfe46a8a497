"""Asking a person in a terminal: a numbered list of what is possible, and what may be typed at it."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape

from igroteka.cli.sentence import say
from igroteka.cli.speech import Speech, rules
from igroteka.core import AnyGame, Refused, Why, read, read_json

_LONGEST_NUMBER: Final = 9
_MOST_LISTED: Final = 24


class Intends(msgspec.Struct, frozen=True):
    """The person wants this; it need not be legal."""

    intent: Any


class Waits(msgspec.Struct, frozen=True):
    """The person lets it be."""


class Leaves(msgspec.Struct, frozen=True):
    """The person leaves the table."""


class WantsStory(msgspec.Struct, frozen=True):
    """The person asks what has happened."""


class WantsHint(msgspec.Struct, frozen=True):
    """The person asks for a good move."""


class Goes(msgspec.Struct, frozen=True):
    """Answered here already; the question stands."""


Heard = Intends | Waits | Leaves | WantsStory | WantsHint | Goes


def is_number(said: str) -> bool:
    """One that `int` reads: ² and ① are digits too, and thousands of nines are no number of a list."""
    return said.isdecimal() and len(said) <= _LONGEST_NUMBER


class Prompt:
    """One question to one person; typing part of a sentence narrows the list of answers."""

    def __init__(
        self, console: Console, speech: Speech, game: AnyGame, offers: tuple[Any, ...], may_wait: bool
    ) -> None:
        self._console, self._speech, self._game, self._may_wait = console, speech, game, may_wait
        self._lines = {number: (offer, speech.intent(offer)) for number, offer in enumerate(offers, 1)}
        self._shown = dict(self._lines)

    def show(self) -> None:
        listed = self._listed()
        for number in listed:
            self._print(f"{number:>4}  {self._shown[number][1]}")
        if more := len(self._shown) - len(listed):
            self._print("      " + self._speech.line("more", count=more))
        if self._may_wait:
            self._print(f"Enter  {self._speech.line('let_it_be')}")

    def _listed(self) -> list[int]:
        """So many as fit, in their order; of every kind at least the first, so that nobody misses it."""
        first = {type(offer): number for number, (offer, _) in reversed(self._shown.items())}
        seen = set(first.values())
        others = [number for number in self._shown if number not in seen]
        return sorted([*seen, *others[: max(0, _MOST_LISTED - len(seen))]])

    def hear(self, said: str) -> Heard:
        """What the person means by this line."""
        said = said.strip()
        match said:
            case "":
                return self._enter()
            case "q":
                return Leaves()
            case "l":
                return WantsStory()
            case "?":
                return WantsHint()
            case "h":
                self._print(self._speech.line("help", example=in_words(self._lines[1][0])))
            case "r":
                self._console.print(Markdown(rules(self._game.NAME, self._speech.language)))
            case _ if is_number(said):
                return self._pick(int(said))
            case _ if said.startswith("{") or said.split()[0] in _kinds(self._game):
                return self._in_words(said)
            case _:
                self._shorten(said)
        return Goes()

    def hint(self, intent: Any | None, why: Why) -> None:
        """A good move by its number in the list, and why it is good."""
        number = next((number for number, (offer, _) in self._lines.items() if offer == intent), None)
        move = self._speech.line("let_it_be") if intent is None else self._speech.intent(intent)
        listed = "" if number is None else f"{number}: "
        self._print(self._speech.line("hint", move=listed + move, why=self._speech.why(why)))

    def refuse(self, refused: Refused) -> None:
        self._print(self._speech.line("refused", why=self._speech.refusal(refused.told())))

    def _enter(self) -> Heard:
        if self._may_wait and len(self._shown) == len(self._lines):
            return Waits()
        self._shown = dict(self._lines)
        self.show()
        return Goes()

    def _pick(self, number: int) -> Heard:
        if number in self._lines:
            return Intends(self._lines[number][0])
        self._print(self._speech.line("bad_number", number=number))
        return Goes()

    def _in_words(self, said: str) -> Heard:
        """An intent in words or as JSON, legal or not: the rules will say why not."""
        try:
            return Intends(intent_in_words(self._game, said))
        except Refused as refused:
            self.refuse(refused)
            return Goes()

    def _shorten(self, text: str) -> None:
        wanted = text.casefold()
        found = {n: line for n, line in self._lines.items() if _matches(wanted, *line)}
        if not found:
            kinds = ", ".join(sorted(_kinds(self._game)))
            self._print(self._speech.line("no_match", text=text))
            self._print(self._speech.line("not_an_intent", text=text, kinds=kinds))
            return
        self._shown = found
        self._print(self._speech.line("shortened", count=len(found), text=text))
        self.show()

    def _print(self, line: str) -> None:
        say(self._console, escape(line))


def intent_in_words(game: AnyGame, said: str) -> Any:
    """JSON, or words (`place 7H i5`, `lay U row=new`): the fields of the intent in their order."""
    if said.startswith("{"):
        return read_json(said, game.Intent)
    kind, *values = said.split()
    fields = next(w.__struct_fields__ for w in _words(game) if w.__struct_config__.tag == kind)
    data: dict[str, Any] = {"kind": kind}
    if fields == ("cells",):
        data["cells"] = values
        values = []
    for at, value in enumerate(values):
        name, equals, rest = value.partition("=")
        field = name if equals else fields[at] if at < len(fields) else value
        data[field] = rest if equals else value
    return read(data, game.Intent, strict=False)


def in_words(intent: Any) -> str:
    """As a person may type it (`place 7H i5`): what `intent_in_words` reads."""
    told = msgspec.to_builtins(intent)
    words = [str(told["kind"])]
    for at, field in enumerate(intent.__struct_fields__):
        value = told.get(field)
        if isinstance(value, list):
            words += value
        elif value is not None:
            words.append(str(value) if len(words) == at + 1 else f"{field}={value}")
    return " ".join(words)


def _matches(wanted: str, offer: Any, line: str) -> bool:
    plain = msgspec.json.encode(offer).decode().casefold()
    return wanted in line.casefold() or all(word in plain for word in wanted.split())


def _words(game: AnyGame) -> Iterator[type[msgspec.Struct]]:
    yield from game.Intent.__args__


def _kinds(game: AnyGame) -> set[str]:
    return {str(word.__struct_config__.tag) for word in _words(game)}
