"""Strangers with a link: what they may become, take, see and undo."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from igroteka.core import Refused
from igroteka.server.entropy import Entropy
from igroteka.server.people import intents as i
from igroteka.server.people.decide import decide
from igroteka.server.people.events import (
    BotSat,
    Gone,
    HostCame,
    Moved,
    MoveOffered,
    PartyEvent,
    Sat,
    SeatAsked,
)
from igroteka.server.people.evolve import evolve
from igroteka.server.people.moment import Moment
from igroteka.server.people.party import Chair, Party, Person
from server.client import Place, Tables, bearer, come, get, join, open_table, post, start
from server.serving import Server, serving


def party(**more: Any) -> Party:
    """Anna, the host, and Boris sit; Vera watches; a bot has the third chair."""
    people = tuple(Person(id, id.upper(), None, f"token of {id}") for id in ("anna", "boris", "vera"))
    chairs = (Chair("anna"), Chair("boris"), Chair(None, "player"))
    held = (("anna", 0), ("boris", 1))
    base = Party("t", "c", "upturn", {}, chairs, people=people, host="anna", owner="anna", held=held)
    return replace(base, **more)


def moment(here: str = "boris vera", away: float = 61.0, playing: bool = True) -> Moment:
    present = frozenset(here.split())
    return Moment(
        Entropy(), 100.0, playing, None, present, present, lambda who: 0.0 if who in present else away
    )


def refused(party: Party, who: str | None, intent: Any, at: Moment) -> str:
    with pytest.raises(Refused) as refusal:
        decide(party, who, intent, at)
    return refusal.value.reason


def after(party: Party, events: tuple[PartyEvent, ...]) -> Party:
    for event in events:
        party = evolve(party, event)
    return party


# The host's role --------------------------------------------------------------------------------------------


def test_only_who_sits_may_claim_the_role_of_a_host_who_is_away() -> None:
    assert refused(party(), "vera", i.ClaimHost(), moment()) == "not-seated"
    assert decide(party(), "boris", i.ClaimHost(), moment()) == (HostCame("boris", claimed=True),)
    assert refused(party(), "boris", i.ClaimHost(), moment(away=59.0)) == "host-is-here"


def claimed() -> Party:
    return after(party(), decide(party(), "boris", i.ClaimHost(), moment()))


def test_who_has_claimed_the_role_moves_no_seats() -> None:
    for playing in (True, False):
        offer = i.OfferMove("anna", "word")
        assert refused(claimed(), "boris", offer, moment(playing=playing)) == "role-was-claimed"


def test_a_claimed_role_stays_claimed_until_it_is_back_where_it_was() -> None:
    once = claimed()
    handed = after(once, decide(once, "boris", i.HandOver("vera"), moment()))
    assert (handed.host, handed.is_host_claimed) == ("vera", True)
    back = after(handed, decide(handed, "vera", i.HandOver("anna"), moment()))
    assert (back.host, back.is_host_claimed) == ("anna", False)
    three = replace(once, chairs=(Chair("anna"), Chair("boris"), Chair("vera")))
    left = after(three, decide(three, "boris", i.Leave(), moment()))
    assert (left.host, left.is_host_claimed) == ("vera", True)
    left = after(once, decide(once, "boris", i.Leave(), moment()))
    assert (left.host, left.is_host_claimed) == ("anna", False), "nobody else sits: back where it was"


def test_the_role_of_a_host_who_leaves_goes_to_who_plays_not_to_who_only_watches() -> None:
    """A stranger who came early to watch could show the players out, or delete the table."""
    early = party(people=tuple(reversed(party().people)))
    assert early.people[0].id == "vera"
    for here in ("vera boris", "vera"):
        assert after(early, decide(early, "anna", i.Leave(), moment(here))).host == "boris"
    unseated = replace(early, chairs=(Chair("anna"), Chair(None, "player")))
    assert after(unseated, decide(unseated, "anna", i.Leave(), moment("vera"))).host == "vera"


def test_a_role_that_was_handed_over_is_whole() -> None:
    handed = after(party(), decide(party(), "anna", i.HandOver("boris"), moment()))
    assert (handed.host, handed.is_host_claimed) == ("boris", False)


def test_who_has_claimed_the_role_does_not_delete_the_table(server: Server) -> None:
    """What the server says of it; the role itself takes a minute to claim, so here it is the room's rule."""
    with pytest.raises(Refused) as refusal:
        claimed().need_true_host("boris")
    assert refusal.value.reason == "role-was-claimed"
    party().need_true_host("anna")


