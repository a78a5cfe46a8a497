"""Keys and parameters become sentences, in Russian or English."""

import re
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from itertools import groupby
from typing import Any, Final

import msgspec

from igroteka.core import HOUSE, Outcome, Refusal, Seat, Why, Word
from igroteka.games import game as on_shelf
from igroteka.games.texts import HOUSE_TEXTS, LANGUAGES, rules_text, seat_names, texts

__all__ = ["LANGUAGES", "Speech", "plural", "rules", "texts"]

_HOLE: Final = re.compile(r"\{(\w+)(?::([^}]*))?\}")
IN_BRACKETS: Final = "()"
"""A hole `{at:()}`: where there is anything, it stands in brackets after a space."""
_NAMES: Final = ("name", "names", "who")
"""What somebody is called is told as it is, also where it is a word or a part of the game."""

Naming = Callable[[Seat], str]
"""How a seat is called in a sentence."""


def rules(game: str, language: str) -> str:
    """The rules of a game in our own words, as Markdown."""
    return rules_text(on_shelf(game), language)


class _Said(str):
    """Words that are said already: within other words they stay as they are, also where they spell a key."""

    __slots__ = ()


class Speech:
    """One language at one table: knows the game's words, the names of the seats, how parts look."""

    def __init__(
        self,
        language: str,
        game: str | None = None,
        names: Sequence[str] = (),
        part: Callable[[str], str] = str,
        reader: Seat | None = None,
    ) -> None:
        self.language = language
        self.part = part
        self._names = names
        self._reader = reader
        self._seat_names = seat_names(game or "")
        self._tables: dict[str, dict[str, str]] = {}
        for package in (HOUSE_TEXTS, *([on_shelf(game).__name__] if game else [])):
            for table, lines in texts(package, language).items():
                self._tables.setdefault(table, {}).update(lines)

    def line(self, key: str, **parameters: Any) -> str:
        return self.say("lines", key, parameters)

    def read_by(self, seat: Seat | None) -> "Speech":
        """The same words for one reader, who is called "you"; for nobody in particular with None."""
        other = copy(self)
        other._reader = seat
        return other

    def calling(self, spelled: Callable[[str], str]) -> "Speech":
        """The same words, where people's names are written in another way."""
        other = copy(self)
        other._names = tuple(map(spelled, self._names))
        return other

    def event(self, event: Word) -> str:
        """To a reader whom it names in the words of `[you]`: `drew` by its seat, `gave.to` by a field."""
        return self._told(_kind(event), msgspec.structs.asdict(event))

    def row(self, events: Sequence[Word]) -> list[str]:
        """What a seat does several times over is said once, where there is a sentence for that (`.many`)."""
        said = []
        for _, run in groupby(events, lambda event: (_kind(event), getattr(event, "seat", None))):
            first, *more = run
            many = f"{_kind(first)}.many"
            if more and many in self._tables["events"]:
                said.append(self._told(many, _gathered([first, *more])))
            else:
                said += [self.event(event) for event in (first, *more)]
        return said

    def _told(self, kind: str, fields: Mapping[str, Any]) -> str:
        for name in (
            name for name, value in fields.items() if name in self._seat_names and self._is_reader(value)
        ):
            to_reader = kind if name == "seat" else f"{kind}.{name}"
            key = self._key("you", to_reader, self._is_secret("you", to_reader, fields))
            if key in self._tables.get("you", {}):
                return self._say_to_reader(key, fields)
        return self.say("events", self._key("events", kind, self._is_secret("events", kind, fields)), fields)

    def _is_secret(self, table: str, key: str, fields: Mapping[str, Any]) -> bool:
        """Whether something is kept from whoever is told; what has a sentence for null is said to be none."""
        spelled = self._tables.get(table, {})
        return any(
            _is_hidden(value) and f"{key}.{name}=null" not in spelled for name, value in fields.items()
        )

    def _key(self, table: str, key: str, secret: bool) -> str:
        hidden = f"{key}-hidden"
        return hidden if secret and hidden in self._tables.get(table, {}) else key

    def _say_to_reader(self, key: str, fields: Mapping[str, Any]) -> str:
        template = self._tables["you"][self._variant("you", key, fields)]
        said = self._filled(template, fields, self._you)
        return said[:1].upper() + said[1:]

    def _is_reader(self, value: Any) -> bool:
        return self._reader is not None and self._reader in (value if isinstance(value, tuple) else (value,))

    def _you(self, seat: Seat) -> str:
        return self.line("you") if seat == self._reader else self.name(seat)

    def intent(self, intent: Word) -> str:
        """What the intent would do; a variant `kind.field` or `kind.value` says more when there is one."""
        kind = str(intent.__struct_config__.tag)
        fields = {k: v for k, v in msgspec.structs.asdict(intent).items() if v is not msgspec.UNSET}
        secret = any(value is None for value in fields.values())
        said = self.say("intents", self._key("intents", kind, secret), fields)
        own = [f"{kind}.{name}={_spelled(value)}" for name, value in fields.items()]
        extras = [self.say("intents", key, fields) for key in own if key in self._tables["intents"]]
        return _Said(", ".join([said, *extras]))

    def refusal(self, refusal: Refusal) -> str:
        """The sentence for it; the bare reason where a server of another version gives one of its own."""
        if refusal.reason not in self._tables["reasons"]:
            return refusal.reason
        said = self.say("reasons", refusal.reason, refusal.parameters)
        cited = f" ({self.line('clause', clause=refusal.clause)})" if refusal.clause else ""
        return said + cited

    def why(self, why: Why, of: Seat | None = None) -> str:
        """Why a move is good, said to whoever may make it; `of`: told of that seat (`[reviews]`)."""
        told = of not in (None, self._reader) and why.reason in self._tables.get("reviews", {})
        who = {} if of is None else {"who": self.name(of)}
        said = self.say("reviews" if told else "hints", why.reason, {**why.parameters, **who})
        cited = f" ({self.line('clause', clause=why.clause)})" if why.clause else ""
        return said + cited

    def outcome(self, outcome: Outcome) -> str:
        """To a winner in the words of `outcome.reason` of `[you]`, to others of `outcome.reason.losers`."""
        losers = tuple(seat for seat in range(len(self._names)) if seat not in outcome.winners)
        fields, own = {"winners": outcome.winners, "losers": losers}, f"outcome.{outcome.reason}"
        to_reader = own if self._is_reader(outcome.winners) else f"{own}.losers"
        mine = self._reader is not None and to_reader in self._tables.get("you", {})
        said = (
            self._say_to_reader(to_reader, fields) if mine else self.say("outcomes", outcome.reason, fields)
        )
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

    def seats(self, value: Seat | Sequence[Seat]) -> str:
        """Who these are, the reader as "you"."""
        return self._seats(value, self._you)

    def value(self, name: str, value: Any) -> str:
        """A field of this name by itself: who it is where it speaks of seats."""
        return self._fill(name, None, {name: value}, self.name)

    def say(self, table: str, key: str, parameters: Mapping[str, Any]) -> str:
        """The sentence; where a game has forgotten one, its key, as on the page."""
        lines, own = self._tables.get(table, {}), self._variant(table, key, parameters)
        template = lines[own] if table == "lines" else lines.get(own, key)
        return self._filled(template, parameters, self.name)

    def _variant(self, table: str, key: str, parameters: Mapping[str, Any]) -> str:
        """`key.field=value`, where there is a sentence for just that value; in `[intents]` it adds one."""
        if table in ("events", "you", "reasons", "hints", "reviews"):
            for name, value in parameters.items():
                if (own := f"{key}.{name}={_spelled(value)}") in self._tables[table]:
                    return own
        return key

    def _filled(self, template: str, parameters: Mapping[str, Any], named: Naming) -> str:
        return _Said(_HOLE.sub(lambda hole: self._fill(hole[1], hole[2], parameters, named), template))

    def _fill(self, name: str, forms: str | None, parameters: Mapping[str, Any], named: Naming) -> str:
        value = parameters.get(name)
        if forms == IN_BRACKETS:
            return f" ({value})" if value else ""
        if forms:
            count = value if isinstance(value, int) else len(value or ())
            form = plural(self.language, count, forms.removeprefix("-").split("/"))
            return form if forms.startswith("-") else f"{count} {form}"
        if isinstance(value, _Said) or (name in _NAMES and isinstance(value, str)):
            return value
        return self._seats(value, named) if name in self._seat_names else self._value(value)

    def _seats(self, value: Any, named: Naming) -> str:
        """Ann; Ann and Bob; Ann, Bob and Cora; a number of seats stays a number in a plural only."""
        if not isinstance(value, tuple | list):
            return named(value) if isinstance(value, int) else self._value(value)
        names = [self._value(None) if seat is None else named(seat) for seat in value]
        *others, last = names or [self.line("nobody")]
        return f"{', '.join(others)} {self.line('and')} {last}" if others else last

    def _value(self, value: Any) -> str:
        match value:
            case None:
                return self._tables["lines"]["hidden"]
            case bool():
                return str(value).lower()
            case str():
                return self._tables.get("words", {}).get(value) or self.part(value)
            case tuple() | list() if value and all(isinstance(v, tuple | list | None) for v in value):
                return " | ".join(self._value(inner) for inner in value)
            case tuple() | list():
                return ", ".join(self._value(inner) for inner in value) or self.line("nothing")
            case _:
                return str(value)


def _kind(event: Word) -> str:
    return str(event.__struct_config__.tag)


def _gathered(run: Sequence[Word]) -> dict[str, Any]:
    """The fields of a run of events of one seat: the seat, and the lists of all others."""
    all_fields = [msgspec.structs.asdict(event) for event in run]
    lists = {name: tuple(fields[name] for fields in all_fields) for name in all_fields[0]}
    return {**lists, "seat": all_fields[0].get("seat")}


def _spelled(value: Any) -> str:
    """As keys of texts have it, and as the page spells it: true and null are words of JSON."""
    return msgspec.json.encode(value).decode() if value is None or isinstance(value, bool) else str(value)


def _is_hidden(value: Any) -> bool:
    return value is None or (isinstance(value, tuple) and None in value)


def plural(language: str, count: int, forms: Sequence[str]) -> str:
    """1 карта, 2 карты, 5 карт; 1 card, 2 cards; below nought as above it."""
    count = abs(count)
    if language == "ru":
        if count % 10 == 1 and count % 100 != 11:
            return forms[0]
        few = count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14)
        return forms[1] if few else forms[-1]
    return forms[0] if count == 1 else forms[-1]
