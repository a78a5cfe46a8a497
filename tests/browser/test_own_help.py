"""What one person sets up for themselves: hints, language, speed, keys; nobody else's screen changes."""

import re

import pytest
from playwright.sync_api import Browser

from browser import moments
from browser.moments import floors, numbers
from browser.player import DESKTOP, PHONE, Person, expect
from browser.test_moves import fitting, picked
from browser.test_whole_games import opened
from igroteka.games.etazhiki.moves import Pass
from igroteka.table import Match
from server.serving import Server

CYRILLIC_N = "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'т', bubbles: true}))"
"""What the key N says with a Russian keyboard; Playwright has no such key."""
SIGNS = re.compile("[☞↑↓↕⊘★″☾☀]")
"""Written signs of the terminal, which no voice reads."""


def sums(match: Match) -> bool:
    """The first seat may lay two floors, and the open ball asks for more than the open floor."""
    return floors(match) and len(match.view(0).fits[0]) > 1


def test_the_hint_with_the_sums_is_one_seat_s_own(server: Server, browser: Browser) -> None:
    """Off for one, on for the other at the same table, and still off after a reload."""
    old, row, _ = moments.find(server, "etazhiki", sums, starter=0)
    table = moments.again(server, old, row)
    adult, child = (Person(browser, server.url, PHONE, "ru").come_to(table) for _ in range(2))
    adult.start()
    for person in (adult, child):
        expect(person.page.locator(".house .fit").first).to_be_visible()
    adult.page.get_by_role("button", name="Подсказка с суммами").tap()
    for _ in range(2):
        expect(adult.page.locator(".sum.off")).to_be_visible()
        expect(adult.page.locator(".house .fit, .house .arc")).to_have_count(0)
        adult.page.reload()
    expect(child.page.locator(".house .fit").first).to_be_visible()
    for person in (adult, child):
        person.close()


def test_the_language_changes_in_the_middle_of_a_move(server: Server, browser: Browser) -> None:
    person = Person(browser, server.url, PHONE, "ru")
    with moments.standing(server, person, "upturn", numbers):
        page = person.page
        fitting(page, "upturn").first.tap()
        expect(page.get_by_test_id("prompt")).to_contain_text("Положить")
        page.get_by_role("button", name="Меню").tap()
        page.get_by_role("radio", name="EN").tap()
        page.get_by_role("radio", name="at once").tap()
        page.keyboard.press("Escape")
        expect(page.get_by_test_id("prompt")).to_contain_text("Lay")
        expect(picked(page)).to_have_count(1)
        page.get_by_role("button", name="Done").tap()
        expect(page.locator("[aria-live=polite]")).to_contain_text("You lay")
        expect(page.locator("html[data-still][lang=en]")).to_be_attached()
    person.close()


@pytest.mark.parametrize("game", ["upturn", "etazhiki"])
def test_keys_walk_the_hand_and_everything_is_said_in_words(
    server: Server, browser: Browser, game: str
) -> None:
    """One tab stop; Home, End, arrows, N for the next that fits; Enter picks and lays, Esc puts back."""
    person = Person(browser, server.url, DESKTOP, "ru", touch=False)
    with moments.standing(server, person, game, {"upturn": numbers, "etazhiki": sums}[game]):
        page, toolbar = person.page, person.page.get_by_role("toolbar")
        expect(toolbar.locator("[tabindex='0']")).to_have_count(1)
        toolbar.locator("[tabindex='0']").focus()
        page.keyboard.press("End")
        expect(toolbar.get_by_role("button").last).to_be_focused()
        page.keyboard.press("Home")
        expect(toolbar.get_by_role("button").first).to_be_focused()
        page.keyboard.press("ArrowRight")
        expect(toolbar.get_by_role("button").nth(1)).to_be_focused()
        page.evaluate(CYRILLIC_N)
        label = page.evaluate("document.activeElement.innerText")
        assert "подходит" in label
        assert "не подходит" not in label
        labels = toolbar.get_by_role("button").all_inner_texts()
        assert all(re.search(r"[а-я]", one) and not SIGNS.search(one) for one in labels), labels
        fitting(page, game).first.focus()
        page.keyboard.press("Enter")
        expect(picked(page)).to_have_count(1)
        page.keyboard.press("Escape")
        expect(picked(page)).to_have_count(0)
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        live = page.locator("[aria-live=polite]")
        expect(live).to_have_count(1)
        expect(live).to_contain_text(re.compile("Ты (кладёшь|выкладываешь)"))
        assert not SIGNS.search(live.inner_text())
        expect(toolbar.locator(":focus")).to_have_count(1)
    person.close()


def passing(match: Match) -> bool:
    return match.game.turn(match.state) == 0 and any(isinstance(one, Pass) for one in match.legal(0))


def test_a_move_is_said_once_also_where_the_prompt_repeats_it(server: Server, browser: Browser) -> None:
    """The prompt has no room for the cards that came, and its sentence was said after the one with them."""
    person = Person(browser, server.url, PHONE, "ru")
    with moments.standing(server, person, "etazhiki", passing, variant="beginner"):
        page = person.page
        page.get_by_role("button", name="Пас и ещё 2 карты").click()
        live = page.locator(".unseen[aria-live]")
        expect(live).to_contain_text("Ты берёшь 2 карты")
        expect(live).to_contain_text("Ходит Аня")
        assert live.inner_text().count("Ты берёшь 2 карты") == 1
    person.close()


def test_whose_chips_are_whose_is_said_in_words(server: Server, browser: Browser) -> None:
    """Cells say “blue”, and nothing said who plays blue, once the lobby was left."""
    person = (
        Person(browser, server.url, PHONE, "en").come_to(opened(server, "sequence", 4, [1, 2, 3])).start()
    )
    page = person.page
    seats = page.get_by_role("list", name="4 of 4 at the table").get_by_role("listitem")
    expect(seats).to_have_count(4)
    said = [one.inner_text() for one in seats.all()]
    assert ["Blue" in one for one in said] == [True, False, True, False], said
    assert ["Green, bot" in one for one in said] == [False, True, False, True], said
    page.locator(".seats ul").click()
    expect(page.get_by_role("dialog").get_by_text(re.compile("· Green"))).to_have_count(2)
    person.close()