# Seats ------------------------------------------------------------------------------------------------------


def test_the_hand_of_someone_absent_is_shown_to_nobody_else() -> None:
    offer = i.OfferMove("boris", "word")
    assert refused(party(), "anna", offer, moment("anna", 3600.0)) == "hand-is-theirs"
    between = moment("anna", 61.0, playing=False)
    (offered,) = decide(party(), "anna", offer, between)
    assert isinstance(offered, MoveOffered)
    assert offered.by == "anna"
    waiting = evolve(party(), offered)
    assert refused(waiting, None, i.UseMove("word", "new"), moment("anna")) == "hand-is-theirs"
    assert decide(waiting, None, i.UseMove("word", "new"), between) == (Moved("boris", "new"),)
    back = moment("anna boris", playing=False)
    assert refused(waiting, None, i.UseMove("word", "new"), back) == "person-is-here"


def test_the_hand_of_someone_who_was_shown_out_is_the_bot_s_until_the_game_is_over() -> None:
    """A host who only watches, or lets a friend in, could take any hand so."""
    watching = party(host="vera", owner="vera")
    out = after(watching, decide(watching, "vera", i.Remove("boris"), moment("vera")))
    assert out.chairs[1] == Chair(None, "player")
    assert refused(out, "vera", i.Sit(1), moment("vera")) == "hand-is-theirs"
    assert refused(replace(out, open_seats=True), "vera", i.Sit(1), moment("vera")) == "hand-is-theirs"
    asking = replace(out, asking=(("vera", 1),))
    assert refused(asking, "vera", i.LetSit("vera"), moment("vera")) == "hand-is-theirs"
    assert decide(out, "vera", i.Sit(2), moment("vera")) == (Sat("vera", 2),), "that is a bot's own hand"
    assert decide(out, "vera", i.Sit(1), moment("vera", playing=False)) == (Sat("vera", 1),)


def test_a_hand_that_its_holder_has_given_up_may_be_played_by_others() -> None:
    stood = after(party(), decide(party(), "boris", i.Stand(), moment()))
    out = after(stood, decide(stood, "anna", i.Remove("boris"), moment("anna")))
    assert decide(out, "vera", i.Sit(1), moment("anna vera")) == (SeatAsked("vera", 1),)


def test_in_the_next_game_every_chair_is_open_again(server: Server) -> None:
    table = open_table(server, "upturn", 2, bots=[1])
    with come(server, table) as anna, come(server, table, "Boris") as boris:
        anna.done("sit", seat=1)
        boris.done("sit", seat=0)
        anna.done("stand")
        anna.done("add_bot", seat=1)
        start([anna, boris])
        anna.done("remove_person", person=boris.me)
        assert anna.refused("sit", seat=0) == "hand-is-theirs"
        anna.done("stop_game")
        anna.until(lambda: not anna.table["playing"])
        anna.done("start")
        anna.until(lambda: anna.table["playing"])
        anna.done("sit", seat=0)
        assert anna.seat == 0


def test_a_seat_moves_between_games_only_after_a_minute_of_absence() -> None:
    short = moment("anna", 59.0, playing=False)
    assert refused(party(), "anna", i.OfferMove("boris", "word"), short) == "person-is-here"


def test_a_one_time_link_is_for_ten_minutes_for_its_own_word_and_for_once() -> None:
    offered = after(party(), decide(party(), "boris", i.OfferMove("boris", "word"), moment()))
    last, late = replace(moment(), now=100.0 + 599.9), replace(moment(), now=100.0 + 600.0)
    assert refused(offered, None, i.UseMove("ward", "new"), last) == "move-is-gone"
    assert refused(offered, None, i.UseMove("word", "new"), late) == "move-is-gone"
    moved = after(offered, decide(offered, None, i.UseMove("word", "new"), last))
    assert moved.person("boris") == replace(party().people[1], token="new")
    assert decide(moved, None, i.UseMove("word", "new"), last) == (), (
        "an answer that was lost is asked for again"
    )
    assert refused(moved, None, i.UseMove("word", "newer"), last) == "move-is-gone"


