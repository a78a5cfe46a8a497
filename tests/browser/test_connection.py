"""A dropped phone loses nothing: reload, a cut line, a restarted server, a second tab."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocket

from browser import moments
from browser.moments import CHOICE
from browser.player import DESKTOP, PHONE, Person, expect
from browser.test_moves import HELD, fitting, picked
from browser.test_whole_games import opened
from server.client import come
from server.serving import Server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path).start()
    try:
        yield running
    finally:
        running.close()


def _hand(person: Person) -> list[str]:
    cards: list[str] = person.page.eval_on_selector_all(
        "[data-hand] [data-card]", "nodes => nodes.map(node => node.dataset.card).sort()"
    )
    return cards


def _to_move(person: Person) -> None:
    """Until it is this person's turn and nothing is picked."""
    expect(person.page.locator("[data-hand] button.held:not(.quiet)").first).to_be_visible()


def test_a_reload_a_cut_line_and_a_restarted_server_in_the_middle_of_a_turn(
    own_server: Server, browser: Browser
) -> None:
    table = opened(own_server, "sequence", 2, [1], draw="automatic")
    person = Person(browser, own_server.url, PHONE, "ru").come_to(table).start()
    page = person.page
    _to_move(person)
    before = _hand(person)
    assert len(before) == 7
    page.locator("[data-hand] button.held:not(.dim)").first.click()  # something is picked and not sent
    page.reload()
    _to_move(person)
    assert _hand(person) == before

    person.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    own_server.kill()
    expect(page.get_by_text("Нет связи… ход сохранён")).to_be_visible()
    own_server.start()
    person.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_text("Нет связи… ход сохранён")).to_be_hidden(timeout=20_000)
    assert _hand(person) == before
    chips = page.locator("[role=gridcell].covered")
    covered = chips.count()
    until = time.monotonic() + 120
    while chips.count() < covered + 4 and time.monotonic() < until:
        page.wait_for_timeout(10 if person.act() else 30)
    assert chips.count() >= covered + 4, "play goes on as before"
    person.close()


def test_what_was_laid_last_is_marked_after_a_reload_too(server: Server, browser: Browser) -> None:
    """Though the last thing that happened is that a card was taken."""
    table = opened(server, "sequence", 2, [])
    person = Person(browser, server.url, PHONE, "ru").come_to(table)
    with come(server, table, "Боря") as boris:
        page = person.start().page
        boris.until(lambda: bool(boris.told))
        if boris.told["view"]["turn"] == 1:
            boris.ask(boris.told["view"]["legal"][0])
        taken = page.get_by_test_id("prompt").get_by_text("Ты берёшь")
        until = time.monotonic() + 60
        while not taken.count() and time.monotonic() < until:
            page.wait_for_timeout(10 if person.act() else 30)
        marked = page.locator("[role=gridcell].last")
        expect(marked).to_have_count(1)
        cell = marked.get_attribute("data-cell")
        page.reload()
        expect(marked).to_have_attribute("data-cell", cell or "")
    person.close()


def test_a_second_tab_takes_the_seat_over_and_the_first_can_take_it_back(
    server: Server, browser: Browser
) -> None:
    table = opened(server, "sequence", 2, [1], draw="automatic")
    person = Person(browser, server.url, PHONE, "en").come_to(table).start()
    first = person.page
    second = person.context.new_page()
    second.goto(f"{server.url}/t/{table}")
    expect(second.locator("[data-hand] [data-card]").first).to_be_visible()
    expect(first.locator("[data-hand] [data-card]")).to_have_count(0)
    first.locator(".button.main").click()
    expect(first.locator("[data-hand] [data-card]").first).to_be_visible()
    expect(second.locator("[data-hand] [data-card]")).to_have_count(0)
    person.close()


