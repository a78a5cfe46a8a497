"""What the host may do, and nobody else; the role is never lost."""

import pytest

from igroteka.server.people.decide import decide
from igroteka.server.people.events import HostCame
from igroteka.server.people.intents import ClaimHost
from igroteka.server.people.moment import Moment
from igroteka.server.people.party import Chair, Party, Person
from server.client import (
    Place,
    Tables,
    come,
    get,
    on_turn,
    open_table,
    reason,
    start,
    wait_for_deal,
    wait_for_number,
)
from server.serving import Server

HOST_ONLY = [
    {"kind": "start"},
    {"kind": "rematch"},
    {"kind": "add_bot", "seat": 2},
    {"kind": "remove_bot", "seat": 2},
    {"kind": "swap", "seat": 0, "other": 1},
    {"kind": "set_options", "seats": 2, "options": {}},
    {"kind": "set_table", "chat": True},
    {"kind": "set_patience", "seat": 0, "seconds": 1},
    {"kind": "pause"},
    {"kind": "resume"},
    {"kind": "remove_person", "person": "x"},
    {"kind": "mute", "person": "x"},
    {"kind": "hand_over", "person": "x"},
    {"kind": "call_bot", "seat": 0},
    {"kind": "stop_game"},
    {"kind": "delete"},
    {"kind": "rename", "name": "x", "person": "HOST"},
]


@pytest.mark.parametrize("intent", HOST_ONLY, ids=lambda intent: str(intent["kind"]))
def test_only_the_host_may(server: Server, intent: dict[str, object]) -> None:
    with Tables(server, "upturn", 3, bots=[2]) as (anna, boris):
        if "person" in intent:
            intent = intent | {"person": anna.me}
        assert boris.refused(**intent) == "only-the-host"  # type: ignore[arg-type]


def test_a_game_starts_when_every_chair_is_taken(server: Server) -> None:
    table = open_table(server, "sequence", 3)
    with come(server, table) as anna:
        assert anna.refused("start") == "chairs-free"
        anna.done("add_bot", seat=1)
        anna.done("add_bot", seat=2, level="random")
        assert anna.refused("add_bot", seat=2) == "chair-taken"
        assert anna.refused("add_bot", seat=3) == "no-such-seat"
        start([anna])
        assert anna.refused("start") == "game-is-running"


def test_bots_come_and_go_before_a_game_and_are_needed_in_it(server: Server) -> None:
    with Tables(server, "sequence", 3, bots=[1, 2]) as (anna,):
        anna.done("remove_bot", seat=2)
        assert anna.chair(2)["bot"] is None
        assert anna.refused("remove_bot", seat=2) == "no-bot-there"
        anna.done("add_bot", seat=2)
        assert anna.refused("add_bot", seat=1, level="<b>") == "chair-taken"
        start([anna])
        assert anna.refused("remove_bot", seat=2) == "bot-needed"


def test_seats_are_swapped_between_games_only(server: Server) -> None:
    with Tables(server) as (anna, boris):
        anna.done("swap", seat=0, other=1)
        boris.until(lambda: boris.seat == 0)
        assert anna.seat == 1
        start([anna, boris])
        assert anna.view["seat"] == 1
        assert anna.refused("swap", seat=0, other=1) == "game-is-running"


def test_the_host_renames_others_and_everyone_themselves(server: Server) -> None:
    with Tables(server) as (anna, boris):
        anna.done("rename", name="Боря", person=boris.me)
        assert anna.names() == ["Anna", "Боря"]
        boris.done("rename", name="\u202eBob")
        assert boris.names() == ["Anna", "Bob"]
        assert anna.refused("rename", name="x", person="nobody") == "no-such-person"
        assert boris.refused("rename", name="  ") == "name-empty"


def test_nobody_moves_in_a_pause(server: Server) -> None:
    with Tables(server) as people:
        anna = people[0]
        assert anna.refused("pause") == "no-game-is-running"
        start(people)
        anna.done("pause")
        mover = on_turn(people)
        assert reason(mover.ask(mover.legal[0])) == "paused"
        assert reason(mover.why(mover.legal[0])) == "paused"
        anna.done("resume")
        assert mover.ask(mover.legal[0])["kind"] == "answer"


