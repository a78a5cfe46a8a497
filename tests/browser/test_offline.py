"""Without a network: everything is taken along, the page opens and plays, and a closed tab loses nothing."""

import pytest
from playwright.sync_api import Browser

from browser.player import PHONE, Person, expect
from server.serving import Server

PYTHON_MS = 90_000
"""Python starts in a second or two where nothing else is running."""


def take_along(person: Person) -> None:
    person.open()
    person.page.get_by_role("button", name="Взять с собой").click()
    expect(person.page.get_by_text("Игры с собой")).to_be_visible(timeout=PYTHON_MS)


def play(person: Person, moves: int) -> None:
    """So many things that the page offers."""
    for _ in range(moves):
        while not person.act():
            person.page.wait_for_timeout(30)
        person.page.wait_for_timeout(20)


@pytest.fixture
def away(server: Server, browser: Browser) -> Person:
    """Somebody who has taken the games along, and has no network now."""
    person = Person(browser, server.url, PHONE, "ru")
    take_along(person)
    person.context.set_offline(True)
    return person


def test_games_taken_along_are_played_without_a_network(away: Person) -> None:
    page = away.page
    page.reload()
    page.locator(".button.main").nth(2).click()
    page.wait_for_url("**/t/*", timeout=PYTHON_MS)
    page.get_by_test_id("prompt").wait_for(timeout=PYTHON_MS)
    play(away, 5)
    held = page.locator("[data-hand] button").count()

    page.reload()  # the tab was closed, and is opened again: the same table, the same cards
    page.get_by_test_id("prompt").wait_for(timeout=PYTHON_MS)
    assert page.locator("[data-hand] button").count() == held
    play(away, 3)

    page.goto(away.url)
    expect(page.get_by_role("link", name="Дальше")).to_be_visible(timeout=PYTHON_MS)
    away.close()
