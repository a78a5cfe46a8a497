"""Once only, in order of arrival: resends are answered, latecomers told what they missed."""

import pytest

from server.client import (
    Place,
    Tables,
    come,
    first,
    in_step,
    join,
    last,
    on_turn,
    open_table,
    play_one,
    reason,
    start,
    wait_for_number,
)
from server.serving import Server, serving


def test_a_resend_is_answered_with_the_same_number_and_not_played_twice(server: Server) -> None:
    with Tables(server) as people:
        start(people)
        mover = on_turn(people)
        intent, number = {"kind": "draw"}, mover.number
        answers = [mover.ask(intent, id="only-once", number=number) for _ in range(3)]
        assert answers[0]["kind"] == "answer"
        assert answers == [answers[0]] * 3
        in_step(people)
        assert mover.number == answers[0]["number"]
        lobby = [people[0].do("pause", id="p"), people[0].do("resume", id="r"), people[0].do("pause", id="p")]
        assert lobby[0] == lobby[2]
        assert not people[0].table["paused"]


def test_a_resend_over_another_connection_and_after_a_restart_gets_the_same_number() -> None:
    with serving() as server:
        table = open_table(server, "sequence", bots=[1])
        token = join(server, table)
        with Place(server, table, token) as anna:
            begun = anna.do("start", id="s")
            anna.until(lambda: bool(anna.told) and anna.view["turn"] == 0 and bool(anna.legal))
            played = anna.ask(anna.legal[-1], id="x")
            assert played["kind"] == begun["kind"] == "answer"
        server.restart()
        with Place(server, table, token) as anna:
            number = anna.number
            assert anna.ask({"kind": "end"}, id="x") == played
            assert anna.do("start", id="s") == begun
            anna.quiet(0.2)
            rows = server.http.get(f"/api/tables/{table}/rounds/1/record").json()["rows"]
            assert anna.number >= number
            assert len(rows) == len({row["number"] for row in rows})


def test_ids_are_each_persons_own(server: Server) -> None:
    with Tables(server) as (anna, boris):
        assert anna.do("rename", id="1", name="A")["number"] != boris.do("rename", id="1", name="B")["number"]
        boris.until(lambda: boris.names() == ["A", "B"])


def test_nobody_can_make_the_table_forget_the_intents_of_another(server: Server) -> None:
    with Tables(server) as (anna, boris):
        played = anna.do("rename", id="mine", name="Ann")
        for at in range(500):
            boris.send({"kind": "do", "id": str(at), "intent": {"kind": "stand"}})
        boris.hear("answer", id="499")
        assert anna.do("rename", id="mine", name="Other") == played


@pytest.mark.parametrize("id", ["", "x" * 65])
def test_every_intent_needs_an_id_of_a_sensible_length(server: Server, id: str) -> None:
    with Tables(server, bots=[1]) as (anna,):
        before = len(anna.heard)
        anna.send({"kind": "do", "id": id, "intent": {"kind": "start"}})
        assert reason(anna.hear("not_possible", after=before)) == "bad-id"


def test_who_is_too_late_is_told_so_with_the_events_since(server: Server) -> None:
    with Tables(server, "etazhiki", 2) as people:
        start(people)
        mover = on_turn(people)
        other = next(place for place in people if place is not mover)
        old = other.number
        play_one(people, last)
        answer = other.ask({"kind": "lay", "card": "nonsense"}, number=old)
        late = other.ask({"kind": "deal"}, number=old)
        assert reason(answer) in ("too-late", "unknown-kind", "unknown-field", "wrong-value", "missing-field")
        assert reason(late) == "too-late"
        assert late["refusal"]["parameters"]["why"] == "only-the-house"
        assert [row["number"] for row in late["since"]] == list(range(old + 1, other.number + 1))
        assert reason(other.ask({"kind": "deal"})) == "only-the-house"


def test_events_since_are_redacted(server: Server) -> None:
    with Tables(server) as people:
        start(people)
        mover = on_turn(people)
        other = next(place for place in people if place is not mover)
        old = other.number
        wait_for_number(mover, mover.ask({"kind": "draw"})["number"])
        late = other.ask({"kind": "draw"}, number=old)
        assert reason(late) == "too-late"
        (drew,) = [e for row in late["since"] for e in row["events"] if e["kind"] == "drew"]
        assert drew["tile"] is None


