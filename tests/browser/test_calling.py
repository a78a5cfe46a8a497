"""Whoever reads or learns meanwhile is called to the table: when it is their turn, or a game has begun."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Route, expect

from browser.player import PHONE, Person
from browser.test_whole_games import opened
from server.client import Place, come
from server.serving import Server


@contextmanager
def waiting(server: Server, browser: Browser) -> Iterator[tuple[Person, Place]]:
    """A person at a table where somebody else is to move."""
    table = opened(server, "etazhiki", 2, [], starter=1, variant="beginner")
    person = Person(browser, server.url, PHONE, "ru").come_to(table)
    person.page.locator(".button.main.start").wait_for()
    with come(server, table, "Аня") as other:
        person.start()
        other.until(lambda: bool(other.told))
        yield person, other
    person.close()


def move(other: Place) -> None:
    """Until it is no longer their turn."""
    while other.view["turn"] == other.seat:
        number = other.number
        wanted = next((one for one in other.legal if one["kind"] != "floor"), other.legal[0])
        assert other.ask(wanted)["kind"] == "answer"
        other.until(lambda number=number: other.number > number)  # type: ignore[misc]


@pytest.mark.parametrize("opened_by", ["Ходы", "Кто за столом", "Сказать"])
def test_a_sheet_over_the_table_says_that_it_is_ones_turn(
    server: Server, browser: Browser, opened_by: str
) -> None:
    with waiting(server, browser) as (person, other):
        page = person.page
        page.get_by_role("button", name="Меню", exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name=opened_by).click()
        turn = page.get_by_role("dialog").get_by_role("button", name="Твой ход! К столу")
        expect(page.get_by_role("dialog")).to_be_visible()
        expect(turn).to_be_hidden()
        move(other)
        expect(page.get_by_role("dialog").locator("[aria-live]")).to_have_text("Твой ход! К столу")
        turn.click()
        expect(page.get_by_role("dialog")).to_be_hidden()
        page.get_by_role("button", name="Меню", exact=True).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        expect(turn).to_be_hidden()  # it was known when the sheet was opened


def test_who_reads_the_rules_is_called_when_it_is_their_turn(server: Server, browser: Browser) -> None:
    with waiting(server, browser) as (person, other):
        page = person.page
        page.get_by_role("link", name="Правила").first.click()
        page.get_by_role("heading", name="Этажики").wait_for()
        turn = page.get_by_role("button", name="Твой ход! К столу")
        expect(turn).to_be_hidden()
        move(other)
        expect(page).to_have_title("● Твой ход")
        turn.click()
        expect(page.get_by_test_id("prompt")).to_be_visible()
        page.go_back()
        expect(page.get_by_test_id("prompt")).to_be_visible()  # the rules are done with, the table is not


def test_who_learns_while_people_gather_is_called_when_the_game_begins(
    server: Server, browser: Browser
) -> None:
    table = opened(server, "etazhiki", 2, [], starter=0, variant="beginner")
    with come(server, table, "Аня") as host:
        person = Person(browser, server.url, PHONE, "ru").come_to(table)

        def late(route: Route) -> None:
            """What calls comes when the game has begun already."""
            host.done("start")
            time.sleep(0.5)
            route.continue_()

        person.page.route("**/assets/Calling-*.js", late)
        person.page.get_by_role("link", name="Первый раз").click()
        person.page.wait_for_url("**/learn/**")
        person.page.get_by_role("button", name="Игра началась! К столу").click()
        expect(person.page.get_by_test_id("prompt")).to_contain_text("Аня")
        person.close()


@pytest.mark.parametrize("read", ["Разбор", "Проверить раздачу", "Та же раздача"])
def test_what_somebody_reads_after_a_game_stays_open_when_the_next_one_begins(
    server: Server, browser: Browser, read: str
) -> None:
    table = opened(server, "etazhiki", 2, [], variant="beginner")
    with come(server, table, "Аня") as host:
        person = Person(browser, server.url, PHONE, "ru").come_to(table)
        person.page.locator("footer").get_by_text("Ждём, когда").wait_for()
        host.done("start")
        person.page.get_by_test_id("prompt").wait_for()
        host.done("stop_game")
        person.page.locator(".end .hero").wait_for()
        person.page.get_by_role("button", name=read).click()
        sheet = person.page.get_by_role("dialog", name=read)
        expect(sheet).to_be_visible()
        host.done("rematch")
        call = sheet.get_by_role("button", name=re.compile("К столу"))
        expect(call).to_be_visible()
        call.click()
        expect(sheet).to_have_count(0)
        expect(person.page.get_by_test_id("prompt")).to_be_visible()
        person.close()
