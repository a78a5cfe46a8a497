"""Whole games with the keyboard alone, from the home page to another game."""

import time

import pytest
from playwright.sync_api import Browser

from browser import keys
from browser.moments import again, find
from browser.player import DESKTOP, Person, expect
from browser.test_whole_games import LATE, opened
from igroteka.table import Match
from server.serving import Server


def no_mouse(person: Person) -> Person:
    """From now on a pointer does nothing."""
    person.context.add_init_script(
        "for (const kind of ['pointerdown', 'mousedown', 'touchstart'])"
        " addEventListener(kind, (event) => event.stopImmediatePropagation(), true)"
    )
    return person


def begun(browser: Browser, server: Server, game: str) -> Person:
    """From the home page, with Tab and Enter."""
    person = no_mouse(Person(browser, server.url, DESKTOP, "ru", touch=False)).open()
    page = person.page
    page.keyboard.press("Tab")
    while not keys.act(page, (f"section[aria-labelledby=game-{game}] .button.main",)):
        page.wait_for_timeout(30)
    page.wait_for_url("**/t/*")
    return person


def test_upturn_is_begun_and_played(server: Server, browser: Browser) -> None:
    person = begun(browser, server, "upturn")
    assert keys.play(person, presses=25) == 25 or person.is_over()
    person.close()


@pytest.mark.parametrize("game", [pytest.param("upturn", marks=pytest.mark.long), "etazhiki"])
def test_a_game_is_begun_and_played_to_its_end(server: Server, browser: Browser, game: str) -> None:
    person = begun(browser, server, game)
    page = person.page
    assert keys.play(person) >= 5
    assert person.is_over()
    expect(page.locator(".end .words")).not_to_be_empty()
    page.keyboard.press("Tab")
    while not keys.act(page, (".end .button.main",)):
        page.wait_for_timeout(30)
    expect(page.get_by_test_id("prompt")).to_be_visible()
    person.close()


@pytest.mark.long
def test_the_beginner_s_table_of_two_piles(server: Server, browser: Browser) -> None:
    table = opened(server, "etazhiki", 2, [1], variant="beginner")
    person = no_mouse(Person(browser, server.url, DESKTOP, "en", touch=False)).come_to(table).start()
    assert keys.play(person) >= 5
    assert person.is_over()
    person.close()


def late_and_mine(match: Match) -> bool:
    """The first seat has at least one move before anybody can win."""
    return len(match.log) >= LATE and match.game.turn(match.state) == 0


def test_sequence_with_its_board(server: Server, browser: Browser) -> None:
    """The end of a game: a card, N to the next cell that fits, Enter; long lines are answered by buttons."""
    table = again(server, *find(server, "sequence", late_and_mine, draw="automatic")[:2], bots=(1,))
    person = no_mouse(Person(browser, server.url, DESKTOP, "en", touch=False)).come_to(table).start()
    page, placed, until = person.page, 0, time.monotonic() + 300
    while not person.is_over() and time.monotonic() < until:
        if keys.act(page, (".row .action.main",)) or not keys.act(page, (keys.FITTING[0],)):
            page.wait_for_timeout(30)
            continue
        for _ in range(40):
            page.keyboard.press("Shift+Tab")
            if page.evaluate("document.activeElement?.getAttribute('role') === 'gridcell'"):
                break
        page.keyboard.press("n")
        page.keyboard.press("Enter")
        page.wait_for_timeout(60)
        placed += 1
    assert placed
    assert person.is_over()
    person.close()


def test_keys_go_on_where_they_were_when_a_sheet_has_closed(server: Server, browser: Browser) -> None:
    """Also where one sheet has led to another; they began at the top of the page after each of them."""
    person = Person(browser, server.url, DESKTOP, "ru").open()
    page = person.page
    settings = page.get_by_role("button", name="Настройки", exact=True).first
    settings.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(settings).to_be_focused()
    person.come_to(opened(server, "upturn", 2, [1])).start()
    menu = page.get_by_role("button", name="Меню", exact=True)
    menu.focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Кто за столом").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Кто за столом")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(menu).to_be_focused()
    person.close()


def test_a_page_of_rules_says_in_its_title_which(server: Server, browser: Browser) -> None:
    """Of several tabs, and of what a screen reader says first, that is all one knows."""
    person = Person(browser, server.url, DESKTOP, "ru").open("/rules/upturn")
    expect(person.page).to_have_title("Правила: UpTurn · Игротека")
    person.page.get_by_role("radio", name="EN").click()
    expect(person.page).to_have_title("Rules: UpTurn · Igroteka")
    person.close()