def test_an_intent_that_is_still_possible_is_not_too_late(server: Server) -> None:
    with Tables(server) as people:
        start(people)
        mover = on_turn(people)
        assert mover.ask({"kind": "draw"}, number=0)["kind"] == "answer"


def test_out_of_turn_is_refused_with_reason_and_clause_and_only_the_asker_hears(server: Server) -> None:
    with Tables(server) as people:
        start(people)
        in_step(people)
        mover = on_turn(people)
        other = next(place for place in people if place is not mover)
        heard = len(mover.heard)
        answer = other.ask({"kind": "draw"})
        assert reason(answer) == "not-your-turn"
        assert answer["refusal"]["clause"].startswith("UT-")
        assert mover.quiet(0.2) == [] == mover.heard[heard:]


@pytest.mark.parametrize(
    ("intent", "why"),
    [
        ({"kind": "deal"}, "only-the-house"),
        ({"kind": "stop"}, "only-the-house"),
        ({"kind": "fly"}, "unknown-kind"),
        ({}, "missing-kind"),
        ({"kind": "lay"}, "missing-field"),
        ({"kind": "lay", "tile": 7}, "wrong-type"),
        ({"kind": "draw", "seat": 1}, "unknown-field"),
        ([], "wrong-type"),
        (None, "wrong-type"),
        ("draw", "wrong-type"),
    ],
)
def test_what_is_no_intent_of_the_game_is_refused(server: Server, intent: object, why: str) -> None:
    with Tables(server) as (anna, boris):
        start([anna, boris])
        assert reason(anna.ask(intent)) == why  # type: ignore[arg-type]
        assert reason(anna.why(intent)) == why  # type: ignore[arg-type]


def test_why_answers_and_plays_nothing(server: Server) -> None:
    with Tables(server) as people:
        assert reason(people[0].why({"kind": "draw"})) == "no-game-is-running"
        start(people)
        in_step(people)
        mover = on_turn(people)
        other = next(place for place in people if place is not mover)
        number, view = mover.number, mover.view
        for offer in mover.legal:
            assert mover.why(offer)["kind"] == "possible"
        assert reason(other.why({"kind": "draw"})) == "not-your-turn"
        assert set(mover.why({"kind": "draw"})) == {"kind", "id"}
        assert mover.quiet(0.2) == []
        with Place(server, mover.id, mover.token) as again:
            assert (again.number, again.view) == (number, view)


def test_a_client_that_comes_back_gets_a_whole_view_never_a_gap(server: Server) -> None:
    with Tables(server) as people:
        start(people)
        with Place(server, people[0].id, people[0].token) as again:
            assert again.told["jumped"]
            assert again.told["rows"] == []
        for _ in range(5):
            play_one(people, last)
        for place in people:
            told = [m for m in place.heard if m["kind"] == "told"]
            numbers = [row["number"] for m in told for row in m["rows"]]
            assert not any(m["jumped"] for m in told)
            assert numbers == sorted(set(numbers))
            assert numbers[-1] == place.number
            assert numbers == list(range(numbers[0], numbers[-1] + 1))


def test_of_two_who_ask_at_the_same_time_the_first_to_arrive_is_served(server: Server) -> None:
    with Tables(server) as people:
        start(people)
        mover = on_turn(people)
        with Place(server, mover.id, mover.token) as tab:
            for place, id in ((mover, "one"), (tab, "two")):
                place.send({"kind": "ask", "id": id, "number": mover.number, "intent": {"kind": "draw"}})
            answers = {mover.hear("answer", "not_possible", id="one")["kind"]}
            answers |= {tab.hear("answer", "not_possible", id="two")["kind"]}
            assert answers == {"answer", "not_possible"}


def test_nothing_is_legal_after_the_end(server: Server) -> None:
    with Tables(server) as (anna, boris):
        start([anna, boris])
        anna.done("stop_game")
        anna.until(lambda: anna.view["outcome"] is not None)
        assert anna.legal == []
        assert reason(anna.ask({"kind": "draw"})) == "game-over"


def test_the_same_tab_twice_hears_the_same(server: Server) -> None:
    table = open_table(server, "sequence", 2, bots=[1])
    with come(server, table) as anna, Place(server, table, anna.token) as tab:
        start([anna, tab])
        in_step([anna, tab])
        assert anna.view == tab.view
        anna.until(lambda: bool(anna.legal))
        wait_for_number(tab, anna.ask(first(anna.legal))["number"])
