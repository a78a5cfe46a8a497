"""Whole games in real Chromium: from the home page to the end screen."""

import time
from typing import Any

import pytest
from playwright.sync_api import Browser

from browser.moments import again, find
from browser.player import DESKTOP, PHONE, SMALL, Person, expect
from igroteka.games import game as on_shelf
from igroteka.table.record import read_record
from igroteka.table.verify import verify
from server.serving import Server

GAMES = {"upturn": 0, "etazhiki": 1, "sequence": 2}
LATE = 66
"""Rows of a game of Sequence without thinking, which takes 65 to 110."""


def opened(server: Server, game: str, seats: int, bots: list[int], **options: Any) -> str:
    asked = {"game": game, "seats": seats, "options": options, "bots": bots}
    table: str = server.http.post("/api/tables", json=asked).raise_for_status().json()["table"]
    return table


@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_against_bots_from_the_home_page_to_the_end(
    server: Server, browser: Browser, game: str
) -> None:
    person = Person(browser, server.url, PHONE, "ru").play_with_bots(GAMES[game])
    person.play_to_the_end()
    _check_the_end(server, person, game)
    person.close()


def _check_the_end(server: Server, person: Person, game: str) -> None:
    """Why it ended is said; the shuffle checks out in the browser, and the record by the rules."""
    page = person.page
    expect(page.locator(".end .words")).not_to_be_empty()
    page.get_by_role("button", name="Проверить").click()
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text("Всё честно")
    answer = server.http.get(f"/api/tables/{person.table}/rounds/1/record").raise_for_status()
    assert verify(read_record(answer.content), on_shelf(game)).verified


@pytest.mark.parametrize("variant", ["medium", pytest.param("beginner", marks=pytest.mark.long)])
def test_etazhiki_for_younger_ones_is_played_to_the_end(
    server: Server, browser: Browser, variant: str
) -> None:
    table = opened(server, "etazhiki", 2, [1], variant=variant)
    person = Person(browser, server.url, SMALL, "ru").come_to(table).start()
    person.play_to_the_end()
    person.close()


def test_two_browsers_play_each_other_and_a_third_looks_on(server: Server, browser: Browser) -> None:
    """The end of a game: what comes before it is played by bots, and three pages need not draw it."""
    table = again(
        server, *find(server, "sequence", lambda match: len(match.log) >= LATE, draw="automatic")[:2]
    )
    ann = Person(browser, server.url, PHONE, "ru").come_to(table)
    bob = Person(browser, server.url, DESKTOP, "en").come_to(table)
    eve = Person(browser, server.url, PHONE, "en").open(f"/t/{table}")
    ann.start()
    eve.page.get_by_role("button", name="Watch").click()
    bob.play_by_itself()
    ann.play_to_the_end()
    expect(bob.page.locator(".end .hero")).to_be_visible()
    expect(eve.page.locator(".end .hero")).to_be_visible()
    assert not eve.page.locator("[data-hand] [data-card]").count(), "a spectator has no hand"
    for person in (ann, bob, eve):
        person.close()


def test_a_phone_at_a_sequence_table_of_twelve_with_eleven_bots(server: Server, browser: Browser) -> None:
    table = opened(server, "sequence", 12, list(range(1, 12)), sides=3, draw="automatic")
    person = Person(browser, server.url, SMALL, "ru").come_to(table).start()
    cells = person.page.locator("[role=gridcell]")
    expect(cells).to_have_count(100)
    box = cells.nth(55).bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 24
    person.play_to_the_end()
    person.close()


def test_one_device_is_passed_round_with_a_curtain(server: Server, browser: Browser) -> None:
    table = opened(server, "upturn", 2, [])
    person = Person(browser, server.url, PHONE, "en").come_to(table)
    page = person.page
    page.get_by_role("button", name="this screen").click()
    page.locator("dialog .button.main").click()
    page.locator("dialog").wait_for(state="detached")
    page.locator(".button.main.start").click()
    curtains = 0
    until = time.monotonic() + 180
    while time.monotonic() < until:
        if page.locator("main h1:has-text('Pass')").count():
            curtains += 1
            assert not page.locator(".rack .tile").count(), "nothing shows behind the curtain"
            page.locator("main .button.main").click()
            if curtains == 4:
                break
        elif page.locator(".over .button.main").count():
            page.locator(".over .button.main").first.click()
        elif not person.act():
            page.wait_for_timeout(20)
    assert curtains == 4
    person.close()
