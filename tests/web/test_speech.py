"""The page says what the terminal says: the same templates, filled in the same way."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from igroteka import core
from igroteka.cli.speech import Speech, plural, rules
from igroteka.core import Seeded, Why
from igroteka.games import SHELF
from igroteka.games.upturn.moves import Fined, Forgot, Recycled
from igroteka.table import Match, play_out, random_chooser

ROOT = Path(__file__).parent.parent.parent
NAMES = ["Аня", "Боря", "Вера"]
CLAUSE = re.compile(r"\b(?:SQ|UT|ET)-[AB]?\d+\b")

LISTED = "*"
"""Before a part that stands beside others in a sentence: a game may call it otherwise there."""

languages = pytest.mark.parametrize("language", ["ru", "en"])


@languages
def test_plurals(page, language):
    forms = ["карта", "карты", "карт"] if language == "ru" else ["card", "cards"]
    told = page([("lib/plural.ts", "plural", language, count, forms) for count in range(-30, 130)])
    assert told == [plural(language, count, forms) for count in range(-30, 130)]


@languages
@pytest.mark.parametrize("reader", [None, 0])
@pytest.mark.parametrize("name", SHELF)
def test_events_of_a_whole_game(page, language, name, reader):
    """As seat 0 is told of them, by name and as "you"; how parts are drawn is taken from the page."""
    game, chance = SHELF[name], Seeded(5)
    match = Match(game, 3, game.Options(), bytes(32))
    events = []
    for row in play_out(match, random_chooser(chance), chance):
        events += match.told(row, 0)
        if len(events) > 250:
            break
    texts = _texts_of_page(language, name)
    plain = json.loads(msgspec.json.encode(events))
    parts = sorted({value for event in plain for value in _texts(event)})
    drawn = {}
    for listed in (False, True):
        asked = [("lib/spoken.ts", "part", part, language, name, listed) for part in parts]
        drawn |= dict(zip([LISTED * listed + part for part in parts], page(asked), strict=True))
    told = page([("lib/spoken.ts", "spoken", language, texts, name, NAMES, plain, reader)])[0]
    speech = Speech(language, name, NAMES, lambda part: drawn.get(part, part.removeprefix(LISTED)), reader)
    words = texts[name].get("words", {})
    assert [_without_hidden(text) for text in told] == [
        _without_hidden(speech.event(_marked(event, words))) for event in events
    ]


def _marked(event, words):
    def mark(value):
        if isinstance(value, tuple):
            return tuple(
                LISTED + one if isinstance(one, str) and one not in words else mark(one) for one in value
            )
        return value

    fields = msgspec.structs.asdict(event)
    return msgspec.structs.replace(event, **{name: mark(value) for name, value in fields.items()})


class Met(core.Event, frozen=True, tag="met"):
    at: core.Seat
    who: core.Seat


def test_a_field_of_a_game_may_have_any_name(page):
    """One called `at` was said in brackets, and that of the first seat not at all: “Ann plays king at .”"""
    lines = {"events": {"met": "{at}, {who}."}}
    told = page(
        [
            (
                "lib/spoken.ts",
                "spoken",
                "en",
                {"core": {}, "met": lines},
                "met",
                [],
                [{"kind": "met", "at": 0, "who": 2}],
                None,
            )
        ]
    )
    speech = Speech("en", names=NAMES)
    speech._seat_names = frozenset({"at", "who"})
    speech._tables["events"] = lines["events"]
    assert told == [["0, 2."]]
    assert speech.event(Met(0, 2)) == "Аня, Вера."


def test_where_a_request_is_wrong_is_said_in_brackets_and_only_then(page):
    for where, said in (({"at": "seats"}, " (seats)"), ({}, "")):
        parameters = {"expected": "int", "got": "str", **where}
        text = f"A value of the wrong type{said}: expected int, got str."
        assert Speech("en").refusal(core.Refusal("wrong-type", None, parameters)) == text


@languages
def test_beside_one_another_floors_and_balls_say_what_they_are(page, language):
    """ "In the middle: 8 (night), 1" did not tell which of them is the ball."""
    texts = _texts_of_page(language, "etazhiki")
    dealt = {"kind": "dealt", "hands": [None, None], "centre": ["N8", "B1"], "deck": None, "turn": 0}
    drew = {"kind": "drew", "seat": 0, "count": 2, "why": "pass", "cards": ["F3", "NEAR"]}
    told = page([("lib/spoken.ts", "spoken", language, texts, "etazhiki", NAMES, [dealt, drew], 0)])[0]
    assert (
        told
        == {
            "ru": [
                "Карты сданы. В центре ночной этаж 8, шар 1. Начинаешь ты.",
                "Ты берёшь 2 карты (за пас): этаж 3, «ближние».",
            ],
            "en": [
                "The cards are dealt. In the middle: night floor 8, ball 1. You start.",
                "You take 2 cards (for the pass): floor 3, “near”.",
            ],
        }[language]
    )


@languages
def test_why_a_night_floor_is_good_says_once_that_it_is_of_the_night(page, language):
    """ "Night floor 1 (night) fits": the card says it itself."""
    texts = _with_reasons(language, "etazhiki")
    why = [{"reason": "night-takes-turn", "parameters": {"card": "N1"}}]
    asked = [("lib/spoken.ts", "reasons", language, texts, "etazhiki", NAMES, why, of, 0) for of in (0, 1)]
    assert (
        page(asked)
        == {
            "ru": [
                ["Этаж 1 (ночной) подходит: ход станет твоим."],
                ["Этаж 1 (ночной) подходит: Боря забирает ход."],
            ],
            "en": [
                ["Floor 1 (night) fits: the turn becomes yours."],
                ["Floor 1 (night) fits: Боря takes the turn."],
            ],
        }[language]
    )


@languages
def test_what_a_seat_does_several_times_in_a_row_is_said_once(page, language):
    """On the page as in the terminal: a fine of three tiles, of which only its seat knows which."""
    texts = _texts_of_page(language, "upturn")
    seen = [Forgot(0), *(Fined(0, tile) for tile in ("12", "40h", "7")), Recycled(5, None), Fined(0, "9")]
    hidden = [Forgot(1), *(Fined(1, None) for _ in range(3)), Fined(2, None)]
    for events, reader, once in (
        (seen, 0, "12, 40"),
        (hidden, 0, {"ru": "3 фишки", "en": "3 tiles"}[language]),
    ):
        plain = json.loads(msgspec.json.encode(events))
        told = page([("lib/spoken.ts", "row", language, texts, "upturn", NAMES, plain, reader)])[0]
        assert told.count(once) == 1
        speech = Speech(language, "upturn", NAMES, lambda part: part.replace("h", HAND[language]), reader)
        assert told == " ".join(speech.row(events))
        assert len(speech.row(events)) == len(events) - 2


HAND = {"ru": " с рукой", "en": " with a hand"}


def test_whoever_reads_is_spoken_to(page):
    """[you] has the sentence for whoever an event is about: by its seat, or by another field."""
    texts = {
        "core": {"lines": {"hidden": "?"}},
        "x": {
            "events": {
                "drew": "{seat} takes {card}.",
                "drew-hidden": "{seat} takes a card.",
                "gave": "{seat} gives {to} {card}.",
            },
            "you": {"drew": "You take {card}.", "gave.to": "{seat} gives you {card}."},
            "seats": {"seat": "", "to": ""},
        },
    }
    events = [
        {"kind": "drew", "seat": 0, "card": "8H"},
        {"kind": "drew", "seat": 1, "card": None},
        {"kind": "gave", "seat": 1, "to": 0, "card": "x"},
        {"kind": "gave", "seat": 0, "to": 1, "card": "x"},
    ]
    told = page([("lib/spoken.ts", "spoken", "en", texts, "x", NAMES, events, 0)])[0]
    assert told == ["You take 8♥\ufe0e.", "Боря takes a card.", "Боря gives you x.", "Аня gives Боря x."]
    watching = page([("lib/spoken.ts", "spoken", "en", texts, "x", NAMES, events[:1])])[0]
    assert watching == ["Аня takes 8♥\ufe0e."]


@languages
@pytest.mark.parametrize("name", SHELF)
def test_a_reason_is_told_to_whoever_moves_and_of_others_by_name(page, language, name):
    texts = _with_reasons(language, name)
    told = [Why(key, None, {"count": 2, "who": "?"}) for key in texts[name]["hints"] if "." not in key]
    plain = [{"reason": why.reason, "parameters": why.parameters} for why in told]
    speech = Speech(language, name, NAMES, reader=0)
    for of in (0, 1):
        (said,) = page([("lib/spoken.ts", "reasons", language, texts, name, NAMES, plain, of, 0)])
        assert [_blank(one) for one in said] == [_blank(speech.why(why, of=of)) for why in told]
    assert any("Боря" in one for one in said), "of somebody who reads it as well"


def _with_reasons(language: str, name: str) -> dict[str, dict]:
    """What the page has of a game's texts once a hint was asked for."""
    more = _wire(f"hints.{language}")
    return {room: tables | more[room] for room, tables in _texts_of_page(language, name).items()}


