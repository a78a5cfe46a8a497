"""The lock of a table passes from one to the next, whoever gives up waiting."""

import asyncio

from igroteka.server.table.lock import Lock


async def hold(lock: Lock, name: str, held: list[str], until: asyncio.Event | None = None) -> None:
    async with lock:
        held.append(name)
        if until is not None:
            await until.wait()


def test_it_is_taken_by_a_call_only_where_nobody_holds_it() -> None:
    lock = Lock()
    assert lock.take()
    assert lock.is_held
    assert not lock.take()
    lock.release()
    assert not lock.is_held
    assert lock.take()


def test_those_who_wait_hold_it_in_the_order_in_which_they_came() -> None:
    async def run() -> None:
        lock, held = Lock(), list[str]()
        assert lock.take()
        tasks = [asyncio.create_task(hold(lock, name, held)) for name in "abc"]
        await asyncio.sleep(0)
        lock.release()
        assert not lock.take(), "it was handed to the first who waits"
        await asyncio.gather(*tasks)
        assert held == ["a", "b", "c"]
        assert not lock.is_held

    asyncio.run(run())


def test_who_gives_up_waiting_is_passed_over() -> None:
    async def run() -> None:
        lock, held = Lock(), list[str]()
        assert lock.take()
        tasks = [asyncio.create_task(hold(lock, name, held)) for name in "ab"]
        await asyncio.sleep(0)
        tasks[0].cancel()
        lock.release()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert held == ["b"]
        assert not lock.is_held

    asyncio.run(run())


def test_who_gives_up_in_the_moment_of_getting_it_hands_it_on() -> None:
    async def run() -> None:
        lock, held = Lock(), list[str]()
        assert lock.take()
        tasks = [asyncio.create_task(hold(lock, name, held)) for name in "ab"]
        await asyncio.sleep(0)
        lock.release()
        tasks[0].cancel()  # before it has run on
        await asyncio.gather(*tasks, return_exceptions=True)
        assert tasks[0].cancelled()
        assert held == ["b"]
        assert not lock.is_held

    asyncio.run(run())


def test_it_is_let_go_by_who_fails_while_holding_it() -> None:
    async def run() -> None:
        lock, held, never = Lock(), list[str](), asyncio.Event()
        task = asyncio.create_task(hold(lock, "a", held, never))
        await asyncio.sleep(0)
        assert lock.is_held
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert held == ["a"]
        assert not lock.is_held

    asyncio.run(run())