def test_a_seat_moves_to_another_device_by_a_one_time_link(server: Server, browser: Browser) -> None:
    table = opened(server, "sequence", 2, [1], draw="automatic")
    old = Person(browser, server.url, PHONE, "ru").come_to(table)
    old.page.get_by_text("Настройки стола").click()
    old.page.get_by_role("button", name="Перенести на другое устройство").click()
    link = old.page.get_by_role("textbox", name="Перенести на другое устройство").input_value()
    assert link.startswith(server.url), "as this browser has reached the server, whatever it calls itself"
    new = Person(browser, server.url, PHONE, "ru")
    new.page.goto(link)
    expect(new.page.locator(".button.main.start")).to_be_visible()
    new.start()
    _to_move(new)
    assert len(_hand(new)) == 7
    for person in (old, new):
        person.close()


def test_a_seat_moves_in_the_middle_of_a_game_too(server: Server, browser: Browser) -> None:
    """A phone whose battery runs low: the menu of the table has the link, for whoever is no host as well."""
    table = opened(server, "sequence", 2, [], draw="automatic")
    host = Person(browser, server.url, PHONE, "ru").come_to(table)
    old = Person(browser, server.url, PHONE, "ru").come_to(table)
    host.start()
    held = old.page.locator("[data-hand] .held")
    expect(held).to_have_count(7)
    old.page.get_by_role("button", name="Меню", exact=True).click()
    old.page.get_by_role("button", name="Перенести на другое устройство").click()
    link = old.page.get_by_role("textbox", name="Перенести на другое устройство").input_value()
    new = Person(browser, server.url, DESKTOP, "ru")
    new.page.goto(link)
    expect(new.page.locator("[data-hand] .held")).to_have_count(7)
    expect(old.page.get_by_role("heading", name="Игра перенесена на другое устройство")).to_be_visible()
    for person in (host, old, new):
        person.close()


def _link_away(person: Person) -> str:
    person.page.get_by_role("button", name="Меню", exact=True).click()
    person.page.get_by_role("button", name="Перенести на другое устройство").click()
    return person.page.get_by_role("textbox", name="Перенести на другое устройство").input_value()


def test_a_used_link_holds_up_nobody_who_sits_and_who_comes_back_is_no_stranger(
    server: Server, browser: Browser
) -> None:
    """A link in a chat is tapped again to go on playing; the seat then goes back to where it was."""
    table = opened(server, "sequence", 2, [1], draw="automatic")
    old = Person(browser, server.url, PHONE, "ru").come_to(table).start()
    new, stranger = (Person(browser, server.url, PHONE, "ru") for _ in range(2))
    link = _link_away(old)
    new.page.goto(link)
    expect(new.page.locator("[data-hand] .held")).to_have_count(7)
    new.page.goto("about:blank")
    new.page.goto(link)
    expect(new.page.locator(".notice p")).to_contain_text("Эта ссылка уже сработала")
    expect(new.page.locator("[data-hand] .held")).to_have_count(7)
    expect(new.page.locator("p.bar")).to_have_count(0)
    stranger.page.goto(link)
    expect(stranger.page.locator("p.bar")).to_contain_text("Эта ссылка уже сработала")
    back = _link_away(new)
    old.page.goto("about:blank")
    old.page.goto(back)
    expect(old.page.locator("[data-hand] .held")).to_have_count(7)
    expect(old.page.locator(".notice p")).to_have_count(0)
    for person in (new, stranger):
        assert len(person.complaints) == 1, "the used link, refused"
        person.complaints.clear()
    for person in (old, new, stranger):
        person.close()


def _sleep(page: Page) -> None:
    """Six seconds, with its clock installed."""
    look = "Object.defineProperty(document, 'visibilityState', {value: '%s', configurable: true});"
    look += "document.dispatchEvent(new Event('visibilitychange'))"
    page.evaluate(look % "hidden")
    page.clock.fast_forward(6000)
    page.evaluate(look % "visible")


def test_a_phone_that_wakes_up_takes_a_new_line_at_once_and_keeps_it(
    server: Server, browser: Browser
) -> None:
    """Phones cut sockets of hidden pages without telling them."""
    table = opened(server, "sequence", 2, [1], draw="automatic")
    person = Person(browser, server.url, PHONE, "ru")
    page, lines, heard = person.page, list[WebSocket](), list[str]()

    def taken(line: WebSocket) -> None:
        lines.append(line)
        line.on("framereceived", lambda _: heard.append("something"))

    page.clock.install()
    person.come_to(table).start()
    _to_move(person)
    page.on("websocket", taken)
    _sleep(page)
    while not heard:
        page.wait_for_timeout(20)
    _to_move(person)
    page.clock.fast_forward(12_100)  # so long a line may take to open
    page.wait_for_timeout(600)
    assert len(lines) == 1
    person.close()