def _texts_of_page(language: str, game: str) -> dict[str, dict]:
    """What a table of this game has fetched."""
    return {room: _wire(f"texts.{room}.{language}") for room in ("core", game)}


def _wire(name: str) -> dict[str, dict]:
    return json.loads((ROOT / "web" / "src" / "wire" / f"{name}.json").read_text("utf-8"))


def _blank(said: str) -> str:
    """Without what is not told here: the page and the terminal have signs of their own for it."""
    return re.sub(r"hidden|скрыто|nobody|никто|\?", "", said)


class Played(core.Event, frozen=True, tag="played"):
    card: str | None
    fits: bool


class Buy(core.Intent, frozen=True, tag="buy"):
    card: str | None = None
    dear: bool = False


def test_a_key_for_a_value_is_spelled_alike_on_the_page_and_in_the_terminal(page, monkeypatch):
    """Yes, no and nothing are true, false and null in both."""
    own = {
        "events": {
            "played": "{card} fits.",
            "played.fits=false": "{card} does not fit.",
            "played.card=null": "Nothing.",
        },
        "intents": {"buy": "Buy {card}", "buy-hidden": "Buy from the deck", "buy.dear=true": "for much"},
    }
    speech = Speech("en", "upturn")
    for table, lines in own.items():
        monkeypatch.setitem(speech._tables, table, lines)
    events = [Played("x", True), Played("x", False), Played(None, True)]
    intents = [Buy("x"), Buy("x", True), Buy(), Buy(None, True)]
    said = [speech.event(event) for event in events]
    asked = [speech.intent(intent) for intent in intents]
    assert said == ["x fits.", "x does not fit.", "Nothing."]
    assert asked == ["Buy x", "Buy x, for much", "Buy from the deck", "Buy from the deck, for much"]
    words, offers = (json.loads(msgspec.json.encode(these)) for these in (events, intents))
    texts = {"core": {"lines": {"hidden": "?"}}, "x": own}
    assert page([("lib/spoken.ts", "spoken", "en", texts, "x", [], words)]) == [said]
    assert page([("lib/spoken.ts", "offered", "en", texts, "x", offers)]) == [asked]