def test_one_s_own_seat_moves_at_any_time_and_everyone_is_told(server: Server) -> None:
    with Tables(server) as (anna, boris):
        start([anna, boris])
        assert boris.token
        word = post(server, f"/api/tables/{anna.id}/moves", headers=bearer(boris.token)).json()["move"]
        assert post(server, f"/api/tables/{anna.id}/moves/used", {"move": word}).status_code == 201
        told = anna.hear("notice")
        assert (told["notice"], told["person"]) == ("seat_moved", boris.me)


def test_sitting_down_in_a_running_game_needs_the_host_s_yes(server: Server) -> None:
    with Tables(server, "sequence", 3, bots=[2]) as (anna, boris), come(server, anna.id, "Vera") as vera:
        start([anna, boris])
        vera.done("sit", seat=2)
        assert (vera.seat, vera.table["asking"]) == (None, [{"person": vera.me, "seat": 2}])
        assert vera.do("sit", seat=2)["number"] is None
        assert boris.refused("let_sit", person=vera.me) == "only-the-host"
        anna.done("let_sit", person=vera.me, yes=False)
        vera.until(lambda: vera.table["asking"] == [])
        assert vera.seat is None
        assert anna.refused("let_sit", person=vera.me) == "nobody-asks"
        vera.done("sit", seat=2)
        anna.done("let_sit", person=vera.me)
        vera.until(lambda: vera.seat == 2)


def test_of_two_who_ask_for_one_seat_the_second_is_not_put_upon_the_first() -> None:
    asking = party(asking=(("vera", 2), ("gleb", 2)))
    seated = after(asking, decide(asking, "anna", i.LetSit("vera"), moment("anna")))
    assert (seated.seat_of("vera"), seated.asking) == (2, (("gleb", 2),))
    assert refused(seated, "anna", i.LetSit("gleb"), moment("anna")) == "chair-taken"


def test_a_host_may_leave_the_seats_of_bots_open_to_all(server: Server) -> None:
    with Tables(server, "sequence", 2, bots=[1]) as (anna,), come(server, anna.id, "Vera") as vera:
        anna.done("set_table", open_seats=True)
        start([anna])
        vera.done("sit", seat=1)
        assert vera.seat == 1


# Coming back as somebody else -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def world() -> Iterator[Server]:
    with serving(trusted_proxies="127.0.0.1", people_per_address=3, joins_per_minute=3) as server:
        yield server


def at(address: int) -> dict[str, str]:
    return {"X-Forwarded-For": f"203.0.113.{address}"}


def joined(server: Server, table: str, address: int, name: str = "Anna") -> Place:
    answer = post(server, f"/api/tables/{table}/people", {"name": name}, headers=at(address))
    assert answer.status_code == 201, answer.text
    return Place(server, table, answer.json()["token"])


def why_not(server: Server, table: str, address: int) -> str:
    answer = post(server, f"/api/tables/{table}/people", {"name": "Anew"}, headers=at(address))
    return str(answer.json().get("reason", "came in"))


@pytest.mark.alone
def test_who_leaves_a_game_and_joins_anew_sees_no_second_hand(world: Server) -> None:
    table = open_table(world, "sequence", 3, bots=[2])
    with joined(world, table, 1) as anna, joined(world, table, 2, "Boris") as boris:
        anna.done("set_table", open_seats=True)
        start([anna, boris])
        boris.do("leave")
        with joined(world, table, 2, "Anew") as again, joined(world, table, 3, "Vera") as vera:
            assert again.refused("sit", seat=2) == "hand-was-seen"
            vera.done("sit", seat=2)
            again.done("sit", seat=1)  # whose hand it is that was seen: somebody has come back
            again.done("stand")
            anna.done("stop_game")
            again.until(lambda: not again.table["playing"])
            vera.done("stand")
            again.done("sit", seat=2)


