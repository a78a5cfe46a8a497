"""What may be said at a table: phrases for all, free words for few, silence where the rules ask."""

import pytest

from igroteka.server.people.talk import PHRASES, REACTIONS
from server.client import Place, Tables, come, open_table, real_reason, reason, start, wait_for_deal
from server.serving import Server


@pytest.mark.parametrize("kind", ["phrase", "reaction"])
def test_phrases_and_reactions_are_heard_by_all_as_keys(server: Server, kind: str) -> None:
    word = (PHRASES if kind == "phrase" else REACTIONS)[0]
    with Tables(server) as (anna, boris), Place(server, boris.id) as visitor:
        said = anna.say(**{kind: word})
        assert (said["person"], said[kind], said["text"]) == (anna.me, word, None)
        for place in (boris, visitor):
            assert place.hear("said") == said


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"phrase": "you stink"}, "no-such-phrase"),
        ({"reaction": "<img>"}, "no-such-reaction"),
        ({"text": "hi"}, "chat-is-off"),
        ({}, "say-one-thing"),
        ({"phrase": "hello", "reaction": "smile"}, "say-one-thing"),
    ],
)
def test_nothing_else_is_said_where_chat_is_off(server: Server, words: dict[str, str], why: str) -> None:
    with Tables(server, bots=[1]) as (anna,):
        assert reason(anna.say(**words)) == why


def test_free_words_where_the_host_of_a_private_table_allows_them(server: Server) -> None:
    with Tables(server, chat=True) as (anna, boris):
        said = anna.say(text=" <b>привет</b>\u202e\n" + "я" * 500)
        assert said["text"].startswith("<b>привет</b> яяя")
        assert len(said["text"]) == 200
        assert boris.hear("said") == said
        assert reason(anna.say(text="\u200b \n")) == "say-one-thing"
        anna.done("set_table", chat=False)
        boris.until(lambda: not boris.table["chat"])
        assert reason(boris.say(text="hi")) == "chat-is-off"


@pytest.mark.alone  # tests/scale has one for several servers
def test_nobody_shouts_the_others_down(server: Server) -> None:
    with Tables(server, bots=[1]) as (anna,), Place(server, anna.id, anna.token) as second:
        devices = (anna, second) * 8  # one person, however many devices
        heard = [place.say(reaction="star") for place in devices]
        assert 5 <= [message["kind"] for message in heard].count("said") < 12
        assert {reason(message) for message in heard if message["kind"] == "complaint"} == {"too-fast"}


def test_the_muted_are_not_heard_until_they_are_unmuted(server: Server) -> None:
    with Tables(server) as (anna, boris):
        anna.done("mute", person=boris.me)
        boris.until(lambda: boris.table["people"][1]["muted"])
        assert reason(boris.say(phrase="hello")) == "muted"
        assert boris.refused("rename", name="Anna cheats", avatar=None) == "muted", "that is heard, too"
        anna.done("rename", name="Bob", avatar=None, person=boris.me)
        anna.done("mute", person=boris.me, muted=False)
        boris.until(lambda: not boris.table["people"][1]["muted"])
        boris.done("rename", name="Boris", avatar=None)
        assert boris.say(phrase="hello")["kind"] == "said"
        assert anna.refused("mute", person=anna.me) == "that-is-the-host"


def test_at_a_team_table_with_table_talk_there_is_silence_during_play(server: Server) -> None:
    with Tables(server, "sequence", 4, bots=[2, 3], chat=True) as (anna, boris):
        assert anna.say(phrase="good_luck")["kind"] == "said"
        start([anna, boris])
        for words in ({"phrase": "hello"}, {"text": "place the queen!"}):
            complaint = boris.say(**words)
            assert reason(complaint) == "quiet-please"
            assert complaint["refusal"]["clause"] == "SQ-35"
        assert boris.say(reaction="smile")["kind"] == "said"
        anna.done("stop_game")
        boris.until(lambda: boris.view["outcome"] is not None)
        assert boris.say(phrase="well_played")["kind"] == "said"


@pytest.mark.parametrize(("seats", "options"), [(4, {"table_talk": False}), (2, {}), (3, {})])
def test_elsewhere_one_may_talk_during_play(server: Server, seats: int, options: dict[str, object]) -> None:
    with Tables(server, "sequence", seats, bots=list(range(1, seats)), options=options) as (anna,):
        start([anna])
        assert anna.say(phrase="hello")["kind"] == "said"


def test_a_side_of_bots_alone_is_not_accused_and_a_bot_beside_a_person_denies(server: Server) -> None:
    table = open_table(server, "sequence", 4, bots=[2, 3])
    with come(server, table) as anna, come(server, table, "Boris") as boris:
        start([anna, boris])
        sides = ["blue", "green"]  # seats 0 and 2, seats 1 and 3
        assert anna.view["sides"] == 2
        answer = anna.ask({"kind": "accuse", "side": sides[1]})
        assert answer["kind"] == "answer"
        told = [e["kind"] for m in anna.heard for r in m.get("rows", ()) for e in r["events"]]
        assert "accused" in told
        anna.until(lambda: seen(anna, "denied"))
        denied = [e for m in anna.heard for r in m.get("rows", ()) for e in r["events"]]
        assert [e["seat"] for e in denied if e["kind"] == "denied"] == [3]
        boris.until(lambda: {"kind": "deny"} in boris.legal)
        assert boris.ask({"kind": "deny"})["kind"] == "answer"
    table = open_table(server, "sequence", 4, bots=[1, 3])
    with come(server, table) as anna, come(server, table, "Boris") as boris:
        start([anna, boris])
        wait_for_deal([anna])
        refused = anna.ask({"kind": "accuse", "side": sides[1]})
        assert real_reason(refused) == "bots-do-not-talk"
        assert refused["refusal"]["clause"] == "SQ-A24"
        assert reason(anna.why({"kind": "accuse", "side": sides[1]})) == "bots-do-not-talk"


def seen(place: Place, kind: str) -> bool:
    return any(e["kind"] == kind for m in place.heard for r in m.get("rows", ()) for e in r["events"])