class Dealt(core.Event, frozen=True, tag="dealt"):
    hand: str | None
    first: str | None


def test_a_null_that_has_a_sentence_of_its_own_hides_nothing(page, monkeypatch):
    """Nothing has to be laid first: that was told as if it were a secret, "begin with hidden"."""
    own = {
        "events": {
            "dealt": "{hand}, begin with {first}.",
            "dealt-hidden": "Begin with {first}.",
            "dealt.first=null": "{hand}, begin as you like.",
            "dealt-hidden.first=null": "Begin as you like.",
        },
    }
    speech = Speech("en", "upturn")
    for table, lines in own.items():
        monkeypatch.setitem(speech._tables, table, lines)
    events = [Dealt("x", "y"), Dealt(None, "y"), Dealt("x", None), Dealt(None, None)]
    said = [speech.event(event) for event in events]
    assert said == ["x, begin with y.", "Begin with y.", "x, begin as you like.", "Begin as you like."]
    words = json.loads(msgspec.json.encode(events))
    assert page([("lib/spoken.ts", "spoken", "en", {"core": {}, "x": own}, "x", [], words)]) == [said]


def test_no_parts_are_nothing_and_no_seats_are_nobody(page):
    """On the page as in the terminal."""
    for language in ("ru", "en"):
        speech = Speech(language)
        lines = {key: speech.line(key) for key in ("nobody", "nothing")}
        texts = {
            "core": {"lines": lines, "seats": {"winners": ""}},
            "x": {"events": {"told": "{cards}/{winners}"}},
        }
        events = [{"kind": "told", "cards": [], "winners": []}]
        (said,) = page([("lib/spoken.ts", "spoken", language, texts, "x", [], events)])
        assert said == [f"{lines['nothing']}/{lines['nobody']}"]
        assert speech._value(()) == lines["nothing"]
        assert speech._seats((), speech.name) == lines["nobody"]


