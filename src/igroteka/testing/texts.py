"""Texts are complete: whatever a game can say has a sentence in both languages, with holes to fill."""

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec
import pytest

from igroteka.cli.speech import Speech
from igroteka.core import Outcome, fields_by_seat, seat_fields
from igroteka.games import is_of_the_house
from igroteka.games.texts import HOUSE_TEXTS, LANGUAGES, rules_text, seat_names, texts
from igroteka.games.things import EACH, numbers_by_seat, things_in, yes_or_no
from igroteka.lab.random_games import named_values, tables
from igroteka.sources import said
from igroteka.testing.base import Base
from igroteka.testing.hiding import named
from igroteka.testing.tables import encoded, moments

_HOLE: Final = re.compile(r"\{(\w+)(?::([^}]*))?\}")
_FIELD: Final = re.compile(r"\.(\w+)=(?!.*-hidden$)")
"""The field in a key for one of its values."""
_FORMS: Final = {"ru": 3, "en": 2}
_KIND: Final = re.compile(r"-hidden(?=$|\.)|\.")
"""What follows the kind of an event or intent in a key."""
_WHERE_HIDDEN: Final = re.compile(r"-hidden(?=$|\.)")
_CELL: Final = re.compile(r"[a-zA-Z]+\d+")
_DRAWN: Final = (
    "a number, a text, a list of texts or of flat structs is shown, of the table or of each seat, "
    "or a board by its cells (a1)"
)
_ABOUT: Final = ("title", "about", "seats", "age")

both_languages = pytest.mark.parametrize("language", LANGUAGES)


def _is_drawn(value: Any, seats: int, holds_things: bool = False) -> bool:
    """Whether a zone of the plain table can show it (web/src/tables/README.md)."""
    if value is None or isinstance(value, bool | int | float | str):
        return True
    if isinstance(value, dict):
        return _is_thing(value) if holds_things else _is_board(value)
    if not isinstance(value, list):
        return False
    numbers = len(value) == seats and all(isinstance(one, int | float) for one in value)
    return numbers or _is_row(value) or all(isinstance(one, list) and _is_row(one) for one in value)


def _is_board(value: dict[str, Any]) -> bool:
    return all(map(_CELL.fullmatch, value)) and all(
        one is None or isinstance(one, int | str) or _is_man(one) for one in value.values()
    )


def _is_man(value: Any) -> bool:
    """What a seat has on a cell besides plain discs: a king, a rook."""
    return (
        isinstance(value, dict)
        and value.keys() == {"seat", "piece"}
        and isinstance(value["seat"], int)
        and isinstance(value["piece"], str)
    )


def _is_row(value: list[Any]) -> bool:
    """Parts, or things; something that lies face down may be among them."""
    return _are_parts(value) or all(
        one is None or (isinstance(one, dict) and _is_thing(one)) for one in value
    )


def _is_thing(fields: dict[str, Any]) -> bool:
    """A struct of numbers, texts and lists of texts."""
    return all(
        one is None
        or isinstance(one, bool | int | float | str)
        or (isinstance(one, list) and _are_parts(one))
        for one in fields.values()
    )


def _is_played(zone: Any, legal: tuple[Any, ...]) -> bool:
    """Whether this is a list of parts, and an intent names one of them."""
    held = zone if isinstance(zone, tuple) and all(isinstance(one, str) for one in zone) else ()
    return not named(msgspec.json.decode(encoded(legal))).isdisjoint(held)


def _lies_in_a_row(zone: Any) -> bool:
    """Whether this is a list of parts, one of them at least."""
    return isinstance(zone, tuple) and bool(zone) and all(isinstance(one, str | None) for one in zone)