def test_bots_rest_in_a_pause(server: Server) -> None:
    table = open_table(server, "upturn", 2, bots=[0, 1])
    with come(server, table, watch=True) as anna:
        anna.done("start")
        anna.done("pause")
        number = anna.table_number
        anna.quiet(0.3)
        assert anna.number <= number
        seen = anna.number
        anna.done("resume")
        anna.until(lambda: anna.number > seen)


def test_a_removed_person_is_shown_out_and_a_bot_minds_the_seat(server: Server) -> None:
    with Tables(server) as (anna, boris):
        start([anna, boris])
        anna.done("remove_person", person=boris.me)
        assert (boris.bye(), boris.closed) == ("gone", 1008)
        assert anna.names() == ["Anna"]
        assert anna.chair(1) == {"person": None, "bot": "player", "patience": None}
        with Place(server, anna.id, boris.token) as again:
            assert again.bye() == "wrong-token"
        assert anna.refused("remove_person", person=anna.me) == "that-is-the-host"
        assert anna.refused("remove_person", person="nobody") == "no-such-person"


def test_the_host_role_is_handed_on(server: Server) -> None:
    with Tables(server) as (anna, boris):
        anna.done("hand_over", person=boris.me)
        assert anna.table["host"] == boris.me
        assert anna.refused("start") == "only-the-host"
        start([boris, anna])


def test_the_host_role_passes_on_when_the_host_leaves(server: Server) -> None:
    with Tables(server, "upturn", 3) as (anna, boris, vera):
        boris.close()
        vera.until(lambda: not vera.is_here(boris.me))
        assert anna.do("leave")["kind"] == "answer"
        assert anna.bye() == "gone"
        vera.until(lambda: vera.table["host"] == vera.me)
        vera.do("leave")
    with come(server, vera.id, "Gleb") as gleb:
        assert gleb.table["host"] == boris.me  # not here, but of those who sit


def test_a_table_that_everyone_has_left_gets_the_next_who_comes_as_host(server: Server) -> None:
    table = open_table(server)
    with come(server, table) as anna:
        anna.do("leave")
        assert anna.bye() == "gone"
    with come(server, table, "Boris") as boris:
        assert boris.table["host"] == boris.me
        assert boris.names() == ["Boris"]


def test_the_role_of_a_host_who_is_here_is_not_claimed(server: Server) -> None:
    with Tables(server) as (anna, boris):
        assert boris.refused("claim_host") == "host-is-here"
        assert anna.do("claim_host")["number"] is None
        boris.until(lambda: boris.is_here(anna.me))
        anna.close()
        boris.until(lambda: not boris.is_here(anna.me))
        assert boris.refused("claim_host") == "host-is-here"  # away for a moment only


def test_the_role_of_a_host_who_stays_away_can_be_claimed() -> None:
    people = (Person("a", "Anna", None, ""), Person("b", "Boris", None, ""))
    party = Party("t", "c", "upturn", {}, (Chair("a"), Chair("b")), people=people, host="a")
    moment = Moment(None, 0.0, True, None, frozenset("b"), frozenset("b"), lambda person: 61.0)  # type: ignore[arg-type]
    assert decide(party, "b", ClaimHost(), moment) == (HostCame("b"),)


def test_a_bot_is_called_in_for_someone_absent_who_takes_the_seat_back(server: Server) -> None:
    with Tables(server) as (anna, boris):
        assert anna.refused("call_bot", seat=1) == "no-game-is-running"
        start([anna, boris])
        assert anna.refused("call_bot", seat=1) == "person-is-here"
        boris.close()
        anna.until(lambda: anna.is_here(anna.me) and not anna.is_here(boris.me))
        anna.done("call_bot", seat=1)
        assert anna.chair(1) == {"person": boris.me, "bot": "player", "patience": None}
        assert anna.refused("call_bot", seat=1) == "bot-plays-there"
        assert anna.refused("call_bot", seat=5) == "no-such-seat"
        with Place(server, anna.id, boris.token) as back, come(server, anna.id, "Vera") as vera:
            assert vera.refused("sit", seat=1) == "chair-taken"
            assert reason(back.ask({"kind": "draw"}, number=10**9)) == "bot-plays-there"
            back.done("take_back")
            assert back.chair(1)["bot"] is None
            assert back.do("take_back")["number"] is None
            assert vera.refused("take_back") == "not-seated"


