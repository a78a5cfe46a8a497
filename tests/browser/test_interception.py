"""Real-time interception between two browsers: who arrives first is served, the other is told kindly."""

import time

import pytest
from playwright.sync_api import Browser, WebSocketRoute

from browser.player import PHONE, Person, expect
from igroteka.core import read
from igroteka.games import etazhiki
from igroteka.games.etazhiki.moves import Floor, Intercept
from igroteka.table import Match
from igroteka.table.record import Record, read_record, rows_from
from server.client import come
from server.serving import Server


class Delay:
    """Lies between a page and the server and can hold back what the server tells."""

    def __init__(self) -> None:
        self.holds = False
        self._held: list[tuple[WebSocketRoute, str | bytes]] = []

    def route(self, page_side: WebSocketRoute) -> None:
        server_side = page_side.connect_to_server()
        page_side.on_message(server_side.send)

        def tell(message: str | bytes) -> None:
            if self.holds:
                self._held.append((page_side, message))
            else:
                page_side.send(message)

        server_side.on_message(tell)

    def let_go(self) -> None:
        self.holds = False
        for side, message in self._held:
            side.send(message)
        self._held.clear()


def a_moment_for_interception(server: Server) -> tuple[str, int, int, str]:
    """A finished game between bots, and a row after which the seat off turn may intercept.

    Answers with table, row, the seat on turn, and a floor that it may lay so that the night floor no
    longer fits.
    """
    for _ in range(60):
        asked = {"game": "etazhiki", "seats": 2, "options": {"starter": 0}, "bots": [1]}
        table = server.http.post("/api/tables", json=asked).json()["table"]
        record = _played_by_bots(server, table)
        match = Match(etazhiki, 2, read(record.options, etazhiki.Options))
        for row in rows_from(record, etazhiki)[:-1]:
            match.append(row)
            turn = etazhiki.turn(match.state)
            if turn is None:
                break
            nights = [offer for offer in match.legal(1 - turn) if isinstance(offer, Intercept)]
            for floor in [offer for offer in match.legal(turn) if isinstance(offer, Floor)]:
                state = match.after(match.decide(turn, floor))
                after = etazhiki.legal(state, 1 - turn)
                gone = not any(isinstance(offer, Intercept) for offer in after)
                if len(nights) == 1 and gone and etazhiki.turn(state) == turn:
                    return table, row.number, turn, floor.card
    raise AssertionError("no game had such a moment")


def _played_by_bots(server: Server, table: str) -> Record:
    """A person starts the game, leaves the seat to a bot at once, and the bots play it out."""
    with come(server, table, "Host") as host:
        host.done("start")
        host.done("stand")
    for _ in range(600):
        record = read_record(server.http.get(f"/api/tables/{table}/rounds/1/record").content)
        if record.complete:
            return record
        time.sleep(0.1)
    raise AssertionError("the bots did not finish")


@pytest.mark.parametrize("first", ["interceptor", "mover"])
def test_the_first_to_arrive_is_served_and_the_other_is_told_kindly(
    server: Server, browser: Browser, first: str
) -> None:
    old, row, turn, floor = a_moment_for_interception(server)
    table = server.http.post("/api/tables/again", json={"table": old, "round": 1, "row": row}).json()["table"]
    people, delays = [], [Delay(), Delay()]
    for delay in delays:
        person = Person(browser, server.url, PHONE, "ru")
        person.page.route_web_socket("**/ws/*", delay.route)
        people.append(person.come_to(table))
    people[0].start()
    mover, other = people[turn], people[1 - turn]
    glowing = other.page.locator(".hand .card.glow")
    expect(glowing).to_have_count(1)
    late, held = (mover, delays[turn]) if first == "interceptor" else (other, delays[1 - turn])
    held.holds = True
    if first == "interceptor":
        glowing.click()
        expect(other.page.locator(".prompt.mine, [data-tone=mine]").first).to_be_visible()
        _lay(mover, floor)
    else:
        _lay(mover, floor)
        mover.page.wait_for_timeout(300)
        glowing.click()
    held.let_go()
    expect(late.page.get_by_text("Поздно", exact=False).first).to_be_visible()
    for person in people:
        person.close()


def _lay(person: Person, card: str) -> None:
    """Tap the floor, and Готово where a phone asks for it."""
    name = f"{'ночной этаж' if card[0] == 'N' else 'этаж'} {card[1]}, подходит"
    person.page.get_by_role("button", name=name, exact=True).first.click()
    done = person.page.get_by_role("button", name="Готово")
    if done.count():
        done.first.click()
