"""Whatever can be said has a sentence in both languages, with the same holes to fill."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from igroteka.cli.speech import IN_BRACKETS, LANGUAGES, Speech, plural, rules, texts
from igroteka.core import AnyGame, Why
from igroteka.games import SHELF

SRC = Path(__file__).parents[2] / "src" / "igroteka"
PACKAGES = ("igroteka.core", *(f"igroteka.games.{name}" for name in SHELF))
HOLE = re.compile(r"\{(\w+)(?::([^}]*))?\}")
ROOMS = sorted(path.name for path in SRC.iterdir() if path.is_dir() and path.name != "games")
READING = {"at", "got", "expected", "value", "field"}  # parameters that reading.py takes from a message


SAYING = {"Refused": 0, "Refusal": 0, "dismiss": 0, "_bye": 1}
"""What says a reason, and which of its arguments it is: refusals, and good-byes of the server."""


@cache
def refusals(folder: Path) -> list[tuple[str, set[str]]]:
    """Every reason raised below a folder, with its parameters."""
    found = []
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and (at := SAYING.get(_name(node.func))) is not None:
                keys = [n.value for said in node.args[at : at + 1] for n in ast.walk(said)
                        if isinstance(n, ast.Constant)]  # fmt: skip
                for key in keys:
                    if isinstance(key, str):
                        found.append((key, {word.arg for word in node.keywords if word.arg} | _told(node)))
    return found


def _name(function: ast.expr) -> str:
    """Of a function or a method that is called."""
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def _told(call: ast.Call) -> set[str]:
    """The parameters that are written as a dictionary."""
    written = [arg for arg in call.args if isinstance(arg, ast.Dict)]
    return {str(key.value) for arg in written for key in arg.keys if isinstance(key, ast.Constant)}


def holes(sentence: str) -> set[str]:
    return {name for name, _ in HOLE.findall(sentence)}


def sentences(package: str, language: str, table: str) -> dict[str, str]:
    return texts("igroteka.core", language).get(table, {}) | texts(package, language).get(table, {})


@pytest.mark.parametrize("package", PACKAGES)
def test_both_languages_say_the_same_things(package: str) -> None:
    russian, english = (texts(package, language) for language in ("ru", "en"))
    assert {t: set(lines) for t, lines in russian.items()} == {t: set(lines) for t, lines in english.items()}
    for table, lines in english.items():
        for key, sentence in lines.items():
            assert holes(sentence) == holes(russian[table][key]), (package, table, key)


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_as_many_forms_as_the_language_needs(package: str, language: str) -> None:
    for lines in texts(package, language).values():
        for key, sentence in lines.items():
            for _, forms in HOLE.findall(sentence):
                if forms not in ("", IN_BRACKETS):
                    assert len(forms.split("/")) == {"ru": 3, "en": 2}[language], (key, sentence)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence_that_its_parameters_can_fill(language: str) -> None:
    for room in ROOMS:
        for key, given in refusals(SRC / room):
            sentence = sentences("igroteka.core", language, "reasons")[key]
            assert holes(sentence) <= given | READING, (key, given)
    for name in SHELF:
        for key, given in refusals(SRC / "games" / name):
            sentence = sentences(f"igroteka.games.{name}", language, "reasons")[key]
            assert holes(sentence) <= given, (key, given)


@pytest.mark.parametrize("name", SHELF)
def test_no_sentence_waits_for_a_reason_that_nobody_gives(name: str) -> None:
    given = {key for key, _ in refusals(SRC / "games" / name)}
    assert {key.partition(".")[0] for key in texts(f"igroteka.games.{name}", "en")["reasons"]} <= given


@pytest.mark.parametrize("game", SHELF.values(), ids=SHELF)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", ["Intent", "Event"])
def test_every_word_of_a_game_has_a_sentence_that_its_fields_can_fill(
    game: AnyGame, language: str, table: str
) -> None:
    lines = sentences(f"igroteka.games.{game.NAME}", language, f"{table.lower()}s")
    words: tuple[Any, ...] = getattr(game, table).__args__
    kinds = {str(word.__struct_config__.tag): set(word.__struct_fields__) for word in words}
    for kind, fields in kinds.items():
        assert holes(lines[kind]) <= fields, (kind, lines[kind])
    for key in lines:
        assert re.split(r"-hidden$|\.", key)[0] in kinds, key


OURS = [game for game in SHELF.values() if game.__name__.startswith("igroteka.games.")]
SEATS = {"seat", "seats", "turn", "dealer", "to", "due"}
"""Fields that say which seats an event is about."""


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.NAME)
@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_reads_of_themselves_is_spoken_to(game: AnyGame, language: str) -> None:
    """Every event that names a seat has a sentence for the reader who is that seat."""
    tables = texts(game.__name__, language)
    for key, sentence in tables["events"].items():
        kind, dot, value = key.partition(".")
        hidden = "-hidden" if kind.endswith("-hidden") else ""
        for field in holes(sentence) & SEATS:
            named = (
                kind.removesuffix("-hidden") + ("" if field == "seat" else f".{field}") + hidden + dot + value
            )
            assert named in tables["you"], (key, named)
            assert "{" + field + "}" not in tables["you"][named] or field in ("seats", "due"), named


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.NAME)
def test_a_sentence_for_a_value_is_one_that_can_come(game: AnyGame) -> None:
    """`reason.parameter=value` fills no hole that its reason does not."""
    for language in LANGUAGES:
        for key, sentence in texts(game.__name__, language)["reasons"].items():
            reason, _, condition = key.partition(".")
            given = dict(refusals(SRC / "games" / game.NAME))[reason]
            assert holes(sentence) | ({condition.partition("=")[0]} if condition else set()) <= given, key


def test_the_reader_is_called_you_and_others_by_name() -> None:
    english = Speech("en", "upturn", ("Ann", "Bob", "Cora", "Dan"), str, 1)
    game = SHELF["upturn"]
    said = [msgspec.convert(event, game.Event) for event in (
        {"kind": "laid", "seat": 1, "tile": "40"},
        {"kind": "laid", "seat": 0, "tile": "40"},
        {"kind": "gave", "seat": 0, "to": 1, "tile": "7h"},
        {"kind": "skipped", "seats": [0, 1]},
        {"kind": "skipped", "seats": [2, 3]},
        {"kind": "steered", "seat": 1, "tile": "D", "row": "new", "trend": "down", "order": "cw"},
        {"kind": "steered", "seat": 2, "tile": "J", "row": "new", "trend": "down", "order": "cw"},
    )]  # fmt: skip
    assert [english.event(event) for event in said] == [
        "You lay 40.",
        "Ann lays 40.",
        "Ann gives you a tile from the bag: 7h.",
        "Ann and you miss a turn.",
        "Cora and Dan miss a turn.",
        "You start a new row with an arrow pointing downwards. Play goes clockwise.",
        "Cora lays the joker in a new row: downwards. Play goes clockwise.",
    ]
    assert english.read_by(None).event(said[0]) == "Bob lays 40."


@pytest.mark.parametrize("game", SHELF.values(), ids=SHELF)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_is_explained(game: AnyGame, language: str) -> None:
    lines = texts(f"igroteka.games.{game.NAME}", language)["options"]
    for name in game.Options.__struct_fields__:
        assert lines[name]


@pytest.mark.parametrize("name", SHELF)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_every_game_can_be_read(name: str, language: str) -> None:
    text = rules(name, language)
    assert len(text) > 1500
    assert re.search(rf"\({SHELF[name].CLAUSES}-\d+", text)


def test_russian_and_english_plurals() -> None:
    cards = ("карта", "карты", "карт")
    counted = {n: plural("ru", n, cards) for n in (0, 1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 101, 111, 112)}
    assert counted == {
        0: "карт", 1: "карта", 2: "карты", 4: "карты", 5: "карт", 11: "карт", 12: "карт", 14: "карт",
        21: "карта", 22: "карты", 25: "карт", 101: "карта", 111: "карт", 112: "карт",
    }  # fmt: skip
    assert [plural("en", n, ("card", "cards")) for n in (0, 1, 2)] == ["cards", "card", "cards"]


def test_texts_are_toml_with_known_tables() -> None:
    known = {
        "game", "reasons", "events", "intents", "outcomes", "options", "words", "lines", "levels",
        "you", "zones", "hints", "reviews",
    }  # fmt: skip
    for path in SRC.rglob("texts/*.toml"):
        assert set(tomllib.loads(path.read_text("utf-8"))) <= known, path


YOU = {"ru": re.compile(r"\b(ты|теб[яе]|тобой|тво\w+)\b", re.I), "en": re.compile(r"\byou(r|rs)?\b", re.I)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SHELF)
def test_a_review_does_not_call_another_you(name: str, language: str) -> None:
    """A hint speaks to whoever has the move; afterwards others read it too."""
    package = f"igroteka.games.{name}"
    hints, told = (sentences(package, language, table) for table in ("hints", "reviews"))
    assert set(told) <= set(hints)
    for key, hint in hints.items():
        others = told.get(key, hint)
        assert not YOU[language].search(others), f"[reviews] {key}: {others}"
        assert holes(others) <= holes(hint) | {"who"}, key
        assert (key in told) == (key.partition(".")[0] in told), f"[reviews] has only a part of {key}"


def test_a_reason_is_told_to_its_seat_and_of_it_by_name() -> None:
    speech = Speech("ru", "upturn", ("Аня", "Боря"), reader=0)
    why = Why("last-tile-wins", None, {"tile": "83"})
    assert speech.why(why) == speech.why(why, of=0) == "83 — твоя последняя фишка: положишь и победишь!"
    assert speech.why(why, of=1) == "83 — последняя фишка: Боря кладёт её и побеждает!"
    row = Why("fresh-row", None, {"tile": "40", "count": 0})
    assert speech.why(row, of=1) == "В новом ряду первым годится любое число, и 40 тоже."
    assert speech.read_by(None).why(Why("opens", None, {"tile": "7", "ref": "3", "trend": "up"}), of=1) == (
        "7 больше 3, поэтому ряд пойдёт вверх."
    )


def test_a_sentence_is_filled_in_both_languages() -> None:
    russian = Speech("ru", "sequence", ("Аня", "Боря"))
    assert russian.say("reasons", "not-your-turn", {"turn": 1}) == "Сейчас ходит Боря."
    english = Speech("en", "sequence", ("Ann", "Bob"))
    refused = english.say("reasons", "seats-do-not-fit", {"seats": 5, "fit": "2"})
    assert refused == "This game is not for 5 players. Possible: 2."


def test_a_name_is_told_as_it_is_also_where_it_is_a_word_of_the_game() -> None:
    speech = Speech("en", "etazhiki", ("beginner", "N7"), lambda part: part.replace("N7", "7☾"))
    assert speech.line("replay_bot", name="beginner", level="Beginner") == "beginner (bot: Beginner)"
    assert speech.line("your_turn", who="N7") == "Your turn, N7."