def test_the_bot_of_someone_absent_plays_on_and_gives_the_seat_back_at_any_turn(server: Server) -> None:
    with Tables(server, "sequence") as (anna, boris):  # where nobody wins within six moves
        start([anna, boris])
        boris.close()
        anna.until(lambda: not anna.is_here(boris.me))
        anna.done("call_bot", seat=1)
        for _ in range(6):
            anna.until(lambda: anna.view["turn"] == 0 and bool(anna.legal))
            wait_for_number(anna, anna.ask(anna.legal[-1])["number"])
        with Place(server, anna.id, boris.token) as back:
            back.done("take_back")
            back.until(lambda: back.view["turn"] in (0, 1))
            assert back.view["hand"] is not None


def test_a_stopped_game_has_no_winner_and_shows_its_secret(server: Server) -> None:
    with Tables(server) as people:
        anna = people[0]
        assert anna.refused("stop_game") == "no-game-is-running"
        start(people)
        assert anna.table["shuffle"]["secret"] is None
        assert anna.do("stop_game")["kind"] == "answer"
        for place in people:
            place.until(lambda place=place: place.view["outcome"] is not None)  # type: ignore[misc]
            assert place.view["outcome"]["reason"] == "stopped"
            assert place.view["outcome"]["winners"] == []
            place.until(lambda place=place: place.table["shuffle"]["secret"] is not None)  # type: ignore[misc]
        assert anna.table["results"] == [[]]
        assert reason(anna.ask({"kind": "draw"})) == "game-over"
        assert anna.refused("stop_game") == "no-game-is-running"


def test_a_deleted_table_is_gone_for_everyone(server: Server) -> None:
    with Tables(server) as (anna, boris):
        start([anna, boris])
        code = anna.table["code"]
        assert anna.do("delete")["kind"] == "answer"
        assert (anna.bye(), boris.bye()) == ("table-deleted", "table-deleted")
        assert get(server, f"/api/tables/{anna.id}").status_code == 404
        assert get(server, f"/api/codes/{code}").status_code == 404
        with Place(server, anna.id, anna.token) as again:
            assert again.bye() == "no-such-table"


def test_seats_and_options_are_changed_between_games(server: Server) -> None:
    with Tables(server) as (anna, boris):
        anna.done("set_options", seats=3, options={"announce": "automatic"})
        assert len(anna.table["chairs"]) == 3
        assert anna.table["options"]["announce"] == "automatic"
        assert anna.refused("set_options", seats=9, options={}) == "seats-do-not-fit"
        assert anna.refused("set_options", seats=2, options={"x": 1}) == "unknown-field"
        boris.done("sit", seat=2)
        assert anna.refused("set_options", seats=2, options={}) == "chairs-needed"
        anna.done("add_bot", seat=1)
        start([anna, boris])
        assert anna.refused("set_options", seats=3, options={}) == "game-is-running"


def test_how_the_table_is_kept_is_within_bounds(server: Server) -> None:
    with Tables(server, bots=[1]) as (anna,):
        assert anna.refused("set_table", timer=1) == "timer-out-of-range"
        assert anna.refused("set_table", timer=10**6) == "timer-out-of-range"
        assert anna.refused("set_table", listed=True, chat=True) == "chat-is-for-private-tables"
        anna.done("set_table", timer=30, chat=True)
        assert (anna.table["timer"], anna.table["chat"]) == (30, True)
        assert anna.refused("set_table", listed=True) == "chat-is-for-private-tables"
        anna.done("set_table", timer=None)
        assert anna.table["timer"] is None
        assert anna.refused("set_patience", seat=0, seconds=-1) == "patience-out-of-range"
        assert anna.refused("set_patience", seat=0, seconds=1e9) == "patience-out-of-range"
        anna.done("set_patience", seat=0, seconds=12.5)
        assert anna.chair(0)["patience"] == 12.5


