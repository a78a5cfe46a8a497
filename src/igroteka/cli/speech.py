"""Keys and parameters become sentences, in Russian or English."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from igroteka.core import HOUSE, Outcome, Refusal, Seat, Word
from igroteka.games import game as on_shelf
from igroteka.games.texts import HOUSE_TEXTS, LANGUAGES, rules_text, texts

__all__ = ["LANGUAGES", "Speech", "plural", "rules", "texts"]

_HOLE: Final = re.compile(r"\{(\w+)(?::([^}]*))?\}")
_SEATS: Final = {"seat", "seats", "turn", "dealer", "to", "winners", "due", "giver", "taker", "skipped"}


def rules(game: str, language: str) -> str:
    """The rules of a game in our own words, as Markdown."""
    return rules_text(on_shelf(game), language)


class Speech:
    """One language at one table: knows the game's words, the names of the seats, how parts look."""

    def __init__(
        self,
        language: str,
        game: str | None = None,
        names: Sequence[str] = (),
        part: Callable[[str], str] = str,
    ) -> None:
        self.language = language
        self.part = part
        self._names = names
        self._tables: dict[str, dict[str, str]] = {}
        for package in (HOUSE_TEXTS, *([on_shelf(game).__name__] if game else [])):
            for table, lines in texts(package, language).items():
                self._tables.setdefault(table, {}).update(lines)

    def line(self, key: str, **parameters: Any) -> str:
        return self.say("lines", key, parameters)

    def event(self, event: Word) -> str:
        kind = str(event.__struct_config__.tag)
        fields = msgspec.structs.asdict(event)
        hidden = f"{kind}-hidden"
        if hidden in self._tables["events"] and any(_is_hidden(value) for value in fields.values()):
            kind = hidden
        return self.say("events", kind, fields)

    def intent(self, intent: Word) -> str:
        """What the intent would do; a variant `kind.field` or `kind.value` says more when there is one."""
        kind = str(intent.__struct_config__.tag)
        fields = {k: v for k, v in msgspec.structs.asdict(intent).items() if v is not msgspec.UNSET}
        said = self.say("intents", kind, fields)
        extras = [
            self.say("intents", f"{kind}.{name}={value}", fields)
            for name, value in fields.items()
            if f"{kind}.{name}={value}" in self._tables["intents"]
        ]
        return ", ".join([said, *extras])

    def refusal(self, refusal: Refusal) -> str:
        said = self.say("reasons", refusal.reason, refusal.parameters)
        cited = f" ({self.line('clause', clause=refusal.clause)})" if refusal.clause else ""
        return said + cited

    def outcome(self, outcome: Outcome) -> str:
        said = self.say("outcomes", outcome.reason, {"winners": outcome.winners})
        cited = f" ({self.line('clause', clause=outcome.clause)})" if outcome.clause else ""
        return said + cited

    def keys(self, table: str) -> tuple[str, ...]:
        """What the texts have a sentence for, in their order."""
        return tuple(self._tables.get(table, {}))

    def title(self) -> str:
        return self._tables["game"]["title"]

    def word(self, value: str) -> str:
        """The word for a value (a side, a trend); the value itself where there is none."""
        return self._tables.get("words", {}).get(value, value)

    def level(self, bot: str) -> str:
        """What people call this bot; its own name where we have no other."""
        return self._tables["levels"].get(bot, bot)

    def name(self, seat: Seat) -> str:
        if seat == HOUSE:
            return self._tables["lines"]["house"]
        if 0 <= seat < len(self._names):
            return self._names[seat]
        return self.line("seat", number=seat)

    def say(self, table: str, key: str, parameters: Mapping[str, Any]) -> str:
        template = self._tables[table][key]
        return _HOLE.sub(lambda hole: self._fill(hole[1], hole[2], parameters), template)

    def _fill(self, name: str, forms: str | None, parameters: Mapping[str, Any]) -> str:
        value = parameters.get(name)
        if forms:
            count = value if isinstance(value, int) else len(value or ())
            return f"{count} {plural(self.language, count, forms.split('/'))}"
        if name == "at":
            return f" ({value})" if value else ""
        return self._value(name, value)

    def _value(self, name: str, value: Any) -> str:
        match value:
            case None:
                return self._tables["lines"]["hidden"]
            case bool():
                return str(value).lower()
            case int():
                return self.name(value) if name in _SEATS else str(value)
            case str():
                return self._tables.get("words", {}).get(value) or self.part(value)
            case tuple() | list() if value and all(isinstance(v, tuple | list | None) for v in value):
                return " | ".join(self._value(name, inner) for inner in value)
            case tuple() | list():
                mark = ", " if name in _SEATS else " "
                return mark.join(self._value(name, inner) for inner in value) or self.line("nobody")
            case _:
                return str(value)


def _is_hidden(value: Any) -> bool:
    return value is None or (isinstance(value, tuple) and None in value)


def plural(language: str, count: int, forms: Sequence[str]) -> str:
    """1 карта, 2 карты, 5 карт; 1 card, 2 cards."""
    if language == "ru":
        if count % 10 == 1 and count % 100 != 11:
            return forms[0]
        few = count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14)
        return forms[1] if few else forms[-1]
    return forms[0] if count == 1 else forms[-1]