def _word(value: Any) -> str:
    """A value of an option as texts name it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _are_parts(value: list[Any]) -> bool:
    return all(one is None or isinstance(one, str) for one in value)


def holes(sentence: str) -> set[str]:
    return {name for name, _ in _HOLE.findall(sentence)}


class TextsAreComplete(Base):
    def _texts(self, language: str) -> Mapping[str, Mapping[str, str]]:
        return texts(self.on_shelf.__name__, language)

    def _with_the_house(self, language: str, table: str) -> dict[str, str]:
        """The sentences of this table that may be said at this game: the house's and the game's own."""
        return {**texts(HOUSE_TEXTS, language).get(table, {}), **self._texts(language).get(table, {})}

    def test_both_languages_say_the_same_things(self) -> None:
        russian, english = self._texts("ru"), self._texts("en")
        keys = [{(table, key) for table, lines in one.items() for key in lines} for one in (russian, english)]
        alone = [f"[{table}] {key}" for table, key in sorted(keys[0] ^ keys[1])]
        assert not alone, f"in one of texts/ru.toml and texts/en.toml alone: {', '.join(alone)}"
        for table, lines in english.items():
            for key, sentence in lines.items():
                both = sentence, russian[table][key]
                assert holes(both[0]) == holes(both[1]), f"[{table}] {key} is filled with other holes: {both}"

    @both_languages
    def test_plurals_have_as_many_forms_as_the_language_needs(self, language: str) -> None:
        for lines in self._texts(language).values():
            for key, sentence in lines.items():
                for _, forms in _HOLE.findall(sentence):
                    assert not forms or len(forms.split("/")) == _FORMS[language], (key, sentence)

    @both_languages
    def test_the_game_is_introduced(self, language: str) -> None:
        lines = self._texts(language)["game"]
        assert [key for key in _ABOUT if lines.get(key)] == list(_ABOUT)

    @both_languages
    def test_every_reason_and_outcome_has_a_sentence_that_its_parameters_can_fill(
        self, language: str
    ) -> None:
        self._need(language, "reasons", {key for key, _, _ in said(self.package)})
        self._need(language, "outcomes", {key for key, _, _ in said(self.package, {"Outcome": 0})})
        for key, given, _ in said(self.package):
            assert holes(self._with_the_house(language, "reasons")[key]) <= given, (key, given)
        for key, _, _ in said(self.package, {"Outcome": 0}):
            assert holes(self._with_the_house(language, "outcomes")[key]) <= {"winners", "losers"}, key

    def _need(self, language: str, table: str, keys: set[str]) -> None:
        missing = sorted(keys - self._with_the_house(language, table).keys())
        assert not missing, f"texts/{language}.toml, [{table}]: no sentence for {', '.join(missing)}"

    def test_no_sentence_waits_for_a_reason_that_nobody_gives(self) -> None:
        given = {key for key, _, _ in said(self.package)}
        told = {key.partition(".")[0] for key in self._texts("en").get("reasons", {})}
        assert told <= given, (
            f"[reasons], {', '.join(sorted(told - given))}: no `Refused` in the code says it; "
            "a reason is looked for where it is written, in the call itself"
        )

    @both_languages
    @pytest.mark.parametrize("table", ["Intent", "Event"])
    def test_every_intent_and_event_has_a_sentence_that_its_fields_can_fill(
        self, language: str, table: str
    ) -> None:
        lines = self._with_the_house(language, f"{table.lower()}s")
        words: tuple[Any, ...] = getattr(self.on_shelf, table).__args__
        kinds = {str(word.__struct_config__.tag): word for word in words}
        self._need(language, f"{table.lower()}s", set(kinds))
        for key, sentence in lines.items():
            where = f"texts/{language}.toml, [{table.lower()}s], {key}"
            word = kinds.get(_KIND.split(key)[0])
            assert word, f"{where}: there is no such {table.lower()}"
            unknown = sorted(holes(sentence) - set(word.__struct_fields__))
            assert not unknown, f"{where}: {word.__name__} has no field {', '.join(unknown)}"
            answers = sorted(holes(sentence) & yes_or_no(word))
            assert not answers, (
                f"{where}: {answers[0]} is true or false, which no sentence can say; write one for each: "
                f"{word.__struct_config__.tag}.{answers[0]}=true"
            )
            structs = sorted(holes(sentence) & things_in(word).keys())
            assert not structs, f"{where}: {', '.join(structs)} is a struct, which no sentence can say"

    def test_a_key_for_a_value_is_one_that_is_looked_for(self) -> None:
        """`drew-hidden.card=null`: what is hidden is told first, the value last; nobody looks otherwise."""
        for table, words in (("events", self.on_shelf.Event), ("intents", self.on_shelf.Intent)):
            kinds = {str(word.__struct_config__.tag): word for word in words.__args__}
            for key in self._texts("en").get(table, {}):
                kind, field = _KIND.split(key)[0], _FIELD.search(key)
                fields = kinds[kind].__struct_fields__ if kind in kinds else ()
                assert "=" not in key or (field and field[1] in fields), (
                    f"[{table}], {key}: nobody looks for it; a key for a value is `{kind}.field=value`, "
                    f"where something is hidden `{kind}-hidden.field=value`, and the fields "
                    f"are {', '.join(fields)}"
                )

    @both_languages
    def test_every_sentence_to_the_reader_is_one_that_is_looked_for(self, language: str) -> None:
        """[you]: `drew` for the event's `seat`, `gave.to` for another field; `outcome.stars` for a winner."""
        words = {str(word.__struct_config__.tag): word for word in self.on_shelf.Event.__args__}
        outcomes = self._with_the_house(language, "outcomes").keys()
        for key, sentence in self._texts(language).get("you", {}).items():
            kind, *more = _WHERE_HIDDEN.sub("", key).split(".")
            fields = set(words[kind].__struct_fields__) if kind in words else set()
            named = {one.partition("=")[0] for one in more} - {"many"}
            about = next((one for one in more if "=" not in one and one != "many"), "seat")
            if kind == "outcome":
                fields, is_known = {"winners", "losers"}, bool(more) and more[0] in outcomes
                is_known &= more[1:] in ([], ["losers"])
            else:
                is_known = about in fields & seat_names(self.game) and named <= fields
            assert is_known, (
                f"texts/{language}.toml, [you], {key}: nobody looks for it; there are `drew` for an event "
                "about its `seat`, `gave.to` where another field names the reader, `drew.card=QS` for a "
                "value, and `outcome.reason` for winners, `outcome.reason.losers` for the others"
            )
            unknown = sorted(holes(sentence) - fields)
            assert not unknown, f"texts/{language}.toml, [you], {key}: nothing fills {', '.join(unknown)}"

    @both_languages
    def test_every_option_is_explained(self, language: str) -> None:
        lines = self._texts(language).get("options", {})
        assert [name for name in self.on_shelf.Options.__struct_fields__ if not lines.get(name)] == []
        words = {f"{name}={_word(value)}" for name, value in named_values(self.on_shelf)}
        self._need(language, "options", words)

    @both_languages
    def test_the_zones_of_the_plain_table_are_fields_of_the_view(self, language: str) -> None:
        zones = self._texts(language).get("zones", {})
        told = {key.partition(EACH)[0] for key in zones}
        unknown = sorted(told - set(self.on_shelf.View.__struct_fields__))
        assert not unknown, f"texts/{language}.toml, [zones]: View has no field {', '.join(unknown)}"
        assert zones or is_of_the_house(self.on_shelf), "[zones] says what the table shows"

    @both_languages
    def test_what_lies_in_a_zone_as_a_struct_has_a_line_that_its_fields_can_fill(self, language: str) -> None:
        zones = self._texts(language).get("zones", {})
        things = things_in(self.on_shelf.View)
        self._need(language, "zones", {f"{name}{EACH}" for name in things if name in zones})
        for key, line in zones.items():
            name, each, _ = key.partition(EACH)
            assert not each or name in things, f"[zones], {key}: no struct lies in {name}"
            for thing in things[name] if each else ():
                unknown = sorted(holes(line) - {field.name for field in msgspec.structs.fields(thing)})
                assert not unknown, f"[zones], {key}: {thing.__name__} has no field {', '.join(unknown)}"

    def _zones(self) -> list[str]:
        """Those that the view has; the test above names the others."""
        fields = self.on_shelf.View.__struct_fields__
        return [key for key in self._texts("en").get("zones", {}) if key in fields]

    def test_the_plain_table_can_draw_its_zones(self) -> None:
        told = self._zones()
        things = things_in(self.on_shelf.View)
        beside = fields_by_seat(self.on_shelf.View)
        zones = [zone for zone in told if zone not in seat_fields(self.on_shelf.View) | beside]
        for table in tables(self.on_shelf):
            for match, _row, _ in moments(table, 3, every=5, rows=60):
                for seat in (None, *match.seats):
                    view = msgspec.json.decode(encoded(match.view(seat)))
                    for zone in beside.intersection(told):
                        assert len(view[zone] or ()) in (0, table.seats), (
                            f"[zones], {zone}: a list in which any may be None lies beside the seats, one for"
                            f" each, and of {table.seats} seats it is {view[zone]}"
                        )
                    for zone in zones:
                        assert _is_drawn(view[zone], table.seats, zone in things), (
                            f"[zones], {zone}: {_DRAWN}, and not {view[zone]!r}"
                        )
                    for zone in numbers_by_seat(self.on_shelf.View).intersection(told):
                        assert view[zone] != [], (
                            f"[zones], {zone}: an empty list of numbers, or of yes and no, is shown as 0; "
                            "it has an entry for each seat, or is None as long as nothing is told"
                        )

    def test_the_hand_is_the_zone_that_is_named_last(self) -> None:
        """A list of parts that a seat alone sees, and that its intents name, has to be tapped."""
        zones = self._zones()
        for table in tables(self.on_shelf):
            for match, _row, _ in moments(table, 3, every=5, rows=60):
                watched = match.view(None)
                for seat in match.seats:
                    view = match.view(seat)
                    there = [zone for zone in zones if getattr(view, zone) not in (None, False)]
                    held = [zone for zone in there if getattr(watched, zone) is None]
                    for zone in held if held and there[-1] not in held else ():
                        assert not _is_played(getattr(view, zone), view.legal), (
                            f"[zones]: {zone} is what seat {seat} plays with, and {there[-1]} is named last: "
                            "the page takes the last zone for the hand, whose parts can be tapped"
                        )

    def test_what_lies_on_the_table_does_not_become_the_hand_now_and_then(self) -> None:
        """The page draws what is named last, of what is there, as a hand if it is a list of parts."""
        above: dict[str, str] = {}
        held: set[str] = set()
        for table in tables(self.on_shelf):
            for match, _row, _ in moments(table, 3, rows=60):
                for view in map(match.view, match.seats):
                    *others, last = [
                        zone for zone in self._zones() if getattr(view, zone) not in (None, False)
                    ] or [""]
                    above |= {zone: last for zone in others if _lies_in_a_row(getattr(view, zone))}
                    held |= {last} if last and _lies_in_a_row(getattr(view, last)) else set()
        for zone in held & above.keys():
            raise AssertionError(
                f"[zones]: {zone} lies at the bottom, as a hand does, while {above[zone]} is None, else "
                f"on the table: name {zone} after it, or after both something that is always there"
            )

    @both_languages
    def test_the_rules_can_be_read(self, language: str) -> None:
        text = rules_text(self.on_shelf, language)
        assert text.startswith("# "), f"texts/rules.{language}.md begins with the title of the game"
        assert not self.on_shelf.CLAUSES or f"({self.on_shelf.CLAUSES}-" in text, "rules cite their clauses"

    @both_languages
    def test_a_whole_game_can_be_told(self, language: str) -> None:
        """Every intent and event that comes up becomes a sentence, for every seat and a spectator."""
        for table in tables(self.on_shelf):
            names = [f"Seat-{seat}" for seat in range(table.seats)]
            speech = Speech(language, self.game, names)
            for match, row, _ in moments(table, 3, rows=60):
                assert speech.intent(row.intent), f"texts/{language}.toml: nothing is said of {row.intent}"
                for viewer in (None, *match.seats):
                    silent = [event for event in match.told(row, viewer) if not speech.event(event)]
                    assert not silent, f"texts/{language}.toml: nothing is said of {silent[0]}"
        assert speech.outcome(Outcome("stopped"))
