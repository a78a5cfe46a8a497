"""What is written in one step goes out at its end, in order, and a line that is broken holds up nobody."""

import asyncio
from typing import Any

from igroteka.server.connection.outbox import Outbox


class Wire:
    def __init__(self, out: list[tuple[str, bytes]], name: str) -> None:
        self.out, self.name = out, name

    def write_now(self, text: bytes) -> None:
        if self.name == "broken":
            raise ConnectionError
        self.out.append((self.name, text))


def test_texts_go_out_at_the_end_of_the_step_in_order() -> None:
    async def scene() -> None:
        out: list[tuple[str, bytes]] = []
        outbox, anna, boris = Outbox(), Wire(out, "anna"), Wire(out, "boris")
        for line, text in ((anna, b"1"), (boris, b"2"), (anna, b"3")):
            outbox.add(line, text)
        assert out == []
        await asyncio.sleep(0)
        assert out == [("anna", b"1"), ("boris", b"2"), ("anna", b"3")]
        outbox.add(boris, b"4")
        await asyncio.sleep(0)
        assert out[3:] == [("boris", b"4")]

    asyncio.run(scene())


def test_a_broken_line_holds_up_nobody() -> None:
    async def scene() -> None:
        out: list[tuple[str, bytes]] = []
        faults: list[dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, what: faults.append(what))
        outbox = Outbox()
        outbox.add(Wire(out, "broken"), b"1")
        outbox.add(Wire(out, "anna"), b"2")
        await asyncio.sleep(0)
        assert out == [("anna", b"2")]
        assert [fault["message"] for fault in faults] == ["fault in writing"]

    asyncio.run(scene())