@pytest.mark.alone
def test_who_was_shown_out_does_not_come_back_from_the_same_address(world: Server) -> None:
    table = open_table(world)
    with joined(world, table, 1) as anna, joined(world, table, 2, "Boris") as boris:
        anna.done("remove_person", person=boris.me)
        assert why_not(world, table, 2) == "shown-out"
        assert why_not(world, table, 3) == "came in"
    with joined(world, open_table(world), 2):
        pass  # another table is another matter


@pytest.mark.alone
def test_a_family_at_one_address_is_not_shown_out_together(world: Server) -> None:
    table = open_table(world)
    with joined(world, table, 4) as mother, joined(world, table, 4, "Son") as son:
        mother.done("remove_person", person=son.me)
        assert why_not(world, table, 4) == "came in"


@pytest.mark.alone
def test_who_was_muted_is_muted_when_it_comes_back_until_the_host_takes_that_back(world: Server) -> None:
    table = open_table(world)
    with joined(world, table, 1) as anna, joined(world, table, 2, "Boris") as boris:
        anna.done("mute", person=boris.me)
        boris.do("leave")
        with joined(world, table, 2, "Anew") as again:
            assert again.say(phrase="hello")["refusal"]["reason"] == "muted"
            anna.done("mute", person=again.me, muted=False)
            assert again.say(phrase="hello")["kind"] == "said"
            again.do("leave")
        with joined(world, table, 2, "Once more") as forgiven:
            assert forgiven.say(phrase="hello")["kind"] == "said"


@pytest.mark.alone
def test_one_address_does_not_fill_a_table(world: Server) -> None:
    table = open_table(world)
    assert [why_not(world, table, 5) for _ in range(4)] == ["came in"] * 3 + ["too-many-from-address"]
    assert why_not(world, table, 6) == "came in"


@pytest.mark.alone
def test_coming_and_going_again_and_again_is_limited(world: Server) -> None:
    table = open_table(world)
    said = []
    for _ in range(12):
        answer = post(world, f"/api/tables/{table}/people", {"name": "Fly"}, headers=at(7))
        said.append(answer.status_code)
        if answer.status_code == 201:
            with Place(world, table, answer.json()["token"]) as fly:
                fly.do("leave")
    assert (said[0], said[-1]) == (201, 429)


def test_addresses_are_neither_kept_nor_told(server: Server) -> None:
    with come(server, open_table(server)) as anna:
        told = get(server, f"/api/tables/{anna.id}").text.replace(server.url, "")
        assert "127.0.0.1" not in told
        assert "address" not in told


def test_nobody_joins_a_locked_table_but_those_with_its_link_may_watch(server: Server) -> None:
    with Tables(server, "sequence") as (anna, boris):
        assert boris.refused("set_table", locked=True) == "only-the-host"
        anna.done("set_table", locked=True)
        answer = post(server, f"/api/tables/{anna.id}/people", {"name": "Vera"})
        assert (answer.status_code, answer.json()["reason"]) == (400, "table-locked")
        with Place(server, anna.id) as visitor:
            assert visitor.table["locked"]
        with Place(server, anna.id, boris.token) as again:
            assert again.me == boris.me
        anna.done("set_table", locked=False)
        join(server, anna.id, "Vera")


def test_a_table_that_everyone_has_left_is_not_locked_for_ever(server: Server) -> None:
    with come(server, open_table(server)) as anna:
        anna.done("set_table", locked=True)
        anna.do("leave")
        join(server, anna.id, "Boris")


def test_what_older_logs_say_is_folded_as_it_was() -> None:
    """Rows without the newer fields: nobody was removed, nothing was claimed."""
    folded = after(party(), (Gone("boris"), BotSat(1, "player"), HostCame("vera"), Sat("vera", 2)))
    assert (folded.removed, folded.seen, folded.is_host_claimed) == ((), (), False)
    assert evolve(folded, SeatAsked("anna", 1)).asking == (("anna", 1),)
