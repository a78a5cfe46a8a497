"""People come without an account; their seat belongs to a secret that their browser holds."""

import pytest

from igroteka.server.entropy import hashed
from igroteka.server.people import names
from server.client import NONCE, Place, Tables, bearer, come, get, join, open_table, post, reason, start
from server.serving import Server, serving


def test_people_get_the_free_seats_in_order_and_watch_when_none_is_left(server: Server) -> None:
    table = open_table(server, "upturn", 3, bots=[1])
    with come(server, table) as anna, come(server, table) as boris, come(server, table) as vera:
        assert [place.seat for place in (anna, boris, vera)] == [0, 2, None]


def test_who_wants_to_watch_gets_no_seat_but_may_sit_down_later(server: Server) -> None:
    table = open_table(server)
    with come(server, table, watch=True) as anna:
        assert anna.seat is None
        anna.done("sit", seat=1)
        assert anna.seat == 1
        anna.done("sit", seat=0)
        assert [chair["person"] for chair in anna.table["chairs"]] == [anna.me, None]
        anna.done("stand")
        assert anna.seat is None


def test_a_taken_chair_is_not_given_away(server: Server) -> None:
    with Tables(server, "upturn", 3, bots=[2]) as (anna, boris):
        assert boris.refused("sit", seat=anna.seat) == "chair-taken"
        assert boris.refused("sit", seat=7) == "no-such-seat"
        assert boris.do("sit", seat=boris.seat)["number"] is None


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Анна  ", "Анна"),
        ("A\tb\nc", "A b c"),
        ("\u202egnip\u202c", "gnip"),
        ("\u2066x\u2069\u200b\u200e\ufeff", "x"),
        ("a\x00\x1b[31mb", "a[31mb"),
        ("<b>Bob</b>", "<b>Bob</b>"),
        ("x" * 500, "x" * names.LONGEST_NAME),
        ("Ёж 🦔", "Ёж 🦔"),
        ("e\u0301" + "\u0301" * 50, "é\u0301\u0301"),
        ("Nguyễn", "Nguyễn"),
        ("З\u05b0\u05b1\u05b2\u05b3а", "З\u05b0\u05b1а"),
        ("ก" + "\u0e49" * 30, "ก\u0e49\u0e49"),
        ("a\ufe0f\U000e0100b", "ab"),
    ],
)
def test_names_are_data_in_one_line_of_what_can_be_seen(server: Server, typed: str, kept: str) -> None:
    table = open_table(server)
    with come(server, table, typed) as anna:
        assert anna.names() == [kept]


@pytest.mark.parametrize(
    "typed",
    ["", "   ", "\u200b\u2066", "\u3164\u3164", "\u2800", "\u17b4\ufe01", "\u0301", "\U000e0041", "\ue000"],
)
def test_a_name_that_cannot_be_seen_is_refused(server: Server, typed: str) -> None:
    answer = post(server, f"/api/tables/{open_table(server)}/people", {"name": typed})
    assert (answer.status_code, answer.json()["reason"]) == (400, "name-empty")


@pytest.mark.parametrize(
    "typed",
    [
        "хуй", "Х У Й", "xуй", "ХУЁВЫЙ", "пиздец", "БЛЯ", "бляяядь", "Ёб", "заебал", "мудак Вася", "c_у_к_а",
        "fuck", "F.U.C.K", "Motherfucker", "fuuuck", "sh1t", "asshole", "A$$hole", "hitler",
    ],
)  # fmt: skip
def test_a_swear_word_is_no_name_at_a_table_with_children(server: Server, typed: str) -> None:
    table = open_table(server)
    answer = post(server, f"/api/tables/{table}/people", {"name": typed})
    assert (answer.status_code, answer.json()["reason"]) == (400, "name-rude")
    with come(server, table, "Анна") as anna:
        assert anna.refused("rename", name=typed) == "name-rude"
        assert anna.names() == ["Анна"]


@pytest.mark.parametrize(
    "typed",
    [
        "Аня 2", "Себастьян", "Хуан", "Хуго", "Любля", "Небо", "Рубль", "Мудрец", "Мандарин", "Сукно",
        "Dickens", "Dick", "Xue", "Cassandra", "Hancock", "Scunthorpe", "Essex", "Matsushita", "Peacock",
        "Застрахуй", "Употребление", "Команда", "Шляпа", "Психея", "Лебедь", "Щербина", "Хлебушек", "Ребёнок",
    ],
)  # fmt: skip
def test_ordinary_names_are_no_swear_words(typed: str) -> None:
    assert names.name(typed) == typed


