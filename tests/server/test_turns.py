"""What takes long is done one at a time, in turn for all who ask: one stranger cannot take all the turns."""

import asyncio
import socket
from contextlib import ExitStack
from select import select
from urllib.parse import urlsplit

import pytest

from igroteka.core import Refused
from igroteka.server.turns import _MOST, ASKER, Turns
from server.client import get, open_table
from server.serving import serving

Done = list[str]


async def ask(turns: Turns, who: str, done: Done) -> None:
    ASKER.set(who)
    async with turns:
        await asyncio.sleep(0)
        done.append(who)


def asked(turns: Turns, who: str, done: Done) -> "asyncio.Task[None]":
    return asyncio.get_running_loop().create_task(ask(turns, who, done))


def test_who_asks_little_does_not_wait_for_all_that_another_has_asked_before() -> None:
    async def scene() -> Done:
        turns, done = Turns(), Done()
        many = [asked(turns, "stranger", done) for _ in range(100)]
        await asyncio.sleep(0)
        few = [asked(turns, who, done) for who in ("anna", "boris", "anna")]
        await asyncio.gather(*many, *few)
        return done

    done = asyncio.run(scene())
    assert len(done) == 103
    assert set(done[:8]) == {"stranger", "anna", "boris"}
    assert "anna" not in done[8:]


@pytest.mark.parametrize("is_first_gone", [True, False], ids=["gone, then too many", "too many, then gone"])
def test_who_goes_in_the_moment_in_which_it_is_one_too_many_harms_nobody(
    monkeypatch: pytest.MonkeyPatch, is_first_gone: bool
) -> None:
    """Whoever came then met a fault, or two worked at once."""
    monkeypatch.setattr("igroteka.server.turns._MOST", 2)

    async def scene() -> None:
        turns, done = Turns(), Done()
        async with turns:
            waits, is_last = asked(turns, "stranger", done), asked(turns, "stranger", done)
            await asyncio.sleep(0)
            anna = asked(turns, "anna", done)
            if not is_first_gone:
                await asyncio.sleep(0)
            is_last.cancel()
            for _ in range(5):
                await asyncio.sleep(0)
            assert done == []
        await asyncio.gather(anna, waits)
        assert sorted(done) == ["anna", "stranger"]

    asyncio.run(scene())


def test_where_too_many_wait_it_is_too_many_of_whoever_asks_most() -> None:
    async def scene() -> None:
        turns, done = Turns(), Done()
        many = [asked(turns, "stranger", done) for _ in range(_MOST + 10)]
        await asyncio.sleep(0)
        anna = asked(turns, "anna", done)
        told = await asyncio.gather(*many, return_exceptions=True)
        await anna
        refused = [one for one in told if isinstance(one, Refused)]
        assert {one.reason for one in refused} == {"one-moment"}
        assert len(refused) == 9  # of those who have not begun
        assert done.index("anna") < 5

    asyncio.run(scene())


@pytest.mark.parametrize("when", range(4))
def test_who_gives_up_waiting_takes_nobody_s_turn(when: int) -> None:
    async def scene() -> Done:
        turns, done = Turns(), Done()
        some = [asked(turns, f"{at}", done) for at in range(5)]
        for _ in range(when):
            await asyncio.sleep(0)
        some[1].cancel()
        some[2].cancel()
        await asyncio.gather(*some, return_exceptions=True)
        await asyncio.wait_for(ask(turns, "last", done), 10)
        return done

    done = asyncio.run(scene())
    assert {"0", "3", "4", "last"} <= set(done)


@pytest.mark.alone  # one server, and no limits
def test_a_picture_is_drawn_for_who_asks_for_one_before_all_that_a_stranger_has_asked_for() -> None:
    with serving() as server, ExitStack() as opened:
        where, host = urlsplit(server.url), "a" * 250
        path = f"/api/tables/{open_table(server)}/qr.svg"
        for _ in range(200):
            one = socket.create_connection((where.hostname or "", where.port or 0), 30, ("127.0.0.2", 0))
            opened.enter_context(one).sendall(
                f"GET {path}?at=http://{host} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()
            )
        assert get(server, path).status_code == 200
        assert not select([one], [], [], 0)[0]  # the last of them still waits
