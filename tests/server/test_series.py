"""One game after another with the same people; every shuffle is promised before and shown after."""

import asyncio
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from igroteka.server.entropy import Entropy
from igroteka.server.hub import Hub, Open
from igroteka.server.metrics import Metrics
from igroteka.server.people import intents
from igroteka.server.people.events import GameChanged
from igroteka.server.people.evolve import evolve
from igroteka.server.people.party import Chair, Party
from igroteka.server.settings import Settings
from igroteka.server.table.fold import MOST_RESULTS, Folded
from igroteka.store import StoredRow
from igroteka.store.sqlite import SqliteStore
from igroteka.table.shuffle import Nonce, commitment, seed_from, terms
from server.client import NONCE, Place, Tables, come, get, join, open_table, start, wait_for_deal
from server.serving import Server, serving


def stop(people: list[Place]) -> None:
    people[0].done("stop_game")
    for place in people:
        place.until(lambda place=place: not place.table["playing"])  # type: ignore[misc]


def starter(place: Place) -> int:
    """The seat on turn after the deal."""
    return int(place.view["turn"])


@pytest.mark.parametrize("game", ["upturn", "etazhiki"])
def test_in_a_rematch_the_next_seat_begins(server: Server, game: str) -> None:
    with Tables(server, game, 3) as people:
        start(people)
        first = starter(people[0])
        for at in range(1, 5):
            stop(people)
            people[at % 1].done("rematch")
            wait_for_deal(people)
            assert people[0].told["round"] == at + 1
            assert people[0].table["options"]["starter"] == "random"
            assert starter(people[0]) == (first + at) % 3


@pytest.mark.parametrize("game", ["upturn", "etazhiki"])
def test_whom_the_table_has_named_begins_every_game(server: Server, game: str) -> None:  # ET-10, UT-A05
    with Tables(server, game, 3) as people:
        for named in (2, 2, 0):
            people[0].done("set_options", seats=3, options={"starter": named})
            people[0].done("rematch" if people[0].table["round"] else "start")
            wait_for_deal(people)
            assert starter(people[0]) == named
            stop(people)


def test_in_sequence_the_cards_decide_who_begins(server: Server) -> None:
    with Tables(server, "sequence", 3) as people:
        start(people)
        begun = [starter(people[0])]
        for _ in range(9):
            stop(people)
            people[0].done("rematch")
            wait_for_deal(people)
            begun.append(starter(people[0]))
        assert begun != [(begun[0] + at) % 3 for at in range(10)]


def test_the_same_people_go_on_with_another_game(server: Server) -> None:
    with Tables(server, "upturn", 4, bots=[1]) as people:
        start(people)
        assert people[0].refused("change_game", game="sequence", seats=3) == "game-is-running"
        stop(people)
        assert people[1].refused("change_game", game="sequence", seats=3) == "only-the-host"
        for body, reason in (
            ({"game": "chess", "seats": 2}, "unknown-game"),
            ({"game": "etazhiki", "seats": 9}, "seats-do-not-fit"),
            ({"game": "etazhiki", "seats": 2}, "chairs-needed"),
        ):
            assert people[0].refused("change_game", **body) == reason
        people[0].done("change_game", game="etazhiki", seats=3, options={"variant": "medium"})
        people[2].until(lambda: people[2].table["game"] == "etazhiki")
        assert people[2].table["options"]["variant"] == "medium"
        assert [chair["person"] for chair in people[2].table["chairs"]] == [
            one.table["you"] for one in people
        ]
        people[0].done("rematch")
        wait_for_deal(people)
        assert people[1].view["game"] == "etazhiki"
        people[0].done("set_table", listed=True)
        listed = {one["table"]: one["game"] for one in get(server, "/api/tables").json()}
        assert listed[people[0].id] == "etazhiki"
        stop(people)
        for number, game in ((1, "upturn"), (2, "etazhiki")):
            record = get(server, f"/api/tables/{people[0].id}/rounds/{number}/record").json()
            assert record["game"] == game
            check = get(server, f"/api/tables/{people[0].id}/rounds/{number}/check").json()
            assert {one["status"] for one in check["checks"]} == {"same"}


def test_in_another_game_people_keep_their_order_and_bots_come_after_them() -> None:
    chairs = (Chair(bot="master"), Chair("anna"), Chair(), Chair("boris", "player"), Chair(bot="beginner"))
    party = Party("", "", "etazhiki", {}, chairs)
    moved = evolve(party, GameChanged("upturn", 4, {})).chairs
    assert moved == (chairs[1], chairs[3], chairs[0], chairs[4])  # whom a bot minds is a person
    assert evolve(party, GameChanged("sequence", 6, {})).chairs == (*moved, Chair(), Chair())


def test_the_score_of_the_series_names_the_winners_of_every_game(server: Server) -> None:
    table = open_table(server, "sequence", 2, bots=[0, 1])
    with come(server, table, watch=True) as anna:
        for played in (1, 2):
            anna.done("rematch")
            anna.until(lambda played=played: len(anna.table["results"]) == played, 60)  # type: ignore[misc]
            assert anna.table["round"] == played
        for winners in anna.table["results"]:
            assert set(winners) <= {"bot:0", "bot:1"}
            assert winners