def test_a_phone_that_wakes_up_where_nobody_answers_says_so(server: Server, browser: Browser) -> None:
    table = opened(server, "sequence", 2, [1], draw="automatic")
    person = Person(browser, server.url, PHONE, "ru")
    page, lost = person.page, person.page.get_by_text("Нет связи… ход сохранён")
    page.clock.install()
    person.come_to(table).start()
    page.route_web_socket("**/ws/*", lambda _: None)  # a line that opens, and nobody is there
    _sleep(page)
    page.wait_for_timeout(300)
    expect(lost).to_have_count(0)
    page.clock.fast_forward(12_100)
    expect(lost).to_be_visible(timeout=5000)
    person.close()


def test_a_phone_that_loses_its_network_says_so_at_once(server: Server, browser: Browser) -> None:
    """It learns so from the device alone: the line itself only falls silent. One that is well goes on."""
    table = opened(server, "sequence", 2, [1], draw="automatic")
    person = Person(browser, server.url, PHONE, "ru").come_to(table).start()
    page, lost = person.page, person.page.get_by_text("Нет связи… ход сохранён")
    _to_move(person)
    person.context.set_offline(True)
    expect(lost).to_be_visible(timeout=5000)
    person.context.set_offline(False)
    expect(lost).to_have_count(0, timeout=5000)
    _to_move(person)
    page.evaluate("dispatchEvent(new Event('offline'))")  # the server is on the device itself
    page.wait_for_timeout(500)
    expect(lost).to_have_count(0)
    _to_move(person)
    person.close()


@pytest.mark.parametrize("game", HELD)
def test_what_is_picked_stays_picked_when_the_line_comes_back(
    server: Server, browser: Browser, game: str
) -> None:
    """In a lift a phone has no network for a second, and the tile that was chosen lay back in the rack."""
    person = Person(browser, server.url, PHONE, "ru")
    with moments.standing(server, person, game, CHOICE[game]):
        page, lost = person.page, person.page.get_by_text("Нет связи… ход сохранён")
        fitting(page, game).first.tap()
        expect(picked(page)).to_have_count(1)
        person.context.set_offline(True)
        expect(lost).to_be_visible()
        person.context.set_offline(False)
        expect(lost).to_have_count(0)
        expect(picked(page)).to_have_count(1)
        page.get_by_role("button", name="Готово").tap()
        expect(picked(page)).to_have_count(0)
    person.close()


def _log(page: Page) -> list[str]:
    return page.locator(".log .lines button").all_inner_texts()


@pytest.mark.parametrize("when", ["before", "after"])
def test_moves_that_are_made_while_the_record_comes_stand_in_the_log_once(
    server: Server, browser: Browser, when: str
) -> None:
    """The record was written before or after them, and they are still being shown."""
    table = opened(server, "upturn", 2, [], starter=1)
    person = Person(browser, server.url, DESKTOP, "ru", still=False).come_to(table)
    page, held = person.page, list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    with come(server, table, "Boris") as boris:
        person.start()
        boris.until(lambda: boris.told)
        page.route("**/record", hold)
        page.reload()
        page.get_by_test_id("prompt").wait_for()
        while not held:
            page.wait_for_timeout(20)
        record = held[0].fetch() if when == "before" else None
        assert boris.ask({"kind": "draw"})["kind"] == "answer"
        assert boris.ask({"kind": "end"})["kind"] == "answer"
        page.wait_for_timeout(100)
        held[0].fulfill(response=record or held[0].fetch())
        expect(page.get_by_test_id("prompt")).to_contain_text("Положи первую фишку")
        page.wait_for_timeout(2000)  # what has happened has been shown
        log = _log(page)
        expect(page.get_by_role("button", name="Пока тебя не было")).to_have_count(0)
        page.unroute("**/record")
        page.reload()
        expect(page.locator(".log .lines button")).to_have_count(len(log))
        assert log == _log(page)
    person.close()