@pytest.mark.parametrize(
    ("there", "wanted", "told"),
    [
        ("Anna", "Аnnа", "Аnnа 2"),  # with a Cyrillic А and а
        ("ВЕРА", "BEPA", "BEPA 2"),  # all Latin
        ("Anna", "Ａｎｎａ", "Ａｎｎａ 2"),  # wide letters
        ("Anna", "Αnna", "Αnna 2"),  # with a Greek Α
        ("Oksana", "Οksаnа", "Οksаnа 2"),  # Greek and Cyrillic
        ("Inna", "Іnna", "Іnna 2"),  # with the Ukrainian І
        ("Inna", "lnna", "lnna 2"),  # with a small L
        ("Max 10", "Max lO", "Max lO 2"),
        ("Anna", "Anne", "Anne"),
        ("Вера", "Bea", "Bea"),
    ],
)
def test_a_name_that_looks_like_another_is_told_apart(there: str, wanted: str, told: str) -> None:
    assert names.apart(wanted, [there]) == told


def test_two_of_one_name_are_told_apart(server: Server) -> None:
    table = open_table(server, seats=3)
    long = "ш" * names.LONGEST_NAME
    with come(server, table, "Маша") as first, come(server, table, "маша") as second:
        assert second.names() == ["Маша", "маша 2"]
        second.done("rename", name="МАША")
        first.until(lambda: first.names() == ["Маша", "МАША 2"])
        first.done("rename", name="Маша")  # one's own name is not in the way
        assert first.names() == ["Маша", "МАША 2"]
        first.done("rename", name=long)
        second.done("rename", name=long)
        second.until(lambda: second.names() == [long, long[:-2] + " 2"])
        with come(server, table, long) as third:
            assert third.names()[2] == long[:-2] + " 3"


def test_avatars_are_those_of_the_list(server: Server) -> None:
    assert len(names.AVATARS) == len(set(names.AVATARS)) == 24
    table = open_table(server)
    with come(server, table, avatar="fox") as anna:
        assert anna.table["people"][0]["avatar"] == "fox"
        anna.done("rename", name="Ann", avatar="owl")
        assert anna.table["people"][0] | {"present": True} == anna.table["people"][0]
        assert (anna.names(), anna.table["people"][0]["avatar"]) == (["Ann"], "owl")
    answer = post(server, f"/api/tables/{table}/people", {"name": "B", "avatar": "<script>"})
    assert answer.json()["reason"] == "no-such-avatar"


@pytest.mark.parametrize("nonce", ["", "00", "zz" * 16, "AB" * 16, "00" * 65, "0" * 33])
def test_a_nonce_is_16_to_64_bytes_in_small_hex(server: Server, nonce: str) -> None:
    answer = post(server, f"/api/tables/{open_table(server)}/people", {"name": "A", "nonce": nonce})
    assert (answer.status_code, answer.json()["reason"]) == (400, "bad-nonce")


def test_a_place_survives_reloads_and_two_tabs(server: Server) -> None:
    table = open_table(server, bots=[1])
    token = join(server, table)
    with Place(server, table, token) as one, Place(server, table, token) as other:
        assert one.me == other.me
        assert one.seat == other.seat == 0
        one.done("start")
        other.until(lambda: bool(other.told))
        one.done("pause")  # the bot must not move between the two looks
    with Place(server, table, token) as again:
        assert again.seat == 0
        assert len(again.view["rack"]) >= 1
        told = get(server, f"/api/tables/{table}", headers=bearer(token)).json()
    assert told["you"] == again.me
    assert told["turn"] == again.view["turn"]


def test_a_place_survives_a_restart_of_the_server() -> None:
    with serving() as server:
        table = open_table(server, bots=[1])
        token = join(server, table)
        with Place(server, table, token) as anna:
            start([anna])
            known = anna.me
        server.restart()
        with Place(server, table, token) as anna:
            assert (anna.me, anna.seat) == (known, 0)
            assert anna.view["seat"] == 0


@pytest.mark.parametrize("token", ["", "x", "x" * 5000, "\u0000", "😀", "null"])
def test_a_wrong_token_opens_nothing(server: Server, token: str) -> None:
    table = open_table(server)
    join(server, table)
    with Place(server, table, token) as stranger:
        assert (stranger.bye(), stranger.closed) == ("wrong-token", 1008)


@pytest.mark.parametrize("said", ["Bearer nonsense", "Bearer", "Basic QTpi", "bearer x", ""])
def test_a_wrong_token_over_http_is_refused(server: Server, said: str) -> None:
    answer = get(server, f"/api/tables/{open_table(server)}", headers={"Authorization": said})
    assert (answer.status_code, answer.json()["reason"]) == (403, "wrong-token")


def test_a_token_of_one_table_opens_no_other(server: Server) -> None:
    mine, other = open_table(server), open_table(server)
    token = join(server, mine)
    with Place(server, other, token) as anna:
        assert anna.bye() == "wrong-token"