def test_a_rematch_needs_everyone_and_takes_whoever_sits_now(server: Server) -> None:
    with Tables(server, "upturn", 3) as (anna, boris, vera):
        start([anna, boris, vera])
        stop([anna, boris, vera])
        boris.done("leave")
        anna.until(lambda: len(anna.names()) == 2)
        assert anna.refused("rematch") == "chairs-free"
        with come(server, anna.id, "Gleb") as gleb:
            assert gleb.seat == 1
            anna.done("rematch")
            wait_for_deal([anna, gleb, vera])
            assert gleb.view["rack"]


def test_the_shuffle_is_promised_mixed_with_everyones_nonce_and_shown(server: Server) -> None:
    table = open_table(server)
    promised = server.http.get(f"/api/tables/{table}").json()["shuffle"]["commitment"]
    anna = Place(server, table, join(server, table, "Anna", nonce=NONCE))
    boris = Place(server, table, join(server, table, "Boris", nonce="ff" * 20))
    with anna, boris:
        assert anna.table["shuffle"]["nonces"] == [{"who": anna.me, "nonce": NONCE}]
        start([anna, boris])
        shuffle = anna.table["shuffle"]
        assert shuffle["commitment"] == promised
        assert [nonce["who"] for nonce in shuffle["nonces"]] == [anna.me, boris.me]
        assert shuffle["secret"] is None
        stop([anna, boris])
        shuffle = anna.table["shuffle"]
        assert commitment(bytes.fromhex(shuffle["secret"])) == promised
        record = server.http.get(f"/api/tables/{table}/rounds/1/record").json()
        nonces = [Nonce(anna.me, NONCE), Nonce(boris.me, "ff" * 20)]
        drawn = seed_from(bytes.fromhex(shuffle["secret"]), nonces, terms("upturn", 2, record["options"]))
        assert record["seed"] == drawn.hex()


def test_every_game_has_fresh_nonces_and_a_secret_of_its_own(server: Server) -> None:
    with Tables(server) as (anna, boris):
        anna.done("nonce", nonce="aa" * 16)
        assert anna.do("nonce", nonce="bb" * 16)["number"] is None  # one a game
        start([anna, boris])
        following = boris.table["next_commitment"]
        assert following != boris.table["shuffle"]["commitment"]
        boris.done("nonce", nonce="cc" * 16)
        assert boris.refused("nonce", nonce="CC") == "bad-nonce"
        stop([anna, boris])
        anna.done("rematch")
        wait_for_deal([anna, boris])
        assert anna.table["shuffle"]["commitment"] == following
        assert anna.table["shuffle"]["nonces"] == [{"who": boris.me, "nonce": "cc" * 16}]
        records = [server.http.get(f"/api/tables/{anna.id}/rounds/{n}/record").json() for n in (1, 2)]
        assert [nonce["hex"] for nonce in records[0]["nonces"]] == ["aa" * 16]
        assert records[1]["secret"] is None


def test_bots_that_are_all_by_themselves_stop_until_somebody_looks() -> None:
    with serving(bot_pace=0.05) as server:
        table = open_table(server, "sequence", 2, bots=[0, 1], level="random")
        with come(server, table, watch=True) as anna:
            anna.done("start")
            anna.until(lambda: bool(anna.told) and anna.number > 5)
            seen = anna.number
        time.sleep(1.5)
        with Place(server, table) as visitor:
            visitor.until(lambda: bool(visitor.told))
            assert visitor.number <= seen + 4  # what was on its way
            visitor.until(lambda: visitor.number > seen + 6)  # and they go on


def test_the_winners_of_so_many_games_are_told_and_no_more(tmp_path: Path) -> None:
    """They go to everyone with every change of the table, and one who opens it could stop a game a second."""
    before, game = asyncio.run(_log_of_a_stopped_game(tmp_path))
    folded = Folded(0.0)
    folded.go_on(before)
    for _ in range(MOST_RESULTS + 5):
        folded.go_on([replace(row, number=folded.number + at) for at, row in enumerate(game, 1)])
    assert len(folded.party.rounds) == MOST_RESULTS + 5
    assert len(folded.party.results) == MOST_RESULTS


async def _log_of_a_stopped_game(folder: Path) -> tuple[list[StoredRow], list[StoredRow]]:
    """The rows before the game, and those of it."""
    store = SqliteStore(folder / "tables")
    hub = Hub(store, Settings(), Entropy(), Metrics())
    room = await hub.open(Open("upturn", 2, bots=(0, 1)))
    await hub.join(room, "Anna", None, None, True)
    begun, host = room.number, room.party.host
    assert host is not None
    await room.do(host, intents.Start(), "start")
    await room.do(host, intents.StopGame(), "stop")
    rows = await store.read(room.party.id)
    await hub.close()
    return rows[:begun], rows[begun:]