def test_the_host_chooses_the_colours_of_the_sides_between_games(server: Server) -> None:
    """SQ-07: everyone at the table is told, onlookers too, and they are kept like everything else."""
    with Tables(server) as people:
        anna, boris = people[:2]
        assert anna.table["colours"] == ["blue", "green", "red"]
        for wrong in (["blue"], ["blue", "blue", "red"], ["blue", "green", "pink"], []):
            assert anna.refused("set_table", colours=wrong) == "colours-each-once"
        chosen = ["red", "blue", "green"]
        assert boris.refused("set_table", colours=chosen) == "only-the-host"
        anna.done("set_table", colours=chosen)
        anna.done("set_table", timer=30)
        boris.until(lambda: boris.table["timer"] == 30)
        assert boris.table["colours"] == chosen
        with Place(server, anna.id) as onlooker:
            assert onlooker.table["colours"] == chosen
        start(people)
        assert anna.refused("set_table", colours=["blue", "green", "red"]) == "game-is-running"


def test_a_soft_timer_reminds_once_a_turn_and_nothing_follows(server: Server) -> None:
    with Tables(server) as people:
        anna = people[0]
        anna.done("set_table", timer=5)
        start(people)
        mover = on_turn(people)
        told = people[1].hear("reminded")
        assert told["seat"] == mover.seat
        number = anna.number
        anna.quiet(0.2)
        assert len([m for m in anna.heard if m["kind"] == "reminded"]) == 1
        assert anna.number == number
        assert mover.ask(mover.legal[0])["kind"] == "answer"


def test_a_person_replaces_a_bot_in_a_running_game(server: Server) -> None:
    table = open_table(server, "sequence", 2, bots=[1])
    with come(server, table) as anna, come(server, table, "Boris") as boris:
        start([anna])
        boris.until(lambda: bool(boris.told))
        assert boris.seat is None
        assert boris.view["hand"] is None
        boris.done("sit", seat=1)
        anna.until(lambda: anna.table["asking"] == [{"person": boris.me, "seat": 1}])
        anna.done("let_sit", person=boris.me)
        wait_for_deal([boris])
        boris.until(lambda: boris.view["seat"] == 1)
        assert boris.view["hand"]
        assert boris.chair(1) == {"person": boris.me, "bot": None, "patience": None}


def test_whoever_stands_up_in_a_game_leaves_a_bot_and_may_come_back_to_that_seat_only(
    server: Server,
) -> None:
    with Tables(server, "sequence", 3, bots=[2]) as (anna, boris):
        start([anna, boris])
        boris.done("stand")
        boris.until(lambda: boris.view["seat"] is None)
        assert boris.view["hand"] is None
        assert boris.chair(1) == {"person": None, "bot": "player", "patience": None}
        assert boris.refused("sit", seat=2) == "one-seat-a-game"  # hands are not to be compared
        boris.done("sit", seat=1)
        boris.until(lambda: boris.view["seat"] == 1)
        assert boris.refused("sit", seat=2) == "one-seat-a-game"
        anna.done("stop_game")
        boris.until(lambda: not boris.table["playing"])
        boris.done("sit", seat=2)
        assert boris.seat == 2


def test_whoever_leaves_a_running_game_leaves_a_bot_in_it(server: Server) -> None:
    with Tables(server) as (anna, boris):
        start([anna, boris])
        boris.do("leave")
        assert boris.bye() == "gone"
        anna.until(lambda: anna.names() == ["Anna"])
        assert anna.chair(1)["bot"] == "player"
        assert anna.table["playing"]


def test_a_spectator_sees_what_a_spectator_may(server: Server) -> None:
    with Tables(server, "sequence", 2) as (anna, boris), come(server, anna.id, "Vera") as vera:
        visitor = Place(server, anna.id)
        start([anna, boris])
        for place in (vera, visitor):
            wait_for_deal([place])
            assert place.view["seat"] is None
            assert place.view["hand"] is None
            assert place.legal == []
            heard = [e for m in place.heard for r in m.get("rows", ()) for e in r["events"]]
            dealt = [e for e in heard if e["kind"] == "dealt"]
            assert [hand for e in dealt for hand in e["hands"]] == [None, None]
        visitor.close()
        assert reason(vera.ask({"kind": "draw"})) == "not-seated"
        assert anna.view["hand"] != boris.view["hand"]