def test_an_end_may_name_those_who_have_lost_and_speak_to_them(page):
    """A game with one loser and no one winner could say only who had got away."""
    lines = {key: Speech("en").line(key) for key in ("you", "and", "nobody")}
    own = {
        "outcomes": {"fool": "{losers} {losers:-is/are} left."},
        "you": {"outcome.fool": "You got away: {losers}.", "outcome.fool.losers": "{losers} lost."},
    }
    texts = {"core": {"lines": lines, "seats": {"losers": "", "winners": ""}}, "x": own}
    end = core.Outcome("fool", None, (0, 2))
    said = []
    for reader in (None, 0, 1):
        speech = Speech("en", names=["Ann", "Bob", "Cora"], reader=reader)
        speech._tables = {**speech._tables, **own}
        said.append(speech.outcome(end))
    assert said == ["Bob is left.", "You got away: Bob.", "You lost."]
    plain = json.loads(msgspec.json.encode(end))
    asked = [
        ("lib/spoken.ts", "ended", "en", texts, "x", ["Ann", "Bob", "Cora"], plain, r) for r in (None, 0, 1)
    ]
    assert page(asked) == said


def test_a_seat_among_several_that_is_not_told_is_said_to_be_hidden(page):
    """A vote of each seat, of which one is kept: it was a mistake of the program in the terminal."""
    for language in ("ru", "en"):
        speech = Speech(language, names=["Ann", "Bob", "Cora"])
        lines = {key: speech.line(key) for key in ("hidden", "and")}
        texts = {"core": {"lines": lines, "seats": {"votes": ""}}, "x": {"events": {"told": "{votes}"}}}
        events = [{"kind": "told", "votes": [1, None, 0]}]
        (said,) = page([("lib/spoken.ts", "spoken", language, texts, "x", ["Ann", "Bob", "Cora"], events)])
        assert said == [f"Bob, {lines['hidden']} {lines['and']} Ann"]
        assert speech._seats((1, None, 0), speech.name) == said[0]


def _texts(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for key, held in value.items() if key != "kind" for text in _texts(held)]
    if isinstance(value, list):
        return [text for held in value for text in _texts(held)]
    return [value] if isinstance(value, str) else []


def _without_hidden(text: str) -> str:
    """The page leaves out the hands that it was not told; the terminal says that they are hidden."""
    return re.sub(r"(?:hidden|скрыто)(?: \| )?|(?: \| )(?:hidden|скрыто)", "", text).strip()


@languages
def test_every_cell_of_sequence_has_words_of_its_own(page, language):
    """No coordinates: the card and where it is on the board tell the two cells of a card apart."""
    said = page([("tables/sequence/places.ts", "places", language)])[0]
    assert len(said) == len(set(said.values())) == 100
    assert said["f1"] == ("6S, у верхнего края" if language == "ru" else "6S, top edge")


@languages
@pytest.mark.parametrize("name", SHELF)
def test_every_clause_of_the_rules_is_an_anchor_once(page, language, name):
    text = rules(name, language)
    blocks = json.dumps(page([("lib/markdown.ts", "markdown", text)])[0])
    anchors = re.findall(r'"kind": "clause", "text": "([^"]+)", "first": true', blocks)
    assert sorted(anchors) == sorted(set(CLAUSE.findall(re.sub(r"`[^`]*`", "", text))))
    assert not re.search(r'"text": "[^"]*(\*\*|\|)', blocks)


@pytest.mark.parametrize("name", SHELF)
def test_every_clause_that_can_be_cited_is_on_the_rules_page(name):
    there = set(json.loads((ROOT / "web" / "src" / "wire" / f"clauses.{name}.json").read_text("utf-8")))
    folder = ROOT / "src" / "igroteka" / "games" / name
    cited = {
        clause
        for path in folder.glob("*.py")
        for clause in re.findall(r'"([A-Z]{2}-[AB]?\d+)"', path.read_text())
    }
    assert cited <= there