@pytest.mark.alone
def test_only_hashes_of_tokens_are_kept() -> None:
    with serving() as server:
        table = open_table(server)
        token = join(server, table)
        word = post(server, f"/api/tables/{table}/moves", headers=bearer(token)).json()["move"]
        server.stop()
        kept = b"".join(file.read_bytes() for file in (server.folder / "data").iterdir() if file.is_file())
        assert hashed(token).encode() in kept
        assert token.encode() not in kept
        assert word.encode() not in kept
        assert len(token) == len(word) == 43  # 256 bits


def test_a_seat_moves_to_another_device_once_and_the_old_one_is_dismissed(server: Server) -> None:
    table = open_table(server)
    old, _ = join(server, table), join(server, table)  # no bot, which would play on meanwhile
    with Place(server, table, old) as phone:
        start([phone])
        move = post(server, f"/api/tables/{table}/moves", headers=bearer(old)).json()
        link, _, fragment = move["link"].partition("#")
        assert link == phone.table["link"]
        assert fragment == f"move={move['move']}"
        assert move["qr"].startswith("<svg")
        new = post(server, f"/api/tables/{table}/moves/used", {"move": move["move"]}).json()["token"]
        assert (phone.bye(), phone.closed) == ("moved-away", 1008)
        with Place(server, table, new) as tablet:
            assert (tablet.me, tablet.seat) == (phone.me, 0)
            assert tablet.view["rack"] == phone.view["rack"]
    with Place(server, table, old) as phone:
        assert phone.bye() == "wrong-token"
    again = post(server, f"/api/tables/{table}/moves/used", {"move": move["move"]})
    assert (again.status_code, again.json()["reason"]) == (400, "move-is-gone")


def test_a_new_one_time_link_makes_the_older_one_void(server: Server) -> None:
    table = open_table(server)
    token = join(server, table)
    moves = [post(server, f"/api/tables/{table}/moves", headers=bearer(token)).json()["move"] for _ in "12"]
    used = [post(server, f"/api/tables/{table}/moves/used", {"move": move}).status_code for move in moves]
    assert used == [400, 201]


def test_a_one_time_link_is_only_for_those_with_a_token(server: Server) -> None:
    table = open_table(server)
    join(server, table)
    assert post(server, f"/api/tables/{table}/moves").status_code == 403


def test_a_seat_of_someone_who_is_here_or_was_a_moment_ago_is_not_given_away(server: Server) -> None:
    with Tables(server) as (anna, boris):
        asked = {"person": boris.me}
        path = f"/api/tables/{anna.id}/moves"
        assert anna.token
        assert boris.token
        here = post(server, path, asked, headers=bearer(anna.token))
        assert here.json()["reason"] == "person-is-here"
        theft = post(server, path, {"person": anna.me}, headers=bearer(boris.token))
        assert (theft.status_code, theft.json()["reason"]) == (403, "only-the-host")
        anna.until(lambda: anna.is_here(boris.me))
        boris.close()
        anna.until(lambda: not anna.is_here(boris.me))
        just_gone = post(server, path, asked, headers=bearer(anna.token))
        assert just_gone.json()["reason"] == "person-is-here"
        nobody = post(server, path, {"person": "nobody"}, headers=bearer(anna.token))
        assert nobody.json()["reason"] == "no-such-person"


def test_who_is_removed_cannot_come_back_by_a_one_time_link(server: Server) -> None:
    with Tables(server) as (anna, boris):
        assert boris.token
        word = post(server, f"/api/tables/{anna.id}/moves", headers=bearer(boris.token)).json()["move"]
        anna.done("remove_person", person=boris.me)
        used = post(server, f"/api/tables/{anna.id}/moves/used", {"move": word})
        assert used.json()["reason"] == "move-is-gone"


def test_people_see_who_is_here(server: Server) -> None:
    with Tables(server) as (anna, boris):
        anna.until(lambda: anna.is_here(boris.me))
        boris.close()
        anna.until(lambda: anna.is_here(anna.me) and not anna.is_here(boris.me))


def test_a_table_has_room_for_64_people(server: Server) -> None:
    table = open_table(server)
    for at in range(64):
        join(server, table, f"P{at}", nonce=NONCE)
    answer = post(server, f"/api/tables/{table}/people", {"name": "one more"})
    assert (answer.status_code, answer.json()["reason"]) == (400, "table-full")


def test_a_visitor_may_only_watch(server: Server) -> None:
    table = open_table(server, bots=[1])
    with come(server, table) as anna, Place(server, table) as visitor:
        start([anna])
        visitor.until(lambda: bool(visitor.told))
        assert visitor.table["you"] is None
        assert visitor.view["seat"] is None
        assert visitor.view["rack"] is None
        for answer in (visitor.ask({"kind": "draw"}), visitor.do("stand"), visitor.why({"kind": "draw"})):
            assert reason(answer) == "only-watching"
        assert reason(visitor.ask({"kind": "draw"}, number=0)) == "only-watching"  # not «too late»
        assert reason(visitor.say(phrase="hello")) == "only-watching"
